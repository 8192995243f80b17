#pragma once
// Retrograde questions about a position that nobody saw arise.

#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// Whether the opponent's last move can have been a pawn's double step over `ep`: its pawn
// stands there and both squares behind it are free.
bool DoubleStepPossible(const Position& position, Square ep);

// Whether each side has the royal men that the rules want: one, or none where it needs none.
bool KingsAreRight(const Position& position, const RuleSet& rules);

// Whether some last move can have left the side to move with these two checkers.
bool DoubleCheckPossible(const Position& position, Square first, Square second);

}  // namespace chess::rules
