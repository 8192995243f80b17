#pragma once
// Where the men stand when a game begins.

#include <optional>
#include <string_view>

#include "base/result.h"
#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// RNBQKBNR, all rights, White to move.
const Position& StandardArray();

// Both sides' back ranks mirrored ("BBQNNRKR"), pawns before them, both rooks with rights.
Position MirroredArray(std::string_view back_rank);

// The start of a set: its set-up's, else its base's, else the standard array. Errors:
// kFailedPrecondition SETUP_NUMBER_MISSING where a number must be drawn first.
base::Result<Position> StartPosition(const RuleSet& rules);

// The number of the set's set-up that gives this start (0–959 for Chess960), if any.
std::optional<int> SetupNumber(const RuleSet& rules, const Position& start);

}  // namespace chess::rules
