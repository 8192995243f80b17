#include "rpc/server_credentials.h"

#include <grpc/grpc.h>
#include <grpc/grpc_security.h>
#include <grpc/slice.h>

#include <algorithm>
#include <string_view>

#include "base/check.h"
#include "rpc/call_context.h"
#include "rpc/client.h"

namespace chess::rpc {
namespace {

std::string_view View(const grpc_slice& slice) {
  return {reinterpret_cast<const char*>(GRPC_SLICE_START_PTR(slice)), GRPC_SLICE_LENGTH(slice)};
}

bool IsFree(std::string_view path) {
  return path.rfind("/grpc.health.v1.Health/", 0) == 0 ||
         path.rfind("/grpc.reflection.v1alpha.ServerReflection/", 0) == 0;
}

void Process(void* state, grpc_auth_context*, const grpc_metadata* metadata, size_t count,
             grpc_process_auth_metadata_done_cb done, void* user_data) {
  const auto& secret = *static_cast<const std::string*>(state);
  std::string_view path;
  const grpc_metadata* key = nullptr;
  for (size_t i = 0; i < count; ++i) {
    const std::string_view name = View(metadata[i].key);
    if (name == ":path") path = View(metadata[i].value);
    if (name == kMetaServiceKey) key = &metadata[i];
  }
  const bool right = key != nullptr && ConstantTimeEquals(View(key->value), secret);
  if (right || IsFree(path)) {
    done(user_data, key, key == nullptr ? 0 : 1, nullptr, 0, GRPC_STATUS_OK, nullptr);
    return;
  }
  const char* why = key == nullptr ? "SERVICE_KEY_MISSING: this port is for services."
                                   : "SERVICE_KEY_WRONG: this port is for services.";
  done(user_data, nullptr, 0, nullptr, 0, GRPC_STATUS_UNAUTHENTICATED, why);
}

// gRPC's own insecure credentials refuse a metadata processor, though the core supports one.
class CheckedCredentials : public grpc::ServerCredentials {
 public:
  explicit CheckedCredentials(std::string secret) : secret_(std::move(secret)) {}
  void SetAuthMetadataProcessor(const std::shared_ptr<grpc::AuthMetadataProcessor>&) override {
    CHESS_CHECK(false && "the processor is fixed");
  }

 private:
  int AddPortToServer(const std::string& address, grpc_server* server) override {
    grpc_server_credentials* credentials = grpc_insecure_server_credentials_create();
    const grpc_auth_metadata_processor processor = {
        Process, [](void* state) { delete static_cast<std::string*>(state); },
        new std::string(secret_)};
    grpc_server_credentials_set_auth_metadata_processor(credentials, processor);
    const int port = grpc_server_add_http2_port(server, address.c_str(), credentials);
    grpc_server_credentials_release(credentials);
    return port;
  }

  const std::string secret_;
};

}  // namespace

std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(std::string secret) {
  return std::make_shared<CheckedCredentials>(std::move(secret));
}

bool IsServiceSecret(std::string_view secret) {
  const bool printable =
      std::all_of(secret.begin(), secret.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  return printable && !secret.starts_with(' ') && !secret.ends_with(' ');
}

}  // namespace chess::rpc
