#pragma once
// Counts, times and logs every call of a server, by a gRPC interceptor, which also gives each its
// span: a child of the caller's (traceparent), or the first of a new trace.

#include <grpcpp/support/server_interceptor.h>

#include <memory>
#include <string_view>

#include "metrics/registry.h"
#include "rpc/trace.h"

namespace chess::rpc {

// `registry` must outlive the server.
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> MakeCallObserver(
    metrics::Registry& registry);

// The span of a call that is being served; invalid for calls that no observer sees.
Trace TraceOf(const grpc::ServerContextBase& context);
// The call is about this game: its line will say so. Before the call is finished.
void NoteGame(const grpc::ServerContextBase& context, std::string_view game_id);

}  // namespace chess::rpc
