#include "gateway/edge/wire.h"

#include <cstring>

namespace chess::gateway {
namespace {

constexpr uint32_t kVarint = 0;
constexpr uint32_t kFixed64 = 1;
constexpr uint32_t kText = 2;
constexpr uint32_t kFixed32 = 5;

}  // namespace

bool WireReader::Varint(uint64_t* value) {
  *value = 0;
  for (size_t i = 0; i < rest_.size() && i < 10; ++i) {
    const auto byte = static_cast<uint8_t>(rest_[i]);
    *value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      rest_.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

bool WireReader::Take(size_t n, std::string_view* bytes) {
  if (rest_.size() < n) return false;
  *bytes = rest_.substr(0, n);
  rest_.remove_prefix(n);
  return true;
}

bool WireReader::Next() {
  if (!ok_ || rest_.empty()) return false;
  ok_ = false;  // until the field is read whole
  number_ = 0;
  text_ = {};
  is_text_ = false;
  uint64_t tag = 0;
  if (!Varint(&tag) || (tag >> 3) == 0 || (tag >> 3) > 0x1fffffff) return false;
  field_ = static_cast<uint32_t>(tag >> 3);
  std::string_view fixed;
  switch (tag & 7) {
    case kVarint:
      ok_ = Varint(&number_);
      break;
    case kFixed64:
      ok_ = Take(8, &fixed);
      if (ok_) std::memcpy(&number_, fixed.data(), 8);
      break;
    case kFixed32:
      ok_ = Take(4, &fixed);
      if (ok_) std::memcpy(&number_, fixed.data(), 4);
      break;
    case kText: {
      uint64_t length = 0;
      is_text_ = true;
      ok_ = Varint(&length) && length <= rest_.size() && Take(length, &text_);
      break;
    }
    default:
      break;
  }
  return ok_;
}

void AppendVarint(std::string* out, uint64_t value) {
  while (value >= 0x80) {
    out->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out->push_back(static_cast<char>(value));
}

void AppendText(std::string* out, uint32_t field, std::string_view bytes) {
  AppendVarint(out, (field << 3) | kText);
  AppendVarint(out, bytes.size());
  out->append(bytes);
}

void AppendNumber(std::string* out, uint32_t field, uint64_t value) {
  if (value == 0) return;
  AppendVarint(out, (field << 3) | kVarint);
  AppendVarint(out, value);
}

std::string_view PeekFirstField(std::string_view message) {
  for (WireReader reader(message); reader.Next();) {
    if (reader.field() == 1 && reader.is_text()) return reader.text();
  }
  return {};
}

}  // namespace chess::gateway
