#include "gateway/testing/fake_service.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <chrono>

#include "base/check.h"

namespace chess::gateway {

class FakeService::Reactor : public grpc::ServerGenericBidiReactor {
 public:
  Reactor(FakeService& owner, grpc::GenericCallbackServerContext* context)
      : owner_(owner), context_(context) {
    request_.method = context->method();
    for (const auto& [name, value] : context->client_metadata()) {
      request_.metadata.emplace(std::string(name.data(), name.size()),
                                std::string(value.data(), value.size()));
    }
    StartRead(&message_);
  }

  void OnReadDone(bool ok) override {
    if (!ok) return;
    grpc::Slice slice;
    if (message_.DumpToSingleSlice(&slice).ok()) {
      request_.message.assign(reinterpret_cast<const char*>(slice.begin()), slice.size());
    }
    if (!owner_.forgets_) {
      const std::lock_guard lock(owner_.mutex_);
      owner_.requests_.push_back(request_);
    }
    answer_ = owner_.handler_(request_);
    for (const auto& [name, value] : answer_.trailers) context_->AddTrailingMetadata(name, value);
    if (!answer_.status.ok() && !answer_.hang) answer_.messages.clear();
    Next();
  }
  void OnWriteDone(bool ok) override {
    if (ok) ++owner_.written_;
    if (ok) Next();
    if (!ok) End(grpc::Status::CANCELLED);
  }
  void OnCancel() override {
    ++owner_.cancelled_;
    End(grpc::Status::CANCELLED);
  }
  void OnDone() override { delete this; }

 private:
  void Next() {
    if (next_ == answer_.messages.size()) {
      if (!answer_.hang) End(answer_.status);
      return;
    }
    const grpc::Slice slice(answer_.messages[next_++]);
    out_ = grpc::ByteBuffer(&slice, 1);
    StartWrite(&out_);
  }
  void End(const grpc::Status& status) {
    if (!ended_.exchange(true)) Finish(status);
  }

  FakeService& owner_;
  grpc::GenericCallbackServerContext* context_;
  Request request_;
  Answer answer_;
  grpc::ByteBuffer message_, out_;
  size_t next_ = 0;
  std::atomic<bool> ended_{false};
};

FakeService::FakeService(Handler handler, int port) : handler_(std::move(handler)) {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:" + std::to_string(port), grpc::InsecureServerCredentials(),
                           &port_);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 5000);
  builder.RegisterCallbackGenericService(this);
  server_ = builder.BuildAndStart();
  CHESS_CHECK(server_ != nullptr && port_ != 0);
}

FakeService::~FakeService() { Stop(); }

void FakeService::Stop() {
  if (server_ == nullptr) return;
  server_->Shutdown(std::chrono::system_clock::now());
  server_->Wait();
  server_.reset();
}

grpc::ServerGenericBidiReactor* FakeService::CreateReactor(
    grpc::GenericCallbackServerContext* context) {
  return new Reactor(*this, context);
}

std::vector<FakeService::Request> FakeService::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::vector<FakeService::Request> FakeService::requests(const std::string& name) const {
  std::vector<Request> found;
  for (Request& request : requests()) {
    if (request.method.ends_with("/" + name)) found.push_back(std::move(request));
  }
  return found;
}

}  // namespace chess::gateway
