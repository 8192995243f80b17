#pragma once
// One server-streaming call: the next message is read from the service only when the client has
// taken most of what came before.

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <memory>

#include "gateway/edge/call.h"
#include "gateway/upstream/proxy.h"

namespace chess::gateway {

class StreamProxy : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
                    public std::enable_shared_from_this<StreamProxy> {
 public:
  StreamProxy(Proxy& proxy, CallPtr call);
  void Start();

  // gRPC's thread.
  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

 private:
  // Loop's thread.
  void ReadNext();
  void Arrived(bool ok);
  void Ended();
  void LetGo();

  Proxy& proxy_;
  CallPtr call_;
  EndpointPtr endpoint_;
  grpc::ClientContext context_;
  grpc::ByteBuffer message_;
  grpc::Status status_;
  bool reading_ = false;
  bool held_ = false;
  std::shared_ptr<StreamProxy> self_;  // until OnDone
};

}  // namespace chess::gateway
