// King of the Hill: a king that arrives on one of the four centre squares wins at once.

#include <algorithm>

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

// A king one step away wins on its next free move.
int Nearness(const Position& p, Color side) {
  const Bitboard king = p.of(side) & p.royal;
  if (king == 0) return 0;
  const int file = FileOf(First(king)), rank = RankOf(First(king));
  const int steps = std::max(std::max(3 - file, file - 4), std::max(3 - rank, rank - 4));
  constexpr int kSteps[] = {0, 90, 45, 0};
  return kSteps[steps];
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
    .lean = Nearness,
};

}  // namespace chess::rules
