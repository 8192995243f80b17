#pragma once
// Plain-text server credentials with the service-key check in front of every handler.

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>
#include <string_view>

namespace chess::rpc {

// Calls without x-chess-service-key equal to `secret` end with UNAUTHENTICATED before any handler
// (or the "unknown method" answer) is reached; health and reflection are free. The key is taken
// out of what handlers see.
std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(std::string secret);

// Whether a text can be such a secret: printable ASCII without blanks at its ends. gRPC ends a
// process that sends anything else, and logs it.
bool IsServiceSecret(std::string_view secret);
inline constexpr char kServiceSecretIs[] = "printable ASCII without blanks at its ends";

}  // namespace chess::rpc
