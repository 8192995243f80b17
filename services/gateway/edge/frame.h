#pragma once
// One message on its way to clients: encoded once and shared by every stream that carries it, as a
// message (native gRPC), as an HTTP chunk with a gRPC-Web frame inside, and, if anybody asks, as
// the same in base64. Immutable but for that cache; used on the loop's thread only.

#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <string>
#include <string_view>

namespace chess::gateway {

class Frame;
using FramePtr = std::shared_ptr<const Frame>;

class Frame : public std::enable_shared_from_this<Frame> {
 public:
  // Of a message whose parts follow each other.
  static FramePtr Of(std::string_view head, std::string_view tail = {});
  static FramePtr Of(const grpc::ByteBuffer& message);
  // The trailer frame that ends a gRPC-Web stream; has no message.
  static FramePtr OfTrailers(std::string_view block);

  std::string_view message() const { return view().substr(frame_at_ + 5, message_bytes_); }
  // Flags, length, message.
  std::string_view web_frame() const { return view().substr(frame_at_, 5 + message_bytes_); }
  // "<hex length>\r\n" frame "\r\n".
  std::string_view chunk() const { return bytes_; }
  // The chunk of the same frame in base64; made at the first use.
  std::string_view text_chunk() const;
  // Shares these bytes.
  grpc::ByteBuffer ToByteBuffer() const;

  explicit Frame(size_t message_bytes, bool trailers);  // use Of

 private:
  std::string_view view() const { return bytes_; }
  char* Body() { return bytes_.data() + frame_at_ + 5; }

  std::string bytes_;
  size_t frame_at_ = 0;
  size_t message_bytes_ = 0;
  mutable std::string text_chunk_;
};

}  // namespace chess::gateway
