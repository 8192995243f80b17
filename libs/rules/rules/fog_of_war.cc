// Fog of War: a player sees what its men see. There is no check and no mate; a king that is
// captured loses the game.

#include "rules/core/attacks.h"
#include "rules/core/moves.h"
#include "rules/core/rule.h"

namespace chess::rules {
namespace {

// All squares that the men of `seat` attack or defend.
Bitboard Attacked(const Position& p, Color seat) {
  const Bitboard occupied = p.occupied();
  Bitboard squares = 0;
  for (int r = 0; r < kRoles; ++r) {
    const Role role = static_cast<Role>(r);
    for (Bitboard b = p.of(seat, role); b;)
      squares |= AttacksOf(role, seat, PopFirst(&b), occupied);
  }
  return squares;
}

// All squares that they could move to, were it their turn.
Bitboard Reached(const Position& position, const RuleSet& rules, Color seat) {
  Position p = position;
  if (p.turn != seat) {
    p.turn = seat;
    p.ep = kNoSquare;
  }
  Bitboard squares = 0;
  for (const Move m : LegalMoves(p, rules)) {
    squares |= Bit(m.to());
    if (m.is_castle()) squares |= Bit(CastleTargets(m).king) | Bit(CastleTargets(m).rook);
    if (m.kind() == MoveKind::kEnPassant) {
      squares |= Bit(SquareOf(FileOf(m.to()), RankOf(m.from())));
    }
  }
  return squares;
}

Bitboard Seen(const Position& p, const RuleSet& rules, Color seat) {
  return p.of(seat) | Attacked(p, seat) | Reached(p, rules, seat);
}

std::optional<Outcome> OnKingCaptured(const Position& p, const RuleSet& rules, Move) {
  for (const Color side : kColors) {
    const Trait kingless = side == Color::kWhite ? kTraitKinglessWhite : kTraitKinglessBlack;
    if (rules.Has(kingless) || (p.of(side) & p.royal)) continue;
    return Win(!side, EndReason::kVariant, "fog_of_war");
  }
  return std::nullopt;
}

// Any king may walk into anything.
CanWinAnswer Always(const Position&, Color) { return CanWinAnswer::kYes; }

}  // namespace

extern const Rule kFogOfWar;
constinit const Rule kFogOfWar = {
    .key = "fog_of_war",
    .title = "Fog of War",
    .summary = "See only what your pieces see; capture the king.",
    .axis = Axis::kTwist,
    .kernel = Kernel::kUnguarded,
    .claims = kClaimRoyalSafety | kClaimNoCheck | kClaimObservation,
    .excludes = kClaimVisiblePocket,
    .traits = kTraitHidden,
    .outcome = OnKingCaptured,
    .can_win = Always,
    .visible = Seen,
};

}  // namespace chess::rules
