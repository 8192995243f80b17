#include "base/utf8.h"

namespace chess::base {
namespace {

constexpr size_t kLongest = 4;  // bytes of one character

// A byte that is not the first of its character.
bool Continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string_view FirstCharacter(std::string_view text) {
  size_t size = text.empty() ? 0 : 1;
  if (size == 0 || Continues(text[0])) return text.substr(0, size);
  while (size < text.size() && size < kLongest && Continues(text[size])) ++size;
  return text.substr(0, size);
}

std::string_view Clip(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && Continues(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

}  // namespace chess::base
