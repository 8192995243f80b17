#pragma once
// What a read and resolved PGN game amounts to: its moves in UCI, how it ended, where it stands.

#include <optional>
#include <string>
#include <vector>

#include "rules/core/rule_set.h"
#include "rules/game/outcome.h"
#include "rules/notation/pgn_resolve.h"

namespace chess::chessctl {

struct PgnFacts {
  rules::RuleSet rules;
  std::vector<std::string> uci;  // the main line, canonical
  std::string final_fen;
  rules::Outcome board;          // what the final position says by itself (no counters)
  bool third_occurrence = false; // of the final position
  bool has_clocks = false;
  bool has_evals = false;
};

PgnFacts FactsOf(const rules::PgnGame& game, const rules::PgnMeaning& meaning);

// Whether the game ends at the position of that FEN, however its fields are written (checks given
// or still needed, men in hand in any order).
bool EndsAt(const PgnFacts& facts, const std::string& fen);

// The moves joined by single blanks.
std::string JoinMoves(const std::vector<std::string>& moves);

}  // namespace chess::chessctl
