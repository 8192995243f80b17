#include "base/random.h"

#include <sys/random.h>

#include "base/check.h"

namespace chess::base {

std::string SecureBytes(size_t n) {
  std::string bytes(n, '\0');
  size_t done = 0;
  while (done < n) {
    const ssize_t got = getrandom(bytes.data() + done, n - done, 0);
    if (got > 0) done += static_cast<size_t>(got);
  }
  return bytes;
}

SeededRandom::SeededRandom(uint64_t seed) {
  for (uint64_t& word : state_) {
    seed += 0x9E3779B97F4A7C15ull;
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    word = z ^ (z >> 31);
  }
}

uint64_t SeededRandom::Next() {
  const auto rotate = [](uint64_t x, int k) { return (x << k) | (x >> (64 - k)); };
  const uint64_t result = rotate(state_[1] * 5, 7) * 9;
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate(state_[3], 45);
  return result;
}

uint64_t SeededRandom::Below(uint64_t bound) {
  CHESS_CHECK(bound > 0);
  const uint64_t limit = -bound % bound;  // 2^64 mod bound
  uint64_t x = Next();
  while (x < limit) x = Next();
  return x % bound;
}

double SeededRandom::Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

}  // namespace chess::base
