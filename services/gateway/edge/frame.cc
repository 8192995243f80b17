#include "gateway/edge/frame.h"

#include <charconv>
#include <cstring>
#include <vector>

#include "rpc/grpc_web.h"

namespace chess::gateway {
namespace {

std::string ChunkHead(size_t bytes) {
  char text[24];
  char* end = std::to_chars(text, text + sizeof(text) - 2, bytes, 16).ptr;
  *end++ = '\r';
  *end++ = '\n';
  return std::string(text, end);
}

void ReleaseFrame(void* holder) { delete static_cast<FramePtr*>(holder); }

}  // namespace

Frame::Frame(size_t message_bytes, bool trailers) : message_bytes_(message_bytes) {
  bytes_ = ChunkHead(message_bytes + 5);
  frame_at_ = bytes_.size();
  bytes_.resize(frame_at_ + 5 + message_bytes + 2);
  char* at = bytes_.data() + frame_at_;
  const auto n = static_cast<uint32_t>(message_bytes);
  at[0] = trailers ? '\x80' : '\0';
  at[1] = static_cast<char>(n >> 24);
  at[2] = static_cast<char>(n >> 16);
  at[3] = static_cast<char>(n >> 8);
  at[4] = static_cast<char>(n);
  std::memcpy(at + 5 + message_bytes, "\r\n", 2);
}

FramePtr Frame::Of(std::string_view head, std::string_view tail) {
  auto frame = std::make_shared<Frame>(head.size() + tail.size(), false);
  std::memcpy(frame->Body(), head.data(), head.size());
  std::memcpy(frame->Body() + head.size(), tail.data(), tail.size());
  return frame;
}

FramePtr Frame::Of(const grpc::ByteBuffer& message) {
  auto frame = std::make_shared<Frame>(message.Length(), false);
  std::vector<grpc::Slice> slices;
  message.Dump(&slices);
  char* at = frame->Body();
  for (const grpc::Slice& slice : slices) {
    std::memcpy(at, slice.begin(), slice.size());
    at += slice.size();
  }
  return frame;
}

FramePtr Frame::OfTrailers(std::string_view block) {
  auto frame = std::make_shared<Frame>(block.size(), true);
  std::memcpy(frame->Body(), block.data(), block.size());
  return frame;
}

std::string_view Frame::text_chunk() const {
  if (text_chunk_.empty()) {
    const std::string text = rpc::Base64Encode(web_frame());
    text_chunk_ = ChunkHead(text.size()) + text + "\r\n";
  }
  return text_chunk_;
}

grpc::ByteBuffer Frame::ToByteBuffer() const {
  const std::string_view bytes = message();
  grpc::Slice slice(const_cast<char*>(bytes.data()), bytes.size(), ReleaseFrame,
                    new FramePtr(shared_from_this()));
  return grpc::ByteBuffer(&slice, 1);
}

}  // namespace chess::gateway
