// Horde: thirty-six pawns without a king against an army. White wins by mate, Black by taking
// everything.

#include "rules/core/bitboard.h"
#include "rules/core/rule.h"

namespace chess::rules {
namespace {

constexpr Bitboard kVanguard =
    Bit(SquareOf(1, 4)) | Bit(SquareOf(2, 4)) | Bit(SquareOf(5, 4)) | Bit(SquareOf(6, 4));

void SetUp(int, Position* p) {
  *p = Position();
  for (Bitboard b = RankBoard(0) | RankBoard(1) | RankBoard(2) | RankBoard(3) | kVanguard; b;) {
    Put(p, Color::kWhite, Role::kPawn, PopFirst(&b));
  }
  constexpr Role kBackRank[] = {Role::kRook, Role::kKnight, Role::kBishop, Role::kQueen,
                                Role::kKing, Role::kBishop, Role::kKnight, Role::kRook};
  for (int file = 0; file < 8; ++file) {
    Put(p, Color::kBlack, Role::kPawn, SquareOf(file, 6));
    Put(p, Color::kBlack, kBackRank[file], SquareOf(file, 7));
  }
  p->unmoved = p->of(Role::kRook);
}

std::optional<Outcome> OnNothingLeft(const Position& p, const RuleSet&, Move) {
  if (p.of(Color::kWhite) != 0) return std::nullopt;
  return Win(Color::kBlack, EndReason::kVariant, "horde");
}

CanWinAnswer CanWinByMaterial(const Position&, Color side) {
  return side == Color::kBlack ? CanWinAnswer::kYes : CanWinAnswer::kUnproven;
}

}  // namespace

extern const Rule kHorde;
constinit const Rule kHorde = {
    .key = "horde",
    .title = "Horde",
    .summary = "White's 36 pawns hunt the king; Black takes them all.",
    .axis = Axis::kBase,
    .kernel = Kernel::kMorphing,
    .claims = kClaimSetup | kClaimFixedGoal,
    .traits =
        kTraitKinglessWhite | kTraitPawnsOnOwnFirstRank | kTraitManyMen | kTraitMaterialMisleads,
    .setup = SetUp,
    .more_double_steps = {kRank1, 0},
    .outcome = OnNothingLeft,
    .can_win = CanWinByMaterial,
};

}  // namespace chess::rules
