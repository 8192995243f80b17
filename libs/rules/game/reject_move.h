#pragma once
// One question about one move of one position. Used by reject.cc only.

#include "rules/game/reject.h"

namespace chess::rules {

struct MoveQuestion {
  Square from = kNoSquare, to = kNoSquare;
  std::optional<Role> promotion;
  // Behind the pawn that has just made a double step, whether or not a capture there is legal.
  Square passed = kNoSquare;
};

// Why the move is not legal; it must not be.
Rejection ExplainIllegal(const Position& position, const RuleSet& rules,
                         const MoveQuestion& question);

// The men that can capture, where the rules demand a capture and one is possible; else 0.
Bitboard MenThatMustCapture(const Position& position, const RuleSet& rules);

}  // namespace chess::rules
