#include "gateway/edge/call.h"

namespace chess::gateway {

void Call::End(grpc::StatusCode code) {
  finished_ = true;
  on_cancel_ = nullptr;
  on_drained_ = nullptr;
  if (on_end_) std::exchange(on_end_, nullptr)(*this, code);
}

void Call::Reply(const grpc::ByteBuffer& answer, const TrailerList& trailers) {
  if (finished_ || cancelled_) return;
  End(grpc::StatusCode::OK);
  DoReply(answer, trailers);
}

void Call::Finish(const grpc::Status& status, const TrailerList& trailers) {
  if (finished_ || cancelled_) return;
  End(status.error_code());
  DoFinish(status, trailers);
}

void Call::Cancel() {
  if (finished_ || cancelled_) return;
  cancelled_ = true;
  const auto hook = std::exchange(on_cancel_, nullptr);
  on_drained_ = nullptr;
  if (hook) hook();
  if (on_end_) std::exchange(on_end_, nullptr)(*this, grpc::StatusCode::CANCELLED);
}

}  // namespace chess::gateway
