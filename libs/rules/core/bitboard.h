#pragma once
// Small tools for boards of 64 bits.

#include <bit>

#include "rules/core/types.h"

namespace chess::rules {

constexpr Bitboard kFileA = 0x0101010101010101ull;
constexpr Bitboard kFileH = kFileA << 7;
constexpr Bitboard kRank1 = 0xffull;
constexpr Bitboard kRank8 = kRank1 << 56;
constexpr Bitboard kDarkSquares = 0xaa55aa55aa55aa55ull;
constexpr Bitboard RankBoard(int rank) { return kRank1 << 8 * rank; }
constexpr Bitboard FileBoard(int file) { return kFileA << file; }
// The rank as `color` counts it, its own first rank being 0.
constexpr Bitboard RelativeRankBoard(Color c, int rank) {
  return RankBoard(c == Color::kWhite ? rank : 7 - rank);
}

constexpr int Count(Bitboard b) { return std::popcount(b); }
constexpr bool MoreThanOne(Bitboard b) { return (b & (b - 1)) != 0; }
constexpr Square First(Bitboard b) { return static_cast<Square>(std::countr_zero(b)); }
constexpr Square PopFirst(Bitboard* b) {
  const Square s = First(*b);
  *b &= *b - 1;
  return s;
}

// One step towards the opponent and its two diagonals; men that would leave the board vanish.
template <Color Us>
constexpr Bitboard Forward(Bitboard b) {
  return Us == Color::kWhite ? b << 8 : b >> 8;
}
template <Color Us>
constexpr Bitboard ForwardEast(Bitboard b) {
  return Us == Color::kWhite ? (b & ~kFileH) << 9 : (b & ~kFileH) >> 7;
}
template <Color Us>
constexpr Bitboard ForwardWest(Bitboard b) {
  return Us == Color::kWhite ? (b & ~kFileA) << 7 : (b & ~kFileA) >> 9;
}

}  // namespace chess::rules
