#pragma once
// Locked and nearly locked positions by the thousand, the same for the same seed: pawn walls with
// and without holes, chains, boxed men, kings in a corner with one way out. What the proofs of
// game/can_win.h are measured on.

#include <cstdint>

#include "rules/core/position.h"

namespace chess::rules::testing {

// A stream of random numbers (SplitMix64), the same on every machine.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}
  uint64_t Next();
  // 0 … n - 1.
  int Below(int n) { return static_cast<int>(Next() % static_cast<uint64_t>(n)); }
  bool OneIn(int n) { return Below(n) == 0; }

 private:
  uint64_t state_;
};

// A legal position of plain chess in which the side to move has a move.
Position LockedPosition(uint64_t seed);

}  // namespace chess::rules::testing
