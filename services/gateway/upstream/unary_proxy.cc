#include "gateway/upstream/unary_proxy.h"

#include <algorithm>

#include "gateway/edge/errors.h"

namespace chess::gateway {
namespace {

constexpr size_t kMostRetries = 2;
constexpr int64_t kLongestDeadlineMs = 60'000;
constexpr std::chrono::milliseconds kPauses[kMostRetries] = {std::chrono::milliseconds(60),
                                                             std::chrono::milliseconds(250)};

}  // namespace

UnaryProxy::UnaryProxy(Proxy& proxy, CallPtr call) : proxy_(proxy), call_(std::move(call)) {
  const int64_t ms = call_->timeout_ms > 0 ? std::min(call_->timeout_ms, kLongestDeadlineMs)
                                           : call_->method->deadline_ms;
  deadline_ = std::chrono::system_clock::now() + std::chrono::milliseconds(ms);
}

void UnaryProxy::Start() {
  proxy_.budget().OnCall();
  call_->OnCancel([self = shared_from_this()] {
    if (self->context_) self->context_->TryCancel();
    if (self->pause_) self->pause_->cancel();
  });
  Send();
}

void UnaryProxy::Send() {
  grpc::Slice slice;
  const EndpointPtr endpoint = proxy_.EndpointsOf(*call_).Pick(GameHint(*call_, &slice), tried_);
  if (endpoint == nullptr) {
    return call_->Finish(Polished({grpc::StatusCode::UNAVAILABLE, "no replica is known"}));
  }
  tried_.push_back(endpoint);
  reader_.reset();  // lives in the call that the context holds
  grpc::ClientContext& context = context_.emplace();
  context.set_deadline(deadline_);
  proxy_.Fill(context, *call_);
  answer_.Clear();
  proxy_.Sent();
  self_ = shared_from_this();
  reader_ = endpoint->stub.PrepareUnaryCall(&context, call_->method->path, call_->message,
                                            proxy_.completions().queue());
  reader_->StartCall();
  reader_->Finish(&answer_, &status_, static_cast<Completions::Waiter*>(this));
}

void UnaryProxy::Completed() {
  const std::shared_ptr<UnaryProxy> self = std::move(self_);
  Answered();
}

// Only what was surely not begun, or may be repeated, and only where another attempt may help: not
// where the service says that what it needs is away, or that it does not know.
bool UnaryProxy::ShouldRetry(const std::string& reason) {
  if (!call_->method->idempotent || tried_.size() > kMostRetries || call_->cancelled())
    return false;
  if (!reason.empty() && reason != "DRAINING" && reason != "NEWER_EVENT") return false;
  if (std::chrono::system_clock::now() >= deadline_) return false;
  if (proxy_.budget().Take()) return true;
  proxy_.metrics().retries_refused.Increment();
  return false;
}

void UnaryProxy::Answered() {
  proxy_.Returned();
  Endpoints& endpoints = proxy_.EndpointsOf(*call_);
  if (status_.ok()) {
    endpoints.Succeeded(*tried_.back());
    return call_->Reply(answer_, TrailersOf(*context_));
  }
  if (status_.error_code() != grpc::StatusCode::UNAVAILABLE) {
    return call_->Finish(PolishedAnswer(status_, *call_->method, call_->message),
                         TrailersOf(*context_));
  }
  const std::string reason = ReasonOf(status_);
  if (reason.empty() || reason == "DRAINING") endpoints.Failed(*tried_.back());
  if (!ShouldRetry(reason)) return call_->Finish(Polished(status_), TrailersOf(*context_));
  proxy_.metrics().retries.Increment();
  // Another replica is asked at once; the same one after a moment.
  if (tried_.size() < endpoints.size()) return Send();
  pause_.emplace(proxy_.io());
  pause_->expires_after(kPauses[std::min(tried_.size(), kMostRetries) - 1]);
  pause_->async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error && !self->call_->cancelled()) self->Send();
  });
}

}  // namespace chess::gateway
