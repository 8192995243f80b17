#include "gateway/http/web_call.h"

#include <ctime>
#include <vector>

#include "base/limits.h"

namespace chess::gateway {
namespace {

const char* ContentType(rpc::WebFormat format) {
  return format == rpc::WebFormat::kText ? "application/grpc-web-text+proto"
                                         : "application/grpc-web+proto";
}

void AppendFrameHead(std::string* out, char flags, size_t bytes) {
  const auto n = static_cast<uint32_t>(bytes);
  const char head[5] = {flags, static_cast<char>(n >> 24), static_cast<char>(n >> 16),
                        static_cast<char>(n >> 8), static_cast<char>(n)};
  out->append(head, sizeof(head));
}

std::string HeadOf(rpc::WebFormat format, const std::string& headers, bool chunked, size_t length,
                   bool close) {
  std::string head;
  head.reserve(384);
  head = "HTTP/1.1 200 OK\r\ncontent-type: ";
  head += ContentType(format);
  head += "\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n";
  head += DateLine();
  head += headers;
  if (chunked) {
    head += "x-accel-buffering: no\r\ntransfer-encoding: chunked\r\n";
  } else if (length != std::string::npos) {
    head += "content-length: ";
    head += std::to_string(length);
    head += "\r\n";
  }
  if (close) head += "connection: close\r\n";
  head += "\r\n";
  return head;
}

}  // namespace

const std::string& DateLine() {
  static thread_local std::time_t at = 0;
  static thread_local std::string line;
  const std::time_t now = std::time(nullptr);
  if (now != at) {
    at = now;
    char text[64];
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::strftime(text, sizeof(text), "date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    line = text;
  }
  return line;
}

std::string TrailerBlock(const grpc::Status& status, const TrailerList& trailers) {
  std::string block = "grpc-status:" + std::to_string(status.error_code()) + "\r\n";
  if (!status.error_message().empty()) {
    block += "grpc-message:" + rpc::EncodeGrpcMessage(status.error_message()) + "\r\n";
  }
  if (!status.error_details().empty()) {
    block += "grpc-status-details-bin:" + rpc::Base64Encode(status.error_details(), false) + "\r\n";
  }
  for (const auto& [name, value] : trailers) {
    block +=
        name + ":" + (name.ends_with("-bin") ? rpc::Base64Encode(value, false) : value) + "\r\n";
  }
  return block;
}

std::string StatusAnswer(rpc::WebFormat format, const grpc::Status& status,
                         const std::string& headers, bool close) {
  const std::string block = TrailerBlock(status, {});
  std::string body;
  AppendFrameHead(&body, '\x80', block.size());
  body += block;
  if (format == rpc::WebFormat::kText) body = rpc::Base64Encode(body);
  return HeadOf(format, headers, false, body.size(), close) + body;
}

WebCall::WebCall(HttpConnectionPtr connection, rpc::WebFormat format, std::string headers)
    : connection_(std::move(connection)), format_(format), headers_(std::move(headers)) {}

void WebCall::Attach() {
  // Weak: the connection holds its hooks, the call holds the connection.
  connection_->OnGone([self = weak_from_this()] {
    if (const auto call = self.lock()) call->Cancel();
  });
  if (!method->streaming) return;
  connection_->OnDrained([self = std::weak_ptr<Call>(weak_from_this())] {
    if (const auto call = self.lock()) static_cast<WebCall*>(call.get())->Drained();
  });
}

void WebCall::Begin() {
  if (begun_) return;
  begun_ = true;
  const bool chunked = !connection_->http10();
  connection_->StartStream(HeadOf(format_, headers_, chunked, std::string::npos,
                                  !connection_->keep_alive() || !chunked));
}

// What is queued within one turn of the loop is not the reader's fault: it is written out first.
bool WebCall::Below(size_t parts, size_t bytes) {
  const auto below = [&] {
    return connection_->queued_parts() < parts && connection_->queued_bytes() < bytes;
  };
  if (below()) return true;
  connection_->Flush();
  return below();
}

bool WebCall::HasRoom() { return Below(base::kWatchBufferEvents / 2, base::kWatchBufferBytes / 2); }

bool WebCall::Send(const FramePtr& frame) {
  Begin();
  if (!Below(base::kWatchBufferEvents, base::kWatchBufferBytes)) return false;
  std::string_view bytes = format_ == rpc::WebFormat::kText ? frame->text_chunk() : frame->chunk();
  if (connection_->http10()) {  // no chunks: the end of the connection is the end of the body
    bytes.remove_prefix(bytes.find('\n') + 1);
    bytes.remove_suffix(2);
  }
  connection_->Write({frame, bytes});
  return true;
}

void WebCall::AnswerWhole(std::string body) {
  if (format_ == rpc::WebFormat::kText) body = rpc::Base64Encode(body);
  const bool close = !connection_->keep_alive();
  std::string answer = HeadOf(format_, headers_, false, body.size(), close);
  answer += body;
  connection_->Answer(std::move(answer), close);
}

void WebCall::DoReply(const grpc::ByteBuffer& answer, const TrailerList& trailers) {
  static const grpc::Status kOk;
  const std::string block =
      trailers.empty() ? std::string("grpc-status:0\r\n") : TrailerBlock(kOk, trailers);
  std::string body;
  const size_t length = answer.Length();
  body.reserve(10 + length + block.size());
  AppendFrameHead(&body, '\0', length);
  std::vector<grpc::Slice> slices;
  if (length > 0) answer.Dump(&slices);
  for (const grpc::Slice& slice : slices) {
    body.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  AppendFrameHead(&body, '\x80', block.size());
  body += block;
  AnswerWhole(std::move(body));
}

void WebCall::DoFinish(const grpc::Status& status, const TrailerList& trailers) {
  const std::string block = TrailerBlock(status, trailers);
  if (!begun_) {
    std::string body;
    AppendFrameHead(&body, '\x80', block.size());
    body += block;
    return AnswerWhole(std::move(body));
  }
  const FramePtr frame = Frame::OfTrailers(block);
  std::string_view last = format_ == rpc::WebFormat::kText ? frame->text_chunk() : frame->chunk();
  if (connection_->http10()) {
    last.remove_prefix(last.find('\n') + 1);
    last.remove_suffix(2);
    return connection_->EndStream(std::string(last));
  }
  connection_->EndStream(std::string(last) + "0\r\n\r\n");
}

}  // namespace chess::gateway
