#pragma once
// The operations of case files by subject, and what they share.

#include <span>
#include <string>

#include "chessctl/cases/runner.h"
#include "rules/core/position.h"
#include "rules/core/rule_set.h"
#include "rules/game/outcome.h"

namespace chess::chessctl {

std::span<const Operation> PositionOperations();  // FEN, moves, playing, repetition, endings
std::span<const Operation> NotationOperations();  // SAN, PGN
std::span<const Operation> NumberOperations();    // clocks, ratings
std::span<const Operation> WireOperations();      // gRPC-Web framing, UCI engine lines

// The rule set that a case names; a skip where it is not known to this program.
struct CaseRules {
  rules::RuleSet rules;
  std::optional<std::string> skip;
};
CaseRules RulesOfCase(const Json& input);

// The position of a FEN with any faults it may have; nothing for bad syntax.
std::optional<rules::Position> PositionOf(const std::string& fen, const rules::RuleSet& rules);

// "1-0" …; null while the game runs.
Json ResultOf(const rules::Outcome& outcome);

}  // namespace chess::chessctl
