// Atomic: a capture blows up the capturer, the captured man and every non-pawn next to them. Nobody
// may blow up their own king; blowing up the other one wins.

#include "rules/core/attacks.h"
#include "rules/core/edit.h"
#include "rules/core/moves.h"
#include "rules/core/rule.h"

namespace chess::rules {
namespace {

void Explode(const Played& played, const RuleSet&, Position* p) {
  if (played.victim == kNoSquare) return;
  const Square center = played.move.to();
  RemoveMan(p, center);
  for (Bitboard b = kKingAttacks[center] & p->occupied() & ~p->of(Role::kPawn); b;) {
    RemoveMan(p, PopFirst(&b));
  }
}

// Kings that touch do not check each other, and shield each other from everything else: who takes
// one would lose the other.
Bitboard RoyalAttackers(const Position& p, Color side) {
  const Square king = p.RoyalSquare(side);
  if (king == kNoSquare || (kKingAttacks[king] & p.of(!side) & p.royal)) return 0;
  return Attackers(p, king, !side);
}

bool Safe(const Position& after, Color mover) {
  if ((after.of(mover) & after.royal) == 0) return false;
  return (after.of(!mover) & after.royal) == 0 || RoyalAttackers(after, mover) == 0;
}

std::optional<Outcome> OnKingExploded(const Position& p, const RuleSet&, Move) {
  for (const Color side : kColors) {
    if ((p.of(side) & p.royal) == 0) return Win(!side, EndReason::kVariant, "atomic");
  }
  return std::nullopt;
}

// Bishops of the two sides that can never meet: all White's on one colour, all Black's on the
// other.
bool BishopsNeverMeet(const Position& p) {
  if (p.occupied() != (p.of(Role::kBishop) | p.royal)) return false;
  const Bitboard white = p.of(Color::kWhite, Role::kBishop);
  const Bitboard black = p.of(Color::kBlack, Role::kBishop);
  return ((white & kDarkSquares) == 0 && (black & ~kDarkSquares) == 0) ||
         ((white & ~kDarkSquares) == 0 && (black & kDarkSquares) == 0);
}

CanWinAnswer CanWinByMaterial(const Position& p, Color side) {
  const Bitboard men = p.of(side) & ~p.royal;
  if (men == 0 || BishopsNeverMeet(p)) return CanWinAnswer::kNo;
  if (p.of(!side) & ~p.royal) return CanWinAnswer::kUnproven;  // its own men may blow up its king
  const Bitboard knights = men & p.of(Role::kKnight);
  const Bitboard single = men & (p.of(Role::kKnight) | p.of(Role::kBishop) | p.of(Role::kRook));
  const bool too_little = (men == single && Count(men) == 1) || (men == knights && Count(men) == 2);
  return too_little ? CanWinAnswer::kNo : CanWinAnswer::kUnproven;
}

}  // namespace

extern const Rule kAtomic;
constinit const Rule kAtomic = {
    .key = "atomic",
    .title = "Atomic",
    .summary = "Captures explode; blow up the enemy king.",
    .axis = Axis::kBase,
    .kernel = Kernel::kVolatile,
    .claims = kClaimAfterCapture | kClaimRoyalSafety | kClaimExplosion,
    .traits = kTraitMaterialMisleads | kTraitOrdinaryQuiets,
    .after_move = Explode,
    .safe = Safe,
    .royal_attackers = RoyalAttackers,
    .outcome = OnKingExploded,
    .can_win = CanWinByMaterial,
};

}  // namespace chess::rules
