#include "base/ids.h"

#include "base/random.h"

namespace chess::base {
namespace {
constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr int kUnbiased = 62 * 4;  // bytes at or above this are drawn again

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
}  // namespace

std::string RandomBase62(int n) {
  std::string text;
  while (static_cast<int>(text.size()) < n) {
    for (const char c : SecureBytes(static_cast<size_t>(n))) {
      const int byte = static_cast<unsigned char>(c);
      if (byte < kUnbiased && static_cast<int>(text.size()) < n) text += kBase62[byte % 62];
    }
  }
  return text;
}

bool IsBase62(std::string_view text, size_t n) {
  return text.size() == n && text.find_first_not_of(kBase62) == std::string_view::npos;
}

std::string ToHex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    hex += kDigits[static_cast<unsigned char>(c) >> 4];
    hex += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return hex;
}

std::string FromHex(std::string_view hex) {
  if (hex.size() % 2 != 0) return {};
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    const int high = HexDigit(hex[i]), low = HexDigit(hex[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

}  // namespace chess::base
