#include "rules/game/can_win.h"

#include <algorithm>

#include "rules/core/bitboard.h"
#include "rules/game/can_win_search.h"
#include "rules/game/can_win_static.h"

namespace chess::rules {
namespace {

// With no more moves than these a side may be about to run out of them.
constexpr int kFewMoves = 4;
// Sets with rules beyond orthodox chess: only replies that are all but forced are followed up.
constexpr int kForcedMoves = 2;
constexpr int kForcedTree = 64;

// Men move as in chess and only mate wins; castling geometry, dice and brain do not matter.
bool IsOrthodox(const RuleSet& rules) {
  return rules.kernel() == Kernel::kOrthodox && !rules.has_variant_endings();
}

bool NobodyCanWinByMaterial(const Position& position, const RuleSet& rules) {
  return CanWinByMaterial(position, rules, Color::kWhite) == CanWinAnswer::kNo &&
         CanWinByMaterial(position, rules, Color::kBlack) == CanWinAnswer::kNo;
}

// The moves that the other side would have if it were its turn; many where it cannot be.
int MovesOfOther(const Position& position, const RuleSet& rules) {
  if (InCheck(position, rules)) return kFewMoves + 1;
  Position other = position;
  other.turn = !position.turn;
  other.ep = kNoSquare;
  return CountLegalMoves(other, rules);
}

// Free pawns and room to move: nothing that a proof would be asked about.
bool IsLively(const Position& position, const RuleSet& rules, int legal_moves) {
  return legal_moves > kFewMoves && !PawnsStandStill(position) && !PawnsAreLocked(position) &&
         MovesOfOther(position, rules) > kFewMoves && !NobodyCanWinByMaterial(position, rules);
}

}  // namespace

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

CanWinAnswer CanWin(const Position& position, const RuleSet& rules, Color side,
                    std::vector<Move>* line, int max_moves) {
  if (line != nullptr) line->clear();
  const CanWinAnswer material = CanWinByMaterial(position, rules, side);
  if (material != CanWinAnswer::kUnproven) return material;
  const bool orthodox = IsOrthodox(rules);
  const int limit = orthodox ? max_moves : std::min(max_moves, kProofMovesOfOthers);
  return SearchForWin(position, rules, side, orthodox, limit, line).answer;
}

bool MayBeDead(const Position& position, const RuleSet& rules, int legal_moves) {
  if (!IsOrthodox(rules)) return legal_moves <= kForcedMoves;
  if (IsLively(position, rules, legal_moves)) return false;
  if (legal_moves > kFewMoves) return true;
  for (Move m : LegalMoves(position, rules)) {
    const Position next = After(position, rules, m);
    if (IsLively(next, rules, CountLegalMoves(next, rules))) return false;
  }
  return true;
}

bool IsDead(const Position& position, const RuleSet& rules, int legal_moves) {
  if (NobodyCanWinByMaterial(position, rules)) return true;
  if (!MayBeDead(position, rules, legal_moves)) return false;
  const int limit = IsOrthodox(rules) ? kProofMovesInPlay : kForcedTree;
  // The side with more men first: it is the likelier to win.
  const Color first = Count(position.of(Color::kWhite)) >= Count(position.of(Color::kBlack))
                          ? Color::kWhite
                          : Color::kBlack;
  return CanWin(position, rules, first, nullptr, limit) == CanWinAnswer::kNo &&
         CanWin(position, rules, !first, nullptr, limit) == CanWinAnswer::kNo;
}

Outcome LossOutcome(const Position& position, const RuleSet& rules, Color loser, EndReason reason) {
  if (CanWin(position, rules, !loser) == CanWinAnswer::kNo) return Draw(reason);
  return Win(!loser, reason);
}

}  // namespace chess::rules
