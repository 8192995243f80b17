#include "chance/draw.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include "base/check.h"

namespace chess::chance {
namespace {

void AppendNumber(uint32_t value, std::string* out) {
  for (int shift = 24; shift >= 0; shift -= 8) *out += static_cast<char>(value >> shift & 0xff);
}

void AppendBytes(std::span<const uint8_t> bytes, std::string* out) {
  out->append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<int> HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

}  // namespace

Bytes32 CommitOf(const Bytes32& secret) {
  Bytes32 hash;
  SHA256(secret.data(), secret.size(), hash.data());
  return hash;
}

Bytes32 Digest(const Bytes32& secret, std::string_view game_id, const std::array<Nonce, 2>& nonces,
               uint32_t k, std::string_view purpose, uint32_t counter) {
  std::string message(game_id);
  AppendBytes(nonces[0], &message);
  AppendBytes(nonces[1], &message);
  AppendNumber(k, &message);
  message += purpose;
  if (counter > 0) AppendNumber(counter, &message);
  Bytes32 digest;
  unsigned int size = 0;
  const unsigned char* made = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
                                   reinterpret_cast<const unsigned char*>(message.data()),
                                   message.size(), digest.data(), &size);
  CHESS_CHECK(made != nullptr && size == digest.size());  // fails only without memory
  return digest;
}

std::optional<uint64_t> Choose(const Bytes32& digest, uint64_t n) {
  CHESS_CHECK(n >= 1);
  // 2^64 mod n: the words above 2^64 - excess would favour small numbers.
  const uint64_t excess = (0 - n) % n;
  for (size_t at = 0; at < digest.size(); at += 8) {
    uint64_t word = 0;
    for (size_t i = 0; i < 8; ++i) word = word << 8 | digest[at + i];
    if (word <= UINT64_MAX - excess) return word % n;
  }
  return std::nullopt;
}

uint64_t SecretChance::Draw(const std::array<Nonce, 2>& nonces, uint32_t k,
                            std::string_view purpose, uint64_t n) const {
  if (n == 1) return 0;
  for (uint32_t counter = 0;; ++counter) {
    const Bytes32 digest = Digest(secret_, game_id_, nonces, k, purpose, counter);
    if (const auto index = Choose(digest, n)) return *index;
  }
}

std::string ToHex(std::span<const uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool FromHex(std::string_view text, std::span<uint8_t> out) {
  if (text.size() != 2 * out.size()) return false;
  for (size_t i = 0; i < out.size(); ++i) {
    const auto high = HexDigit(text[2 * i]), low = HexDigit(text[2 * i + 1]);
    if (!high || !low) return false;
    out[i] = static_cast<uint8_t>(*high << 4 | *low);
  }
  return true;
}

}  // namespace chess::chance
