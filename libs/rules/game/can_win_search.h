#pragma once
// Looking for a series of legal moves, both sides helping, that ends with a win for one side; and
// finding out that there is none by having seen every position that can arise.

#include <vector>

#include "rules/core/moves.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

struct WinSearch {
  // kYes: a winning series was found. kNo: there is none. kUnproven: the limit was reached.
  CanWinAnswer answer = CanWinAnswer::kUnproven;
  int positions = 0;  // different positions seen
  int moves = 0;      // moves played to see them
};

// The moves that a search may play; a search never sees more positions than this plus one.
inline constexpr int kMostSearchMoves = 60'000;

// Looks for a win of `side`: mate, or what a rule of the set says. Deterministic. `orthodox` says
// that the static proof of can_win_static.h holds for the set. `line` (if not null): the winning
// series where there is one. Uses a scratch area of the thread that stays until it ends.
WinSearch SearchForWin(const Position& position, const RuleSet& rules, Color side, bool orthodox,
                       int max_moves, std::vector<Move>* line = nullptr);

}  // namespace chess::rules
