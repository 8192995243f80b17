#pragma once
// Whether a side can ever win, by looking at every position that can arise: the slow and simple
// judge of the fast proofs.

#include <cstddef>
#include <optional>

#include "rules/core/moves.h"
#include "rules/core/rule_set.h"

namespace chess::rules::testing {

// For each side whether some series of legal moves leads to its win; nothing if more than
// `max_positions` different positions can arise and no win has turned up among those seen.
struct Exhaustive {
  std::optional<bool> can_win[2];
  size_t positions = 0;
};

Exhaustive SeeEverything(const Position& position, const RuleSet& rules, size_t max_positions);

}  // namespace chess::rules::testing
