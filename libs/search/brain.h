#pragma once
// The brain of games in which a type is named before each move.

#include "search/searcher.h"

namespace chess::search {

// The type of man to name for the player to move: that of the best move among the allowed types
// (Game::NameableTypes; at least one of them has a move). Sees what the player sees. Of several
// types of one man the one is named that leaves the fewest other moves open.
rules::Role NameType(Searcher* searcher, const Knowledge& known, rules::Powers allowed,
                     uint64_t node_limit, std::function<bool()> should_stop = nullptr);

}  // namespace chess::search
