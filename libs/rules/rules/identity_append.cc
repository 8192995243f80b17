// Identity theft, appending: a piece that captures adds the powers of what it captured to its own.
// Kings are exempt both ways.

#include "rules/core/edit.h"
#include "rules/core/rule.h"
#include "rules/rules/shared_answers.h"

namespace chess::rules {
namespace {

// What a queen can do without knowing it.
constexpr Powers kInQueen = Bit(Role::kBishop) | Bit(Role::kRook) | Bit(Role::kPawn);

// A man that is nothing but a pawn always promotes; with more powers it never does.
Powers Promotions(Powers mover, bool royal, Powers) {
  return !royal && IsPawnOnly(mover) ? kOrthodoxPromotions : Powers{0};
}

void Append(const Played& played, const RuleSet&, Position* p) {
  if (played.victim == kNoSquare || played.royal || played.taken_royal) return;
  const Square to = played.move.to();
  Powers powers = p->PowersAt(to) | played.taken;
  if (powers & Bit(Role::kQueen)) powers &= static_cast<Powers>(~kInQueen);
  SetPowers(p, to, powers);
}

}  // namespace

extern const Rule kIdentityAppend;
constinit const Rule kIdentityAppend = {
    .key = "identity_append",
    .title = "Identity Append",
    .summary = "A piece that captures also moves as what it captured.",
    .axis = Axis::kTwist,
    .kernel = Kernel::kMorphing,
    .claims = kClaimAfterCapture,
    .excludes = kClaimNoOrdinaryKing,
    .promotions = Promotions,
    .after_move = Append,
    .can_win = NotWhenBare,
};

}  // namespace chess::rules
