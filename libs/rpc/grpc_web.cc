#include "rpc/grpc_web.h"

#include <algorithm>
#include <array>
#include <limits>

namespace chess::rpc {
namespace {

constexpr size_t kHeaderSize = 5;
constexpr uint8_t kTrailerFlag = 0x80;
constexpr uint8_t kCompressedFlag = 0x01;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string Lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), Lower);
  return out;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

uint32_t LengthAt(std::string_view header) {
  uint32_t length = 0;
  for (size_t i = 1; i < kHeaderSize; ++i) length = length << 8 | static_cast<uint8_t>(header[i]);
  return length;
}

}  // namespace

std::optional<WebFormat> ParseWebContentType(std::string_view content_type) {
  const std::string type = Lowered(Trimmed(content_type.substr(0, content_type.find(';'))));
  if (type == "application/grpc-web" || type == "application/grpc-web+proto") {
    return WebFormat::kBinary;
  }
  if (type == "application/grpc-web-text" || type == "application/grpc-web-text+proto") {
    return WebFormat::kText;
  }
  return std::nullopt;
}

// --- Decoder ---

WebDecoder::WebDecoder(WebFormat format, size_t max_frame_bytes)
    : format_(format), max_frame_bytes_(max_frame_bytes) {}

bool WebDecoder::Fail(const char* why) {
  if (error_.empty()) error_ = why;
  return false;
}

bool WebDecoder::Feed(std::string_view chunk) {
  if (!error_.empty()) return false;
  if (format_ == WebFormat::kBinary) {
    bytes_.append(chunk);
  } else if (!DecodeText(chunk)) {
    return false;
  }
  return CheckHeader();
}

// A frame that announces more than the limit is refused by its header, before it is buffered.
bool WebDecoder::CheckHeader() {
  const std::string_view rest = std::string_view(bytes_).substr(taken_);
  if (rest.size() < kHeaderSize || LengthAt(rest) <= max_frame_bytes_) return true;
  too_long_ = true;
  return Fail("frame longer than the limit");
}

bool WebDecoder::End() {
  if (!error_.empty()) return false;
  if (format_ == WebFormat::kText && group_size_ + group_padding_ > 0) {
    // A last group without its padding is whole if it has two or three characters.
    if (group_size_ < 2) return Fail("base64 ends within a group");
    if (!FlushGroup() || !CheckHeader()) return false;
  }
  size_t at = taken_;
  while (bytes_.size() - at >= kHeaderSize) {
    const uint32_t length = LengthAt(std::string_view(bytes_).substr(at));
    if (length > max_frame_bytes_) {
      too_long_ = true;
      return Fail("frame longer than the limit");
    }
    if (bytes_.size() - at - kHeaderSize < length) return Fail("body ends within a frame");
    at += kHeaderSize + length;
  }
  return at == bytes_.size() ? true : Fail("body ends within a frame header");
}

std::optional<WebFrame> WebDecoder::Next() {
  const std::string_view rest = std::string_view(bytes_).substr(taken_);
  if (rest.size() < kHeaderSize || !CheckHeader()) return std::nullopt;
  const uint32_t length = LengthAt(rest);
  if (rest.size() - kHeaderSize < length) return std::nullopt;
  const auto flags = static_cast<uint8_t>(rest[0]);
  if ((flags & ~(kTrailerFlag | kCompressedFlag)) != 0) {
    Fail("unknown frame flags");
    return std::nullopt;
  }
  WebFrame frame{(flags & kTrailerFlag) != 0, (flags & kCompressedFlag) != 0,
                 std::string(rest.substr(kHeaderSize, length))};
  taken_ += kHeaderSize + length;
  // What was taken is dropped once it is the larger part, so that the cost stays linear.
  if (taken_ > bytes_.size() / 2) {
    bytes_.erase(0, taken_);
    taken_ = 0;
  }
  return frame;
}

// --- Base64 ---

namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The six bits of a character of the standard or the URL alphabet; -1 for others.
int SixBits(char c) {
  static const std::array<int8_t, 256> table = [] {
    std::array<int8_t, 256> t;
    t.fill(-1);
    for (int i = 0; i < 64; ++i) t[static_cast<uint8_t>(kAlphabet[i])] = static_cast<int8_t>(i);
    t['-'] = 62;
    t['_'] = 63;
    return t;
  }();
  return table[static_cast<uint8_t>(c)];
}

// Bytes of a group of `size` (2 to 4) characters; false if unused bits are not zero.
bool AppendGroup(uint32_t group, int size, std::string* out) {
  const uint32_t bits = group << (6 * (4 - size));
  out->push_back(static_cast<char>(bits >> 16));
  if (size > 2) out->push_back(static_cast<char>(bits >> 8));
  if (size > 3) out->push_back(static_cast<char>(bits));
  if (size == 2) return (bits & 0xffff) == 0;
  if (size == 3) return (bits & 0xff) == 0;
  return true;
}

}  // namespace

