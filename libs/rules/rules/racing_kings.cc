// Racing Kings: no check may be given; the first king on the eighth rank wins. Where White arrives
// first, Black has one move to arrive too, which draws.

#include "rules/core/bitboard.h"
#include "rules/core/moves.h"
#include "rules/core/rule.h"

namespace chess::rules {
namespace {

// From the a file to the h file, first and second rank; upper case is White.
constexpr std::string_view kArray[] = {"qrbnNBRQ", "krbnNBRK"};

void SetUp(int, Position* p) {
  *p = Position();
  for (int rank = 0; rank < 2; ++rank) {
    for (int file = 0; file < 8; ++file) {
      const char letter = kArray[rank][static_cast<size_t>(file)];
      Put(p, letter >= 'a' ? Color::kBlack : Color::kWhite, *RoleOf(letter), SquareOf(file, rank));
    }
  }
}

bool Arrived(const Position& p, Color side) { return (p.of(side) & p.royal & kRank8) != 0; }

bool CanArrive(const Position& p, const RuleSet& rules) {
  for (const Move m : LegalMoves(p, rules)) {
    if (m.is_drop() || (p.royal & Bit(m.from())) == 0) continue;
    if (Bit(m.to()) & kRank8) return true;
  }
  return false;
}

std::optional<Outcome> OnArrival(const Position& p, const RuleSet& rules, Move) {
  const bool white = Arrived(p, Color::kWhite), black = Arrived(p, Color::kBlack);
  if (white && black) return Draw(EndReason::kVariant, "racing_kings");
  if (black) return Win(Color::kBlack, EndReason::kVariant, "racing_kings");
  if (!white || (p.turn == Color::kBlack && CanArrive(p, rules))) return std::nullopt;
  return Win(Color::kWhite, EndReason::kVariant, "racing_kings");
}

// Each rank that the king has climbed, the last ones more.
int Climbed(const Position& p, Color side) {
  const Square king = p.RoyalSquare(side);
  if (king == kNoSquare) return 0;
  constexpr int kWorth[] = {0, 40, 90, 160, 240, 340, 480, 900};
  return kWorth[RankOf(king)];
}

// A king may always run.
CanWinAnswer Always(const Position&, Color) { return CanWinAnswer::kYes; }

}  // namespace

extern const Rule kRacingKings;
constinit const Rule kRacingKings = {
    .key = "racing_kings",
    .title = "Racing Kings",
    .summary = "Race your king to the eighth rank; no checks allowed.",
    .axis = Axis::kBase,
    .kernel = Kernel::kMorphing,
    .claims = kClaimSetup | kClaimRoyalSafety | kClaimFixedGoal | kClaimNoCheck,
    .traits = kTraitMustNotCheck | kTraitMaterialMisleads,
    .setup = SetUp,
    .outcome = OnArrival,
    .can_win = Always,
    .lean = Climbed,
};

}  // namespace chess::rules
