#pragma once
// A call that came over native gRPC. gRPC's reactions only hand over to the loop; everything else
// runs there.

#include <grpcpp/generic/async_generic_service.h>

#include <deque>
#include <memory>
#include <string>

#include "gateway/edge/call.h"

namespace chess::gateway {

class NativeServer;

class NativeCall : public Call, public grpc::ServerGenericBidiReactor {
 public:
  // Owns itself until gRPC is done with it.
  static NativeCall* Make(NativeServer& server, grpc::GenericCallbackServerContext* context);
  NativeCall(NativeServer& server, grpc::GenericCallbackServerContext* context);

  bool Send(const FramePtr& frame) override;
  bool HasRoom() override;
  size_t QueuedBytes() const override { return queued_bytes_; }

  // gRPC's threads.
  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 protected:
  void DoReply(const grpc::ByteBuffer& answer, const TrailerList& trailers) override;
  void DoFinish(const grpc::Status& status, const TrailerList& trailers) override;

 private:
  // Loop's thread.
  void Arrived(bool ok);
  void Written(bool ok);
  void Gone();
  void WriteNext();
  void End(const grpc::Status& status, const TrailerList& trailers);

  NativeServer& server_;
  grpc::GenericCallbackServerContext* context_;
  std::shared_ptr<NativeCall> self_;
  std::deque<FramePtr> queue_;  // the first is being written
  size_t queued_bytes_ = 0;
  grpc::ByteBuffer writing_;
  bool write_under_way_ = false;
  bool ending_ = false;  // after the queue
  bool ended_ = false;   // gRPC knows
  grpc::Status last_status_;
  TrailerList last_trailers_;
};

}  // namespace chess::gateway
