#pragma once
// One unary call on its way to a service and back, with its retries.

#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "gateway/edge/call.h"
#include "gateway/upstream/completions.h"
#include "gateway/upstream/proxy.h"

namespace chess::gateway {

class UnaryProxy : public Completions::Waiter, public std::enable_shared_from_this<UnaryProxy> {
 public:
  UnaryProxy(Proxy& proxy, CallPtr call);
  void Start();
  void Completed() override;

 private:
  void Send();
  void Answered();
  bool ShouldRetry(const std::string& reason);

  Proxy& proxy_;
  CallPtr call_;
  std::chrono::system_clock::time_point deadline_;
  std::vector<EndpointPtr> tried_;
  std::optional<grpc::ClientContext> context_;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader_;
  std::shared_ptr<UnaryProxy> self_;  // while gRPC has it
  grpc::ByteBuffer answer_;
  grpc::Status status_;
  std::optional<boost::asio::steady_timer> pause_;
};

}  // namespace chess::gateway
