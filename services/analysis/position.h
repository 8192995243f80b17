#pragma once
// The position that a caller wants evaluated: checked, with its moves played.

#include <string>
#include <vector>

#include "base/result.h"
#include "rules/game/game.h"

namespace chess::analysis {

inline constexpr size_t kMaxMoves = 2000;

// Errors (kInvalidArgument): RULE_SET_INVALID (unknown, or not played by the engines: those know
// chess and Chess960), FEN_INVALID, the rulebook's words for a move that is not legal (metadata
// "ply"), INVALID_FIELD (too many moves, a FEN that is too long).
base::Result<rules::Game> ReadPosition(const std::string& rule_set, const std::string& fen,
                                       const std::vector<std::string>& moves);

}  // namespace chess::analysis
