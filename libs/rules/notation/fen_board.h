#pragma once
// The first field of a FEN: the men, rank by rank from the eighth, and those in hand. A man is
// `[+] letter [~] [(powers)]`: a mark, and its powers in the order K Q R B N P where they differ
// from what the letter says. A royal man's letter is K; a list behind it replaces its movement.

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// Reads the men (and the hand where the set has one, "…/RNBQKBNR[QPn]") into an empty position; the
// key is not touched. The error's message says what is wrong.
base::Status ReadMen(std::string_view text, const RuleSet& rules, Position* position);

// The same written; `mark` is the sign of marked men, 0: marks are not shown.
std::string WriteMen(const Position& position, char mark);

// The rule of the set that writes hands or marks, or null.
const Rule* HandRule(const RuleSet& rules);
const Rule* MarkRule(const RuleSet& rules);

// Whether that side's king is a royal man under these rules.
bool HasRoyalKing(const RuleSet& rules, Color color);
// Whether some rule of the set makes this claim.
bool AnyClaims(const RuleSet& rules, Claim claim);

}  // namespace chess::rules
