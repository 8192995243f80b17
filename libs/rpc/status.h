#pragma once
// The one place where base::Error and grpc::Status meet. The details of a status carry
// google.rpc.ErrorInfo{reason, domain "castellan", metadata} and, where the caller should wait,
// google.rpc.RetryInfo, in the standard wire form (grpc-status-details-bin), so that any client
// library's own types read them.

#include <grpcpp/support/status.h>

#include <cstddef>
#include <string>

#include "base/result.h"

namespace chess::rpc {

inline constexpr char kErrorDomain[] = "castellan";
// Longer messages and metadata values are cut to this many bytes where they leave the process.
inline constexpr size_t kMaxErrorText = 500;

grpc::Status ToGrpc(const base::Error& error);
inline grpc::Status ToGrpc(const base::Status& status) {
  return status.ok() ? grpc::Status::OK : ToGrpc(status.error());
}
// The status must not be ok. Without ErrorInfo the reason is the code's name ("UNAVAILABLE").
base::Error FromGrpc(const grpc::Status& status);

// Serialised google.rpc.Status of `error` (what grpc-status-details-bin holds) and back; false if
// the bytes are malformed. For the gateway, which makes and reads statuses without gRPC calls.
std::string EncodeDetails(const base::Error& error);
bool DecodeDetails(const std::string& bytes, base::Error* error);

grpc::StatusCode ToGrpcCode(base::Code code);
base::Code FromGrpcCode(grpc::StatusCode code);
// "OK", "INVALID_ARGUMENT", … as label and log value.
const char* CodeName(grpc::StatusCode code);

}  // namespace chess::rpc
