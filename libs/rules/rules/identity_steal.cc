// Identity theft, stealing: a piece that captures becomes what it captured. Kings are exempt both
// ways.

#include "rules/core/edit.h"
#include "rules/core/rule.h"
#include "rules/rules/shared_answers.h"

namespace chess::rules {
namespace {

// A pawn that takes something else becomes that on the last rank, too; whoever takes a pawn there
// would be one, and promotes.
Powers Promotions(Powers mover, bool royal, Powers taken) {
  if (royal) return 0;
  const bool quiet = taken == 0 || (taken & Bit(Role::kKing)) != 0;
  return IsPawnOnly(quiet ? mover : taken) ? kOrthodoxPromotions : Powers{0};
}

void Steal(const Played& played, const RuleSet&, Position* p) {
  if (played.victim == kNoSquare || played.royal || played.taken_royal) return;
  if (!played.move.is_promotion()) SetPowers(p, played.move.to(), played.taken);
}

}  // namespace

extern const Rule kIdentitySteal;
constinit const Rule kIdentitySteal = {
    .key = "identity_steal",
    .title = "Identity Steal",
    .summary = "A piece that captures becomes what it captured.",
    .axis = Axis::kTwist,
    .kernel = Kernel::kMorphing,
    .claims = kClaimAfterCapture,
    .excludes = kClaimNoOrdinaryKing,
    .promotions = Promotions,
    .after_move = Steal,
    .can_win = NotWhenBare,
};

}  // namespace chess::rules
