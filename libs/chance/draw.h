#pragma once
// How the server draws, so that anyone can check it afterwards: commit, nonces, HMAC-SHA-256.
// docs/chance.md says it byte by byte, with a test vector. Pure functions; thread-safe.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "match/chance.h"

namespace chess::chance {

using match::Bytes32;
using match::Nonce;

// SHA-256 of the secret: published when the game is created.
Bytes32 CommitOf(const Bytes32& secret);

// HMAC-SHA-256 under the secret of: game id, White's nonce, Black's nonce, k (four bytes, the
// highest first), purpose, and for counter > 0 the counter in the same form.
Bytes32 Digest(const Bytes32& secret, std::string_view game_id, const std::array<Nonce, 2>& nonces,
               uint32_t k, std::string_view purpose, uint32_t counter = 0);

// A number in [0, n) (n >= 1) from the eight-byte words of a digest, the highest byte first: the
// first word below the greatest multiple of n that 64 bits can hold, modulo n. Nothing where no
// word is: take the digest of the next counter.
std::optional<uint64_t> Choose(const Bytes32& digest, uint64_t n);

// The draws of one game from its secret.
class SecretChance final : public match::Chance {
 public:
  SecretChance(const Bytes32& secret, std::string_view game_id)
      : secret_(secret), game_id_(game_id) {}

  uint64_t Draw(const std::array<Nonce, 2>& nonces, uint32_t k, std::string_view purpose,
                uint64_t n) const override;
  Bytes32 Secret() const override { return secret_; }

 private:
  Bytes32 secret_;
  std::string game_id_;
};

// Lower-case hex, as PGN tags carry secrets and nonces.
std::string ToHex(std::span<const uint8_t> bytes);
// Exactly out.size() bytes in either case; false for anything else.
bool FromHex(std::string_view text, std::span<uint8_t> out);

}  // namespace chess::chance
