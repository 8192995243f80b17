#pragma once
// How arena games begin: well-known opening lines after which neither side is better by much.

#include <string_view>
#include <vector>

#include "rules/game/game.h"

namespace chess::arena {

// Moves in UCI, separated by spaces.
const std::vector<std::string_view>& OpeningLines();

// A game of the set after opening number `index`, the same for one index each time. Sets that start
// from the standard array and play like chess there get a line of the list; others, and sets in
// which a line turns out to be illegal, get four random plies. Never a game that is over.
rules::Game Open(const rules::RuleSet& rules, uint64_t index);

}  // namespace chess::arena
