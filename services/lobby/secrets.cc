#include "lobby/secrets.h"

#include <openssl/evp.h>

#include "base/check.h"
#include "base/random.h"

namespace chess::lobby {

std::string NewToken() {
  static constexpr char kAlphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string token;
  uint32_t bits = 0;
  int held = 0;
  for (const char byte : base::SecureBytes(32)) {
    bits = bits << 8 | static_cast<uint8_t>(byte);
    for (held += 8; held >= 6; held -= 6) token += kAlphabet[bits >> (held - 6) & 63];
  }
  if (held > 0) token += kAlphabet[bits << (6 - held) & 63];
  return token;
}

std::string Sha256(std::string_view bytes) {
  std::string hash(32, '\0');
  unsigned int size = 0;
  const int done =
      EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(hash.data()), &size,
                 EVP_sha256(), nullptr);
  CHESS_CHECK(done == 1 && size == hash.size());
  return hash;
}

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
