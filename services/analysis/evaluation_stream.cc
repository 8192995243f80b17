#include "analysis/evaluation_stream.h"

#include <utility>

#include "rpc/status.h"

namespace chess::analysis {

EvaluationStream::EvaluationStream() : handle_(std::make_shared<Handle>()) {
  handle_->stream_ = this;
}

bool EvaluationStream::Handle::Show(v1::EvaluateResponse response) {
  const std::lock_guard lock(mutex_);
  if (stream_ == nullptr || cancelled_) return false;
  stream_->next_ = std::move(response);
  stream_->WriteNext();
  return true;
}

void EvaluationStream::Handle::End(base::Result<v1::EvaluateResponse> last) {
  const std::lock_guard lock(mutex_);
  if (stream_ == nullptr || stream_->end_) return;
  if (last) {
    last->set_final(true);
    stream_->next_ = std::move(*last);
    stream_->end_ = grpc::Status::OK;
  } else {
    stream_->next_.reset();
    stream_->end_ = rpc::ToGrpc(last.error());
  }
  stream_->WriteNext();
}

void EvaluationStream::WriteNext() {
  if (busy_ || finished_) return;
  if (next_ && !handle_->cancelled_) {
    busy_ = true;
    writing_ = std::move(*next_);
    next_.reset();
    StartWrite(&writing_);
  } else if (end_) {
    finished_ = true;
    Finish(*end_);
  }
}

void EvaluationStream::OnWriteDone(bool ok) {
  const std::lock_guard lock(handle_->mutex_);
  busy_ = false;
  if (!ok) handle_->cancelled_ = true;
  WriteNext();
}

void EvaluationStream::OnCancel() {
  const std::lock_guard lock(handle_->mutex_);
  handle_->cancelled_ = true;
  if (!end_) end_ = grpc::Status(grpc::StatusCode::CANCELLED, "The caller hung up.");
  WriteNext();
}

void EvaluationStream::OnDone() {
  {
    const std::lock_guard lock(handle_->mutex_);
    handle_->stream_ = nullptr;
  }
  delete this;
}

}  // namespace chess::analysis
