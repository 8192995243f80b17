#pragma once
// Plain-text server credentials with the service-key check in front of every handler.

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>

namespace chess::rpc {

// Calls without x-chess-service-key equal to `secret` end with UNAUTHENTICATED before any handler
// (or the "unknown method" answer) is reached; health and reflection are free. The key is taken
// out of what handlers see.
std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(std::string secret);

}  // namespace chess::rpc
