// Cannibal: a piece that captures moves from then on as what it captured. A king that captures
// takes the movement but stays royal.

#include "rules/core/edit.h"
#include "rules/core/rule.h"
#include "rules/rules/shared_answers.h"

namespace chess::rules {
namespace {

// Who comes to stand on the last rank as a pawn promotes: by a step, or by taking a pawn. A royal
// man has no choice (Eat makes its queen).
Powers Promotions(Powers mover, bool royal, Powers taken) {
  if (royal) return 0;
  return IsPawnOnly(taken == 0 ? mover : taken) ? kOrthodoxPromotions : Powers{0};
}

void Eat(const Played& played, const RuleSet&, Position* p) {
  if (played.taken_royal || played.move.is_drop() || played.move.is_castle()) return;
  const Square to = played.move.to();
  if (played.victim != kNoSquare && !played.move.is_promotion()) SetPowers(p, to, played.taken);
  const bool royal_pawn = played.royal && IsPawnOnly(p->PowersAt(to));
  if (royal_pawn && RelativeRank(played.mover, to) == 7) SetPowers(p, to, Bit(Role::kQueen));
}

// Even a bare king may come to move as a queen: only two kings that both move as kings, with
// nothing left to take, can never mate.
CanWinAnswer CanWinByMaterial(const Position& p, Color) {
  return p.occupied() == (p.royal & p.of(Role::kKing)) ? CanWinAnswer::kNo
                                                       : CanWinAnswer::kUnproven;
}

}  // namespace

extern const Rule kCannibal;
constinit const Rule kCannibal = {
    .key = "cannibal",
    .title = "Cannibal",
    .summary = "A piece that captures moves on as what it captured, even the king.",
    .axis = Axis::kTwist,
    .kernel = Kernel::kMorphing,
    .claims = kClaimAfterCapture,
    .excludes = kClaimNoOrdinaryKing,
    .traits = kTraitQueenByDefault,
    .promotions = Promotions,
    .after_move = Eat,
    .can_win = CanWinByMaterial,
};

}  // namespace chess::rules
