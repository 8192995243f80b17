#include "gateway/native/native_call.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>

#include "base/limits.h"
#include "gateway/edge/errors.h"
#include "gateway/http/front.h"
#include "gateway/native/native_server.h"

namespace chess::gateway {
namespace {

std::string_view Find(const grpc::ServerContextBase& context, const char* name) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(name);
  return found == metadata.end() ? std::string_view()
                                 : std::string_view(found->second.data(), found->second.size());
}

// "ipv4:127.0.0.1:5000" and "ipv6:%5B::1%5D:5000" without the port.
std::string_view HostOf(std::string_view peer) {
  const size_t colon = peer.rfind(':');
  return peer.starts_with("unix") || colon == std::string_view::npos ? peer : peer.substr(0, colon);
}

int64_t TimeoutMs(const grpc::ServerContextBase& context) {
  const auto deadline = context.deadline();
  if (deadline == std::chrono::system_clock::time_point::max()) return 0;
  const auto left = deadline - std::chrono::system_clock::now();
  const int64_t ms = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
  // gRPC gives a far deadline for "none".
  return ms > int64_t{365} * 24 * 3600 * 1000 ? 0 : std::max<int64_t>(1, ms);
}

}  // namespace

NativeCall::NativeCall(NativeServer& server, grpc::GenericCallbackServerContext* context)
    : server_(server), context_(context) {}

NativeCall* NativeCall::Make(NativeServer& server, grpc::GenericCallbackServerContext* context) {
  auto call = std::make_shared<NativeCall>(server, context);
  call->self_ = call;
  call->started_ns = base::SystemClock().SteadyNs();
  call->method = server.methods().Find(context->method());
  const std::string_view token = BearerToken(Find(*context, "authorization"));
  call->has_token = !token.empty();
  if (call->has_token) call->token = HashToken(token);
  call->address = AddressKey(HostOf(context->peer()));
  call->request_id = RequestId(Find(*context, "x-request-id"));
  call->BeginTrace(Find(*context, rpc::kTraceParent), Find(*context, rpc::kTraceState));
  context->AddInitialMetadata(rpc::kTraceIdHeader, rpc::TraceIdText(call->trace));
  call->timeout_ms = TimeoutMs(*context);
  if (call->method == nullptr) {
    boost::asio::post(server.io(), [call] {
      call->server_.hooks().unknown();
      call->End(Refuse(base::Code::kUnimplemented, "UNKNOWN_METHOD", "There is no such method."),
                {});
    });
  } else {
    call->StartRead(&call->message);
  }
  return call.get();
}

void NativeCall::OnReadDone(bool ok) {
  boost::asio::post(server_.io(), [self = self_, ok] { self->Arrived(ok); });
}

void NativeCall::OnWriteDone(bool ok) {
  boost::asio::post(server_.io(), [self = self_, ok] { self->Written(ok); });
}

void NativeCall::OnCancel() {
  boost::asio::post(server_.io(), [self = self_] { self->Gone(); });
}

void NativeCall::OnDone() {
  // The loop may still hold it.
  boost::asio::post(server_.io(), [self = std::move(self_)] {});
}

void NativeCall::Arrived(bool ok) {
  if (cancelled()) return;
  received_ms = server_.hooks().game_time();
  if (!ok) {
    return Call::Finish(
        Refuse(base::Code::kInvalidArgument, "MALFORMED_MESSAGE", "A message is wanted."));
  }
  if (message.Length() > method->max_bytes) return Call::Finish(TooLarge(method->max_bytes));
  server_.hooks().start(shared_from_this());
}

void NativeCall::Gone() {
  Cancel();
  const grpc::Status gone(grpc::StatusCode::CANCELLED, "the caller is gone");
  if (!write_under_way_) return End(gone, {});
  queue_.clear();  // the write under way fails soon
  ending_ = true;
  last_status_ = gone;
  last_trailers_.clear();
}

void NativeCall::End(const grpc::Status& status, const TrailerList& trailers) {
  if (ended_) return;
  ended_ = true;
  for (const auto& [name, value] : trailers) context_->AddTrailingMetadata(name, value);
  grpc::ServerGenericBidiReactor::Finish(status);
}

void NativeCall::DoReply(const grpc::ByteBuffer& answer, const TrailerList& trailers) {
  if (ended_) return;
  ended_ = true;
  for (const auto& [name, value] : trailers) context_->AddTrailingMetadata(name, value);
  writing_ = answer;
  StartWriteAndFinish(&writing_, {}, grpc::Status::OK);
}

void NativeCall::DoFinish(const grpc::Status& status, const TrailerList& trailers) {
  if (!write_under_way_ && queue_.empty()) return End(status, trailers);
  ending_ = true;
  last_status_ = status;
  last_trailers_ = trailers;
}

bool NativeCall::Send(const FramePtr& frame) {
  if (ended_ || ending_) return true;
  if (queue_.size() >= base::kWatchBufferEvents || queued_bytes_ >= base::kWatchBufferBytes) {
    return false;
  }
  queue_.push_back(frame);
  queued_bytes_ += frame->message().size();
  if (!write_under_way_) WriteNext();
  return true;
}

bool NativeCall::HasRoom() {
  return queue_.size() < base::kWatchBufferEvents / 2 &&
         queued_bytes_ < base::kWatchBufferBytes / 2;
}

void NativeCall::WriteNext() {
  if (ended_ || queue_.empty()) return;
  write_under_way_ = true;
  writing_ = queue_.front()->ToByteBuffer();
  StartWrite(&writing_);
}

void NativeCall::Written(bool ok) {
  write_under_way_ = false;
  if (!queue_.empty()) {
    queued_bytes_ -= queue_.front()->message().size();
    queue_.pop_front();
  }
  if (!ok) return Gone();
  if (!queue_.empty()) return WriteNext();
  if (ending_) return End(last_status_, last_trailers_);
  Drained();
}

}  // namespace chess::gateway
