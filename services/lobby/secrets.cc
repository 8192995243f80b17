#include "lobby/secrets.h"

#include "base/random.h"

namespace chess::lobby {

std::string NewCode() {
  std::string code;
  // Bytes beyond the last whole multiple of the alphabet are dropped: no letter is likelier.
  constexpr size_t kLimit = 256 - 256 % kCodeAlphabet.size();
  while (code.size() < kCodeLength) {
    const size_t draw = static_cast<uint8_t>(base::SecureBytes(1)[0]);
    if (draw < kLimit) code += kCodeAlphabet[draw % kCodeAlphabet.size()];
  }
  return code;
}

std::optional<std::string> NormalCode(std::string_view typed) {
  while (typed.starts_with(' ')) typed.remove_prefix(1);
  while (typed.ends_with(' ')) typed.remove_suffix(1);
  if (typed.size() != kCodeLength) return std::nullopt;
  std::string code;
  for (const char c : typed) {
    const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    if (kCodeAlphabet.find(upper) == std::string_view::npos) return std::nullopt;
    code += upper;
  }
  return code;
}

}  // namespace chess::lobby
