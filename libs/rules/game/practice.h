#pragma once
// Start positions to practise an ending from, by name. Each is legal in plain chess and runs.

#include <span>
#include <string_view>

#include "rules/core/types.h"

namespace chess::rules {

enum class PracticeGoal : uint8_t { kWin, kDraw };

struct PracticePosition {
  std::string_view key;    // "queen_mate": stable, lower snake case
  std::string_view title;  // "King and queen against king"
  std::string_view fen;
  Color side;         // whom the learner plays
  PracticeGoal goal;  // what that side reaches with best play
  std::string_view hint;
};

// From easy to hard.
std::span<const PracticePosition> PracticePositions();
// By key; null if there is none.
const PracticePosition* FindPractice(std::string_view key);

}  // namespace chess::rules
