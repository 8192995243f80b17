// Chess by the FIDE Laws (1 January 2023): the base that every other rule deviates from.

#include "rules/core/bitboard.h"
#include "rules/core/rule.h"

namespace chess::rules {
namespace {

// No win by material for a bare king; for king and knight against nothing but king and queens (no
// mate exists, 8/8/3q4/4k3/8/2N1K3/8/8 b); for king and bishops on squares of one colour against a
// side with no pawn, no knight and no bishop of the other colour.
CanWinAnswer CanWinByMaterial(const Position& p, Color side) {
  const Bitboard own = p.of(side), other = p.of(!side);
  const Bitboard men = own & ~p.of(Role::kKing);
  if (men == 0) return CanWinAnswer::kNo;
  const Bitboard knights = men & p.of(Role::kKnight), bishops = men & p.of(Role::kBishop);
  if (men == knights && !MoreThanOne(knights)) {
    const bool only_queens = (other & ~(p.of(Role::kKing) | p.of(Role::kQueen))) == 0;
    return only_queens ? CanWinAnswer::kNo : CanWinAnswer::kUnproven;
  }
  if (men == bishops) {
    const bool dark = (bishops & kDarkSquares) != 0, light = (bishops & ~kDarkSquares) != 0;
    if (dark && light) return CanWinAnswer::kUnproven;
    const Bitboard other_colour = dark ? ~kDarkSquares : kDarkSquares;
    const Bitboard helpers =
        other & (p.of(Role::kPawn) | p.of(Role::kKnight) | (p.of(Role::kBishop) & other_colour));
    return helpers == 0 ? CanWinAnswer::kNo : CanWinAnswer::kUnproven;
  }
  return CanWinAnswer::kUnproven;
}

}  // namespace

extern const Rule kStandard;
constinit const Rule kStandard = {
    .key = "standard",
    .title = "Standard",
    .summary = "Chess by the FIDE Laws.",
    .axis = Axis::kBase,
    .can_win = CanWinByMaterial,
};

}  // namespace chess::rules
