#pragma once
// Two sources of randomness: secrets from the kernel, and seeded sequences that one printed
// number replays (simulation, fuzzing, tests).

#include <cstddef>
#include <cstdint>
#include <string>

namespace chess::base {

// n bytes from the kernel's generator; for tokens, ids and chance secrets. Thread-safe.
std::string SecureBytes(size_t n);

// xoshiro256** seeded through splitmix64 (Blackman and Vigna). Same seed, same sequence,
// everywhere.
class SeededRandom {
 public:
  explicit SeededRandom(uint64_t seed);
  uint64_t Next();
  // Uniform in [0, bound); bound > 0. By rejection, so there is no bias.
  uint64_t Below(uint64_t bound);
  // Uniform in [0, 1).
  double Unit();

 private:
  uint64_t state_[4];
};

}  // namespace chess::base
