#include "base/utf8.h"

#include <algorithm>

namespace chess::base {
namespace {

constexpr size_t kLongest = 4;  // bytes of one character

// A byte that is not the first of its character.
bool Continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

constexpr char32_t kInvalid = 0xffffffff;

// The character that begins the text and its bytes; kInvalid and one byte where there is none.
char32_t Decode(std::string_view text, size_t* size) {
  *size = 1;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first;
  const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return kInvalid;
  char32_t value = first & (0x7fU >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if (!Continues(text[i])) return kInvalid;
    value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kLeast[bytes] || value > 0x10ffff || surrogate) return kInvalid;
  *size = bytes;
  return value;
}

bool Acts(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) ||  // C0, DEL, C1
         (c >= 0x2028 && c <= 0x202e) ||          // separators, embeddings and overrides
         (c >= 0x2066 && c <= 0x2069);            // isolates
}

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

size_t Characters(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !Continues(c); }));
}

std::string Plain(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t size = 0; !text.empty(); text.remove_prefix(size)) {
    const char32_t c = Decode(text, &size);
    if (c == kInvalid) {
      plain += '?';
    } else if (Acts(c)) {
      plain += ' ';
    } else {
      plain += text.substr(0, size);
    }
  }
  return plain;
}

bool IsSentence(std::string_view text, size_t least, size_t most) {
  const size_t blanks = static_cast<size_t>(std::count(text.begin(), text.end(), ' '));
  const size_t characters = Characters(text);
  return characters <= most && characters - blanks >= least && Plain(text) == text;
}

}  // namespace chess::base
