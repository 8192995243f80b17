#pragma once
// What men are worth in centipawns, by their powers.

#include <array>

#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::search {

// Pawn, knight, bishop, rook, queen, and a king that is an ordinary man.
constexpr std::array<int, rules::kRoles> kRoleValues = {100, 320, 330, 500, 900, 300};

// The most valuable power and seven tenths of the others: powers on one man get in each other's
// way, but a queen that also leaps is worth more than a queen.
constexpr int ManValue(rules::Powers powers) {
  int best = 0, sum = 0;
  for (int r = 0; r < rules::kRoles; ++r) {
    if (!(powers >> r & 1)) continue;
    sum += kRoleValues[static_cast<size_t>(r)];
    if (kRoleValues[static_cast<size_t>(r)] > best) {
      best = kRoleValues[static_cast<size_t>(r)];
    }
  }
  return best + (sum - best) * 7 / 10;
}

// Men of one side on the board, royal men not counted (they cannot be had).
int BoardMaterial(const rules::Position& position, rules::Color side);
// Men in hand.
int HandMaterial(const rules::Position& position, const rules::RuleSet& rules, rules::Color side);
// Both, ours minus theirs. Where capturing is compulsory men are a burden: the sign is turned
// round.
int MaterialBalance(const rules::Position& position, const rules::RuleSet& rules,
                    rules::Color side);

}  // namespace chess::search
