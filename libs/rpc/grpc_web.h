#pragma once
// gRPC-Web framing, pure: bytes in, frames out. No gRPC, no sockets (target chess::grpc_web).
// Frame: 1 byte flags (0x80 trailers, 0x01 compressed), 4 bytes length big-endian, payload.
// Text mode is the same bytes in base64, where each flushed chunk may carry its own padding.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chess::rpc {

// What a content type asks for; nullopt if it is not gRPC-Web's. Parameters are ignored.
enum class WebFormat { kBinary, kText };
std::optional<WebFormat> ParseWebContentType(std::string_view content_type);

using Trailers = std::vector<std::pair<std::string, std::string>>;  // names in lower case

struct WebFrame {
  bool trailers = false;
  bool compressed = false;
  std::string payload;
};

// Feeds bytes in chunks of any size, takes frames out. Not thread-safe. After an error it stays in
// error.
class WebDecoder {
 public:
  WebDecoder(WebFormat format, size_t max_frame_bytes);
  // False on bad base64 or a frame longer than the limit; see error().
  bool Feed(std::string_view chunk);
  // The end of the body: false if it ends within a frame or a base64 group that cannot be
  // completed (missing padding is completed where the remaining characters allow).
  bool End();
  // The next whole frame, if any.
  std::optional<WebFrame> Next();
  const std::string& error() const { return error_; }  // empty: none
  bool too_long() const { return too_long_; }

 private:
  bool Fail(const char* why);
  bool DecodeText(std::string_view chunk);
  bool FlushGroup();
  bool CheckHeader();

  WebFormat format_;
  size_t max_frame_bytes_;
  std::string bytes_;      // decoded, not yet taken
  size_t taken_ = 0;       // of bytes_
  uint32_t group_ = 0;     // base64 group in progress
  int group_size_ = 0;     // its characters
  int group_padding_ = 0;  // its '='
  bool too_long_ = false;
  std::string error_;
};

// One frame as bytes.
std::string EncodeWebFrame(bool trailers, std::string_view payload);
// A trailer block ("name: value" lines) and back; ParseTrailers skips lines without a colon.
std::string EncodeTrailers(const Trailers& trailers);
Trailers ParseTrailers(std::string_view block);

std::string Base64Encode(std::string_view bytes, bool padding = true);
// Standard or URL alphabet, padding optional; nullopt if malformed.
std::optional<std::string> Base64Decode(std::string_view text);

// grpc-timeout ("100m"): at most 8 digits and a unit of H M S m u n. Nanoseconds, clamped to
// int64; nullopt if malformed.
std::optional<int64_t> ParseGrpcTimeoutNs(std::string_view text);

// grpc-message: percent-encoding of everything outside 0x20…0x7e and of '%'. Decoding keeps
// malformed sequences as they are.
std::string EncodeGrpcMessage(std::string_view message);
std::string DecodeGrpcMessage(std::string_view text);

}  // namespace chess::rpc
