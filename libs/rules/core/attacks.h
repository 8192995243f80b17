#pragma once
// Where men attack: tables for steps and leaps, multiplication hashing ("magic bitboards") for
// sliders. All tables are filled before main, also before other static initialisers.

#include <array>

#include "rules/core/bitboard.h"

namespace chess::rules {

using BoardTable = std::array<Bitboard, 64>;

struct SliderEntry {
  Bitboard mask;          // squares whose occupation matters
  Bitboard factor;        // spreads them without harmful collisions
  const Bitboard* table;  // attacks by hash
  int shift;
};

extern const BoardTable kKnightAttacks;
extern const BoardTable kKingAttacks;
// Squares attacked by a pawn of that colour.
extern const std::array<BoardTable, 2> kPawnAttacks;
extern const BoardTable kBishopRays;  // attacks on the empty board
extern const BoardTable kRookRays;
extern const std::array<BoardTable, 64> kBetween;  // squares strictly between; 0 if not on one line
extern const std::array<BoardTable, 64> kLine;     // the line through both; 0 if there is none
extern SliderEntry kBishopEntries[64];
extern SliderEntry kRookEntries[64];

inline Bitboard BishopAttacks(Square s, Bitboard occupied) {
  const SliderEntry& e = kBishopEntries[s];
  return e.table[(occupied & e.mask) * e.factor >> e.shift];
}
inline Bitboard RookAttacks(Square s, Bitboard occupied) {
  const SliderEntry& e = kRookEntries[s];
  return e.table[(occupied & e.mask) * e.factor >> e.shift];
}
inline Bitboard QueenAttacks(Square s, Bitboard occupied) {
  return BishopAttacks(s, occupied) | RookAttacks(s, occupied);
}
// Squares that a man with this one power attacks from s.
Bitboard AttacksOf(Role role, Color color, Square s, Bitboard occupied);

}  // namespace chess::rules
