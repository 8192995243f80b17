#pragma once
// The gateway's own statuses, each with its reason word.

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <string>

#include "base/result.h"
#include "gateway/edge/method_table.h"

namespace chess::gateway {

grpc::Status Refuse(base::Code code, const char* reason, std::string message,
                    int64_t retry_after_ms = 0);
// RESOURCE_EXHAUSTED RATE_LIMITED: which limit, and how long to wait.
grpc::Status RateLimited(const char* limit, int64_t wait_ms);
// INVALID_ARGUMENT MESSAGE_TOO_LARGE.
grpc::Status TooLarge(size_t limit_bytes);
// A status from upstream as clients get it: one that gRPC itself made (a lost connection, a passed
// deadline) gets a reason word, and loses a text that names our machines.
grpc::Status Polished(const grpc::Status& status);
// As Polished; gRPC's servers answer UNIMPLEMENTED without a word to a message that they cannot
// read, which is told from a method that is not there by reading it here.
grpc::Status PolishedAnswer(const grpc::Status& status, const Method& method,
                            const grpc::ByteBuffer& message);
// The reason word in a status' details; empty: none.
std::string ReasonOf(const grpc::Status& status);

}  // namespace chess::gateway
