#pragma once
// What a read and resolved PGN game amounts to: its moves in UCI, how it ended, where it stands.

#include <optional>
#include <string>
#include <vector>

#include "rules/game/outcome.h"
#include "rules/notation/pgn_resolve.h"

namespace chess::chessctl {

struct PgnFacts {
  std::vector<std::string> uci;  // the main line, canonical
  std::string final_fen;
  rules::Outcome board;          // what the final position says by itself (no counters)
  bool third_occurrence = false; // of the final position
  bool has_clocks = false;
  bool has_evals = false;
};

PgnFacts FactsOf(const rules::PgnGame& game, const rules::PgnMeaning& meaning);

// The moves joined by single blanks.
std::string JoinMoves(const std::vector<std::string>& moves);

}  // namespace chess::chessctl
