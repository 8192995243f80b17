#pragma once
// One line of a perft file: `FEN ;D1 n ;D2 n … ;name value …`; lines that begin with # are
// comments.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/core/rule_set.h"

namespace chess::chessctl {

struct EpdLine {
  std::string fen;
  std::map<int, uint64_t> counts;             // depth → leaves
  std::map<std::string, std::string> fields;  // everything else: id, variant, chess960, xfen …
};

// Errors: EPD_INVALID with a sentence.
base::Result<EpdLine> ParseEpdLine(std::string_view text);

// The rule set of a line: `variant` and `chess960` where the line has them, else `otherwise` (a
// rule set's name), else standard chess, or Chess960 where the castling field asks for it.
base::Result<rules::RuleSet> RulesOfEpd(const EpdLine& line, std::string_view otherwise);

}  // namespace chess::chessctl
