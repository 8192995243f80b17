#include "gateway/edge/errors.h"

#include <google/protobuf/message.h>

#include <memory>
#include <utility>

#include "rpc/status.h"

namespace chess::gateway {

grpc::Status Refuse(base::Code code, const char* reason, std::string message,
                    int64_t retry_after_ms) {
  base::Error error = base::MakeError(code, reason, std::move(message));
  error.retry_after_ms = retry_after_ms;
  return rpc::ToGrpc(error);
}

grpc::Status RateLimited(const char* limit, int64_t wait_ms) {
  base::Error error = base::MakeError(base::Code::kResourceExhausted, "RATE_LIMITED",
                                      std::string("Too many calls of the kind \"") + limit +
                                          "\"; wait " + std::to_string(wait_ms) + " ms.");
  error.metadata.emplace_back("limit", limit);
  error.retry_after_ms = wait_ms;
  return rpc::ToGrpc(error);
}

grpc::Status TooLarge(size_t limit_bytes) {
  base::Error error =
      base::MakeError(base::Code::kInvalidArgument, "MESSAGE_TOO_LARGE",
                      "The request is larger than " + std::to_string(limit_bytes) + " bytes.");
  error.metadata.emplace_back("limit_bytes", std::to_string(limit_bytes));
  return rpc::ToGrpc(error);
}

grpc::Status Polished(const grpc::Status& status) {
  if (status.ok() || !status.error_details().empty()) return status;
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      return Refuse(base::Code::kUnavailable, "DEPENDENCY_AWAY",
                    "A service that is needed is away; try again.", 500);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return Refuse(base::Code::kDeadlineExceeded, "TIMED_OUT", "The answer did not come in time.");
    case grpc::StatusCode::UNIMPLEMENTED:
      return Refuse(base::Code::kUnimplemented, "UNKNOWN_METHOD", "This is not offered yet.");
    case grpc::StatusCode::UNKNOWN:
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
    case grpc::StatusCode::DATA_LOSS:
      return Refuse(base::Code::kInternal, "INTERNAL", "Something went wrong on our side.");
    default:
      return status;
  }
}

grpc::Status PolishedAnswer(const grpc::Status& status, const Method& method,
                            const grpc::ByteBuffer& message) {
  if (status.error_code() != grpc::StatusCode::UNIMPLEMENTED || !status.error_details().empty()) {
    return Polished(status);
  }
  grpc::Slice slice;
  const std::unique_ptr<google::protobuf::Message> request(method.request->New());
  const bool dumped = message.DumpToSingleSlice(&slice).ok();
  const bool parsed =
      dumped && request->ParseFromArray(slice.begin(), static_cast<int>(slice.size()));
  if (parsed) return Polished(status);
  return Refuse(base::Code::kInvalidArgument, "MALFORMED_MESSAGE", "This is not the message.");
}

std::string ReasonOf(const grpc::Status& status) {
  base::Error error;
  if (status.ok() || !rpc::DecodeDetails(status.error_details(), &error)) return "";
  return error.reason;
}

}  // namespace chess::gateway
