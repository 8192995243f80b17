#pragma once
// How far from a win positions look: the orders in which can_win_search.h looks at them. Nothing
// here decides an answer.

#include <array>

#include "rules/core/position.h"

namespace chess::rules {

constexpr int kEstimates = 3;
constexpr int kMostEstimate = 511;

// For one side that wants to win. Remembers what the last pawn structures were worth.
class Estimator {
 public:
  explicit Estimator(Color side) : side_(side) {}

  // Three different guesses, lower is nearer, all from 0 to kMostEstimate: promote and then hunt
  // the king; corner the king; take its squares.
  std::array<int, kEstimates> Of(const Position& position);

 private:
  // Steps to promotion from each square of interest for one placement of the pawns.
  struct Structure {
    Bitboard own = ~Bitboard{0};
    Bitboard other = 0;
    std::array<uint8_t, 64> way;
  };

  const Structure& StructureOf(const Position& position);
  int PromotionCost(const Position& position);

  static constexpr size_t kRemembered = 16;
  Color side_;
  std::array<Structure, kRemembered> structures_;
};

}  // namespace chess::rules
