#pragma once
// What dice and brain leave a player to choose from. Pure: the draw itself is the caller's, and a
// choice is judged after the ladder of endings, so it never leaves a player without a move.

#include <optional>

#include "rules/core/moves.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// The choice that is in force for the present turn.
struct Choice {
  Powers rolled = 0;          // the types that may move; 0: not rolled yet, or no dice in the set
  std::optional<Role> named;  // the type that must move; nothing: not named yet, or no brain

  bool operator==(const Choice&) const = default;
};

// The types a man counts as: king for a royal man, else each of its powers. 0 on an empty square.
Powers TypesAt(const Position& position, Square square);
// The types that a legal move counts as: its man's, or those of what it drops.
Powers TypesOf(const Position& position, Move move);

// T of the rulebook: the types that have at least one legal move.
Powers MovableTypes(const Position& position, const RuleSet& rules);
// The side's men in hand, of that role or of all.
int CountInHand(const Position& position, const RuleSet& rules, Color side,
                std::optional<Role> role = std::nullopt);
// The side's men on the board and in its hand.
int CountMen(const Position& position, const RuleSet& rules, Color side);
// False where no draw is needed because all of T is allowed: |T| <= 3, or the side to move has at
// most two men. `movable` is MovableTypes of the position, which must have a legal move.
bool RollMatters(const Position& position, const RuleSet& rules, Powers movable);
// The number of pairs in T, and the pair of that index (0 <= index < RollChoices): pairs in the
// order of their roles, pawn knight bishop rook queen king, the lesser role first.
int RollChoices(Powers movable);
Powers RollAt(Powers movable, int index);

// Whether a choice lets men of these types move.
constexpr bool Allows(const Choice& choice, Powers types) {
  if (choice.rolled != 0 && (choice.rolled & types) == 0) return false;
  return !choice.named || (Bit(*choice.named) & types) != 0;
}

}  // namespace chess::rules
