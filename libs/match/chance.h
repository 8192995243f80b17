#pragma once
// Chance as an argument: the referee asks for draws and never makes them. docs/chance.md says how
// the server draws (libs/chance) so that neither it nor a player alone chooses.

#include <array>
#include <cstdint>
#include <string_view>

namespace chess::match {

using Nonce = std::array<uint8_t, 16>;    // a player's part in the draws; zeros: none came in time
using Bytes32 = std::array<uint8_t, 32>;  // a secret, or its commit (SHA-256)

// What a draw is for; part of what is hashed, so the words never change.
inline constexpr std::string_view kSetupPurpose = "setup";
inline constexpr std::string_view kRollPurpose = "roll";

// The draws of one game.
class Chance {
 public:
  virtual ~Chance() = default;
  // Draw k (from 1, counting all draws ever made in the game): uniform in [0, n), the same whenever
  // it is asked. n >= 1; for n = 1 it is 0.
  virtual uint64_t Draw(const std::array<Nonce, 2>& nonces, uint32_t k, std::string_view purpose,
                        uint64_t n) const = 0;
  // What the commit of the game is the hash of; told when the game is over.
  virtual Bytes32 Secret() const = 0;
};

}  // namespace chess::match
