#pragma once
// Answers that several rules give in the same words.

#include "rules/core/position.h"
#include "rules/core/rule.h"

namespace chess::rules {

inline constexpr Powers kOrthodoxPromotions =
    Bit(Role::kQueen) | Bit(Role::kRook) | Bit(Role::kBishop) | Bit(Role::kKnight);

constexpr bool IsPawnOnly(Powers powers) { return powers == Bit(Role::kPawn); }

// Rule::can_win: no for a side that has nothing but its royal man.
inline CanWinAnswer NotWhenBare(const Position& p, Color side) {
  return (p.of(side) & ~p.royal) == 0 ? CanWinAnswer::kNo : CanWinAnswer::kUnproven;
}

}  // namespace chess::rules
