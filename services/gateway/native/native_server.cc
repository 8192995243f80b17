#include "gateway/native/native_server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/impl/codegen/server_callback_handlers.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "gateway/native/native_call.h"

namespace chess::gateway {
namespace {

constexpr int kFrameOverhead = 1024;

// Registered for its name alone: reflection lists the services of registered methods, and our calls
// go through the generic service. Its one method exists in no proto.
class ListedService : public grpc::Service {
 public:
  explicit ListedService(const std::string& name) : path_("/" + name + "/-") {
    AddMethod(new grpc::internal::RpcServiceMethod(path_.c_str(),
                                                   grpc::internal::RpcMethod::NORMAL_RPC, nullptr));
    MarkMethodRawCallback(
        0,
        new grpc::internal::CallbackUnaryHandler<grpc::ByteBuffer, grpc::ByteBuffer>(
            [](grpc::CallbackServerContext* context, const grpc::ByteBuffer*, grpc::ByteBuffer*) {
              auto* reactor = context->DefaultReactor();
              reactor->Finish({grpc::StatusCode::UNIMPLEMENTED, "there is no such method"});
              return reactor;
            }));
  }

 private:
  std::string path_;
};

}  // namespace

NativeServer::NativeServer(boost::asio::io_context& io, const MethodTable& methods, Hooks hooks)
    : io_(io), methods_(methods), hooks_(std::move(hooks)) {}

NativeServer::~NativeServer() { Stop(0); }

base::Status NativeServer::Listen(const std::string& address) {
  static const bool once = [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  (void)once;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port_);
  builder.SetMaxReceiveMessageSize(static_cast<int>(methods_.largest()) + kFrameOverhead);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 1024);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 16 * 1024);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000);
  builder.RegisterCallbackGenericService(this);
  std::set<std::string> names;
  for (const Method& method : methods_.methods()) names.insert(method.service);
  for (const std::string& name : names) {
    listed_.push_back(std::make_unique<ListedService>(name));
    builder.RegisterService(listed_.back().get());
  }
  server_ = builder.BuildAndStart();
  if (server_ == nullptr || port_ == 0) {
    return base::MakeError(base::Code::kUnavailable, "CANNOT_LISTEN",
                           "Cannot listen on " + address);
  }
  return {};
}

void NativeServer::NotReady() {
  if (server_ == nullptr) return;
  if (auto* health = server_->GetHealthCheckService()) health->SetServingStatus(false);
}

void NativeServer::Stop(int deadline_ms) {
  if (server_ == nullptr) return;
  server_->Shutdown(std::chrono::system_clock::now() + std::chrono::milliseconds(deadline_ms));
  server_->Wait();
  server_.reset();
}

grpc::ServerGenericBidiReactor* NativeServer::CreateReactor(
    grpc::GenericCallbackServerContext* context) {
  return NativeCall::Make(*this, context);
}

}  // namespace chess::gateway
