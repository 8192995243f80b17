#include "gateway/upstream/stream_proxy.h"

#include <boost/asio/post.hpp>
#include <chrono>

#include "gateway/edge/errors.h"

namespace chess::gateway {
namespace {

constexpr size_t kReadAheadBytes = 64 * 1024;

}  // namespace

StreamProxy::StreamProxy(Proxy& proxy, CallPtr call) : proxy_(proxy), call_(std::move(call)) {}

void StreamProxy::Start() {
  grpc::Slice slice;
  endpoint_ = proxy_.EndpointsOf(*call_).Pick(GameHint(*call_, &slice));
  if (endpoint_ == nullptr) {
    return call_->Finish(Polished({grpc::StatusCode::UNAVAILABLE, "no replica is known"}));
  }
  if (call_->timeout_ms > 0) {
    context_.set_deadline(std::chrono::system_clock::now() +
                          std::chrono::milliseconds(call_->timeout_ms));
  }
  proxy_.Fill(context_, *call_);
  self_ = shared_from_this();
  call_->OnCancel([self = self_] {
    self->context_.TryCancel();
    if (!self->reading_) self->LetGo();
  });
  call_->OnDrained([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->ReadNext();
  });
  endpoint_->stub.PrepareBidiStreamingCall(&context_, call_->method->path, {}, this);
  // Reads are started from the loop, so the call must not end under their feet.
  AddHold();
  held_ = true;
  StartWriteLast(&call_->message, {});
  reading_ = true;
  StartRead(&message_);
  proxy_.Sent();
  StartCall();
}

void StreamProxy::LetGo() {
  if (!held_) return;
  held_ = false;
  RemoveHold();
}

void StreamProxy::ReadNext() {
  if (reading_ || !held_ || call_->QueuedBytes() >= kReadAheadBytes) return;
  reading_ = true;
  StartRead(&message_);
}

void StreamProxy::OnReadDone(bool ok) {
  boost::asio::post(proxy_.io(), [self = shared_from_this(), ok] { self->Arrived(ok); });
}

void StreamProxy::Arrived(bool ok) {
  reading_ = false;
  if (!ok || call_->cancelled() || call_->finished()) return LetGo();
  const FramePtr frame = Frame::Of(message_);
  message_.Clear();
  if (!call_->Send(frame)) {
    context_.TryCancel();
    call_->Finish(Refuse(base::Code::kResourceExhausted, "SLOW_CONSUMER",
                         "The stream was read too slowly.", 1000));
    return LetGo();
  }
  ReadNext();
}

void StreamProxy::OnDone(const grpc::Status& status) {
  status_ = status;
  boost::asio::post(proxy_.io(), [self = shared_from_this()] { self->Ended(); });
}

void StreamProxy::Ended() {
  proxy_.Returned();
  Endpoints& endpoints = proxy_.EndpointsOf(*call_);
  if (status_.error_code() == grpc::StatusCode::UNAVAILABLE && ReasonOf(status_).empty()) {
    endpoints.Failed(*endpoint_);
  } else {
    endpoints.Succeeded(*endpoint_);
  }
  call_->Finish(PolishedAnswer(status_, *call_->method, call_->message), TrailersOf(context_));
  self_.reset();
}

}  // namespace chess::gateway
