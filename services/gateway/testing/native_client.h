#pragma once
// A native gRPC client that sends and gets bytes.

#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chess::gateway {

struct NativeAnswer {
  grpc::Status status;
  std::string message;
  std::string reason;
  std::multimap<std::string, std::string> trailers;
};

class NativeClient {
 public:
  explicit NativeClient(int port);
  ~NativeClient();

  using Metadata = std::vector<std::pair<std::string, std::string>>;
  NativeAnswer Call(const std::string& method, const std::string& message,
                    const Metadata& metadata = {}, int timeout_ms = 10'000);

  // One stream at a time.
  void Open(const std::string& method, const std::string& message, const Metadata& metadata = {});
  std::optional<std::string> Read();  // nullopt: the end; then Finish says why
  grpc::Status Finish();
  void Cancel();

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

 private:
  bool Next();

  std::shared_ptr<grpc::Channel> channel_;
  grpc::GenericStub stub_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
};

}  // namespace chess::gateway
