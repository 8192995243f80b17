// Antichess: who can capture must; the king is a man like others; a player with no men or no legal
// move wins.

#include "rules/core/bitboard.h"
#include "rules/core/moves.h"
#include "rules/core/rule.h"
#include "rules/rules/shared_answers.h"

namespace chess::rules {
namespace {

Powers Promotions(Powers mover, bool, Powers) {
  if (!IsPawnOnly(mover)) return 0;
  return kOrthodoxPromotions | Bit(Role::kKing);
}

// Having no men is one way of having no move.
std::optional<Outcome> OnNothingToMove(const Position& p, const RuleSet& rules, Move) {
  if (HasLegalMove(p, rules)) return std::nullopt;
  return Win(p.turn, EndReason::kVariant, "antichess");
}

// With bishops only: one on a colour on which the opponent has none can never be lost.
bool KeepsABishop(Bitboard own, Bitboard other) {
  for (const Bitboard colour : {kDarkSquares, ~kDarkSquares}) {
    if ((own & colour) != 0 && (other & colour) == 0) return true;
  }
  return false;
}

// Each move of a knight changes the colour of its square, so of two knights always the same one can
// capture: the one whose owner moves while they stand on different colours.
bool KnightIsNeverTaken(const Position& p, Color side) {
  const bool same =
      (p.of(Role::kKnight) & kDarkSquares) == 0 || (p.of(Role::kKnight) & ~kDarkSquares) == 0;
  return (p.turn == side) != same;
}

CanWinAnswer CanWinByMaterial(const Position& p, Color side) {
  const Bitboard own = p.of(side), other = p.of(!side), all = own | other;
  if (own == 0 || other == 0) return CanWinAnswer::kUnproven;
  if (all == p.of(Role::kBishop) && KeepsABishop(own, other)) return CanWinAnswer::kNo;
  const bool two_knights = all == p.of(Role::kKnight) && Count(own) == 1 && Count(other) == 1;
  if (two_knights && KnightIsNeverTaken(p, side)) return CanWinAnswer::kNo;
  return CanWinAnswer::kUnproven;
}

}  // namespace

extern const Rule kAntichess;
constinit const Rule kAntichess = {
    .key = "antichess",
    .title = "Antichess",
    .summary = "Capturing is compulsory; lose all your pieces and win.",
    .axis = Axis::kBase,
    .kernel = Kernel::kUnguarded,
    .claims = kClaimRoyalSafety | kClaimNoOrdinaryKing | kClaimNoCheck | kClaimFixedGoal,
    .traits =
        kTraitMustCapture | kTraitKinglessWhite | kTraitKinglessBlack | kTraitMaterialMisleads,
    .promotions = Promotions,
    .outcome = OnNothingToMove,
    .can_win = CanWinByMaterial,
};

}  // namespace chess::rules
