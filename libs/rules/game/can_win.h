#pragma once
// Who can still win: what dead positions, flags, resignations and claims against a leaver ask. All
// functions are pure and thread-safe.

#include "rules/core/position.h"
#include "rules/core/rule_set.h"
#include "rules/game/outcome.h"

namespace chess::rules {

// Whether `side` can still win, by material: the answers of the set's rules (Rule::can_win) taken
// together; kNo only if every rule that is asked says so. Sound; kUnproven counts as yes.
CanWinAnswer CanWinByMaterial(const Position& position, const RuleSet& rules, Color side);

// Whether `side` can still win. kNo is sound; kUnproven counts as yes.
CanWinAnswer CanWin(const Position& position, const RuleSet& rules, Color side);

// Neither side can ever win. Asked after every move, for positions with a legal move.
bool IsDead(const Position& position, const RuleSet& rules);

// A flag, a resignation or a claim against a leaver: lost, or drawn where the opponent cannot win.
Outcome LossOutcome(const Position& position, const RuleSet& rules, Color loser, EndReason reason);

}  // namespace chess::rules
