#pragma once
// Names of openings: the position on the board, not the order of moves, decides.

#include <string_view>

#include "rules/game/game.h"

namespace chess::openings {

struct Opening {
  std::string_view eco;   // "C60"
  std::string_view name;  // "Ruy Lopez"
};

// The last named position of the game's line; null where there is none or where names mean nothing
// (another start than the standard array, another way of moving). The caller sees to it that
// nothing hidden is told: a name gives the moves away. Thread-safe; the table is read once, on
// first use.
const Opening* OpeningOf(const rules::Game& game);

// How many positions have a name.
size_t OpeningCount();

}  // namespace chess::openings
