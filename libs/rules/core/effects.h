#pragma once
// What happens around a move: the account of it that the rules get, and their effects.

#include "rules/core/edit.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// The account of a legal move. `before` must outlive it.
template <Color Us>
inline Played Account(const Position& before, Move m) {
  Played played{before, m, Us};
  if (m.is_drop()) {
    played.powers = Bit(m.dropped());
    return played;
  }
  played.powers = before.PowersAt(m.from());
  played.royal = (before.royal & Bit(m.from())) != 0;
  if (m.is_castle()) return played;
  const int back = Us == Color::kWhite ? 8 : -8;
  const Square victim =
      m.kind() == MoveKind::kEnPassant ? static_cast<Square>(m.to() - back) : m.to();
  if (before.of(!Us) & Bit(victim)) {
    played.victim = victim;
    played.taken = before.PowersAt(victim);
    played.taken_royal = (before.royal & Bit(victim)) != 0;
  }
  return played;
}

template <Color Us>
inline void RunEffects(const Position& before, Move m, const RuleSet& rules, Position* after) {
  const Played played = Account<Us>(before, m);
  for (auto effect : rules.hooks().after_move) effect(played, rules, after);
}

}  // namespace chess::rules
