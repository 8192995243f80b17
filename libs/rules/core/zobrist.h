#pragma once
// The random numbers behind Position::key. Fixed for ever within a rules revision: keys may be
// compared between processes and machines.

#include <array>

#include "rules/core/types.h"

namespace chess::rules {

struct ZobristTable {
  Key men[2][kRoles][64] = {};  // one number per power of a man
  Key royal[64] = {};           // a royal man that does not move as a king
  Key unmoved[64] = {};         // a rook with a castling right
  Key ep[64] = {};
  Key black_to_move = 0;
};

constexpr Key Mix(uint64_t z) {  // the finaliser of splitmix64 (Steele, Lea, Flood)
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

constexpr ZobristTable MakeZobrist() {
  ZobristTable t;
  uint64_t state = 0x43617374656c6c61ull;
  auto next = [&state] { return Mix(state += 0x9e3779b97f4a7c15ull); };
  for (auto& color : t.men)
    for (auto& role : color)
      for (Key& k : role) k = next();
  for (Key& k : t.royal) k = next();
  for (Key& k : t.unmoved) k = next();
  for (Key& k : t.ep) k = next();
  t.black_to_move = next();
  return t;
}

inline constexpr ZobristTable kZobrist = MakeZobrist();

// The part of the key that a slot contributes; an empty slot contributes nothing.
constexpr Key SlotKey(int slot, uint64_t value) {
  return value == 0 ? 0 : Mix(value + 0x9e3779b97f4a7c15ull * static_cast<uint64_t>(slot + 1));
}

}  // namespace chess::rules