bool WebDecoder::FlushGroup() {
  if (!AppendGroup(group_, group_size_, &bytes_)) return Fail("base64 with stray bits");
  group_ = 0;
  group_size_ = 0;
  group_padding_ = 0;
  return true;
}

// Each chunk that the sender flushed may end with its own padding, anywhere in the body.
bool WebDecoder::DecodeText(std::string_view chunk) {
  for (const char c : chunk) {
    if (c == '=') {
      if (group_size_ < 2) return Fail("base64 padding out of place");
      if (group_size_ + ++group_padding_ == 4 && !FlushGroup()) return false;
      continue;
    }
    const int bits = SixBits(c);
    if (bits < 0) return Fail("not base64");
    if (group_padding_ > 0) return Fail("base64 padding is incomplete");
    group_ = group_ << 6 | static_cast<uint32_t>(bits);
    if (++group_size_ == 4 && !FlushGroup()) return false;
  }
  return true;
}

std::string Base64Encode(std::string_view bytes, bool padding) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t have = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < have ? static_cast<uint8_t>(bytes[i + k]) : 0u);
    }
    for (size_t k = 0; k < 4; ++k) {
      if (k <= have) {
        out.push_back(kAlphabet[group >> (18 - 6 * k) & 63]);
      } else if (padding) {
        out.push_back('=');
      }
    }
  }
  return out;
}

std::optional<std::string> Base64Decode(std::string_view text) {
  size_t padding = 0;
  while (padding < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  const size_t last = text.size() % 4;
  if (last == 1 || (padding > 0 && last + padding != 4)) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  uint32_t group = 0;
  int size = 0;
  for (const char c : text) {
    const int bits = SixBits(c);
    if (bits < 0) return std::nullopt;
    group = group << 6 | static_cast<uint32_t>(bits);
    if (++size < 4) continue;
    AppendGroup(group, 4, &out);
    group = 0;
    size = 0;
  }
  if (size > 0 && !AppendGroup(group, size, &out)) return std::nullopt;
  return out;
}

// --- Frames and trailers ---

std::string EncodeWebFrame(bool trailers, std::string_view payload) {
  const auto length = static_cast<uint32_t>(payload.size());
  std::string out;
  out.reserve(kHeaderSize + payload.size());
  out.push_back(static_cast<char>(trailers ? kTrailerFlag : 0));
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(length >> shift));
  out.append(payload);
  return out;
}

std::string EncodeTrailers(const Trailers& trailers) {
  std::string out;
  for (const auto& [name, value] : trailers) out += Lowered(name) + ": " + value + "\r\n";
  return out;
}

Trailers ParseTrailers(std::string_view block) {
  Trailers trailers;
  while (!block.empty()) {
    const size_t end = block.find('\n');
    std::string_view line = block.substr(0, end);
    block = end == std::string_view::npos ? std::string_view() : block.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) continue;
    trailers.emplace_back(Lowered(Trimmed(line.substr(0, colon))),
                          std::string(Trimmed(line.substr(colon + 1))));
  }
  return trailers;
}

// --- Header values ---

std::optional<int64_t> ParseGrpcTimeoutNs(std::string_view text) {
  if (text.size() < 2 || text.size() > 9) return std::nullopt;
  int64_t value = 0;
  for (const char c : text.substr(0, text.size() - 1)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  int64_t unit = 0;
  switch (text.back()) {
    case 'H':
      unit = 3'600'000'000'000;
      break;
    case 'M':
      unit = 60'000'000'000;
      break;
    case 'S':
      unit = 1'000'000'000;
      break;
    case 'm':
      unit = 1'000'000;
      break;
    case 'u':
      unit = 1'000;
      break;
    case 'n':
      unit = 1;
      break;
    default:
      return std::nullopt;
  }
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  return value > kMost / unit ? kMost : value * unit;
}

std::string EncodeGrpcMessage(std::string_view message) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(message.size());
  for (const char c : message) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte >= 0x20 && byte <= 0x7e && c != '%') {
      out.push_back(c);
    } else {
      out.push_back('%');
      out.push_back(kHex[byte >> 4]);
      out.push_back(kHex[byte & 15]);
    }
  }
  return out;
}

std::string DecodeGrpcMessage(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char low = Lower(c);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
  };
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 &&
        digit(text[i + 2]) >= 0) {
      out.push_back(static_cast<char>(digit(text[i + 1]) << 4 | digit(text[i + 2])));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

}  // namespace chess::rpc
