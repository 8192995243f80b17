#include "rules/game/choice.h"

#include <bit>

#include "rules/core/bitboard.h"

namespace chess::rules {

Powers TypesAt(const Position& position, Square square) {
  if (position.royal & Bit(square)) return Bit(Role::kKing);
  return position.PowersAt(square);
}

Powers TypesOf(const Position& position, Move move) {
  return move.is_drop() ? Bit(move.dropped()) : TypesAt(position, move.from());
}

Powers MovableTypes(const Position& position, const RuleSet& rules) {
  Powers types = 0;
  for (Move move : LegalMoves(position, rules)) {
    types |= TypesOf(position, move);
  }
  return types;
}

int CountInHand(const Position& position, const RuleSet& rules, Color side,
                std::optional<Role> role) {
  int men = 0;
  for (const RuleSet::Member& m : rules.members()) {
    if (m.rule->write_hand == nullptr) continue;
    // White's men in hand are capital letters, Black's small ones.
    for (const char c : m.rule->write_hand(position)) {
      const std::optional<Role> one = RoleOf(c);
      const bool own = (c >= 'a') == (side == Color::kBlack);
      if (one && own && (!role || one == role)) ++men;
    }
  }
  return men;
}

int CountMen(const Position& position, const RuleSet& rules, Color side) {
  return Count(position.of(side)) + CountInHand(position, rules, side);
}

bool RollMatters(const Position& position, const RuleSet& rules, Powers movable) {
  return std::popcount(movable) > 3 && CountMen(position, rules, position.turn) > 2;
}

int RollChoices(Powers movable) {
  const int types = std::popcount(movable);
  return types * (types - 1) / 2;
}

Powers RollAt(Powers movable, int index) {
  for (int low = 0; low < kRoles; ++low) {
    for (int high = low + 1; high < kRoles; ++high) {
      const Powers pair = static_cast<Powers>(1u << low | 1u << high);
      if ((movable & pair) == pair && index-- == 0) return pair;
    }
  }
  CHESS_CHECK(false);
  return 0;
}

}  // namespace chess::rules
