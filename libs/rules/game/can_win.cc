#include "rules/game/can_win.h"

#include "rules/game/can_win_search.h"

namespace chess::rules {

CanWinAnswer CanWinByMaterial(const Position& position, const RuleSet& rules, Color side) {
  CanWinAnswer answer = CanWinAnswer::kNo;
  bool asked = false;
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->can_win == nullptr) continue;
    asked = true;
    const CanWinAnswer one = m.rule->can_win(position, side);
    if (one == CanWinAnswer::kYes) return one;
    if (one == CanWinAnswer::kUnproven) answer = one;
  }
  return asked ? answer : CanWinAnswer::kUnproven;
}

CanWinAnswer CanWin(const Position& position, const RuleSet& rules, Color side) {
  const CanWinAnswer material = CanWinByMaterial(position, rules, side);
  if (material != CanWinAnswer::kUnproven) return material;
  return SearchForWin(position, rules, side, true, 20000).answer;
}

bool IsDead(const Position& position, const RuleSet& rules) {
  return CanWin(position, rules, Color::kWhite) == CanWinAnswer::kNo &&
         CanWin(position, rules, Color::kBlack) == CanWinAnswer::kNo;
}

Outcome LossOutcome(const Position& position, const RuleSet& rules, Color loser, EndReason reason) {
  if (CanWin(position, rules, !loser) == CanWinAnswer::kNo) return Draw(reason);
  return Win(!loser, reason);
}

}  // namespace chess::rules
