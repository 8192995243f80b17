#pragma once
// gRPC's own messages, which it would write to stderr in a form of its own, as lines of our log.

namespace chess::rpc {

// Once at start-up (InitLog does it). gRPC's errors become warnings: what they mean for us, we say
// ourselves; the rest is detail.
void CatchGrpcLog();

}  // namespace chess::rpc
