#include "search/ordering.h"

#include "search/values.h"

namespace chess::search {

using rules::Kernel;
using rules::Move;
using rules::Position;
using rules::RuleSet;

Habits::Habits(const RuleSet& rules) {
  bool explodes = false;
  for (const RuleSet::Member& m : rules.members()) {
    explodes = explodes || (m.rule->claims & rules::kClaimExplosion) != 0;
  }
  must_capture = rules.Has(rules::kTraitMustCapture);
  exchanges = !explodes && !must_capture;
  one_power = rules.kernel() == Kernel::kOrthodox;
  passing_is_safe = !must_capture;
}

int WinsAtOnce(const Position& p, const RuleSet& rules, const Habits& habits, Move move) {
  if (habits.one_power) {
    int gain = move.is_promotion()
                   ? kRoleValues[static_cast<size_t>(Index(move.promotion()))] - kRoleValues[0]
                   : 0;
    if (move.kind() == rules::MoveKind::kEnPassant) return kRoleValues[0];
    if (!p.empty(move.to())) gain += ManValue(p.PowersAt(move.to()));
    return gain;
  }
  Position after = p;
  rules::Play(&after, rules, move);
  const rules::Color us = p.turn;
  constexpr int kRoyal = 5000;
  int gain = BoardMaterial(after, us) - BoardMaterial(p, us) - BoardMaterial(after, !us) +
             BoardMaterial(p, !us);
  if ((p.of(!us) & p.royal) && !(after.of(!us) & after.royal)) gain += kRoyal;
  return habits.must_capture ? -gain : gain;
}

}  // namespace chess::search
