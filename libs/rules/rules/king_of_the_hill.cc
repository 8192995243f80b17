// King of the Hill: a king that arrives on one of the four centre squares wins at once.

#include "rules/core/bitboard.h"
#include "rules/core/rule.h"

namespace chess::rules {
namespace {

constexpr Bitboard kHill =
    Bit(SquareOf(3, 3)) | Bit(SquareOf(4, 3)) | Bit(SquareOf(3, 4)) | Bit(SquareOf(4, 4));

// Arrivals only: a king that stands there from the start has not arrived. Castling never leads to
// the hill, so the target of the last move is where its king would be.
std::optional<Outcome> OnArrival(const Position& p, const RuleSet&, Move last) {
  if (last.is_null() || last.is_drop()) return std::nullopt;
  const Color mover = !p.turn;
  if ((Bit(last.to()) & p.royal & p.of(mover) & kHill) == 0) return std::nullopt;
  return Win(mover, EndReason::kVariant, "king_of_the_hill");
}

// A king may always walk.
CanWinAnswer Always(const Position&, Color) { return CanWinAnswer::kYes; }

}  // namespace

extern const Rule kKingOfTheHill;
constinit const Rule kKingOfTheHill = {
    .key = "king_of_the_hill",
    .title = "King of the Hill",
    .summary = "Bring your king to d4, e4, d5 or e5 and win.",
    .axis = Axis::kTwist,
    .excludes = kClaimFixedGoal,
    .outcome = OnArrival,
    .can_win = Always,
};

}  // namespace chess::rules
