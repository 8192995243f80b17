#include "credential/token.h"

#include <openssl/evp.h>

#include "base/check.h"
#include "base/random.h"

namespace chess::credential {

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

}  // namespace chess::credential
