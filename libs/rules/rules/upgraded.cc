// Chess Upgraded: a piece that captures is marked, and a marked piece has bonus moves, which are no
// attacks: they never capture and threaten no king.

#include "rules/core/attacks.h"
#include "rules/core/edit.h"
#include "rules/core/rule.h"
#include "rules/rules/shared_answers.h"

namespace chess::rules {
namespace {

// One step along files and ranks, and one along diagonals.
Bitboard Straight(Square s) { return kKingAttacks[s] & kRookRays[s]; }
Bitboard Diagonal(Square s) { return kKingAttacks[s] & kBishopRays[s]; }

// Exactly two squares along a file or rank, over anything.
Bitboard Teleport(Square s) {
  const Bitboard b = Bit(s);
  const Bitboard east = (b & ~kFileH) << 1, west = (b & ~kFileA) >> 1;
  return b << 16 | b >> 16 | (east & ~kFileH) << 1 | (west & ~kFileA) >> 1;
}

Bitboard PawnBonus(Square s, Color color) {
  const Bitboard b = Bit(s);
  const Bitboard back = color == Color::kWhite ? b >> 8 : b << 8;
  return (back | (b & ~kFileH) << 1 | (b & ~kFileA) >> 1) & ~(kRank1 | kRank8);
}

// The bonus of each power that the man has.
Bitboard BonusSquares(const Position& p, Square from) {
  const Bitboard man = Bit(from);
  if ((p.slots[kMarksSlot] & man) == 0) return 0;
  const Color color = p.of(Color::kWhite) & man ? Color::kWhite : Color::kBlack;
  Bitboard to = 0;
  if (p.of(Role::kRook) & man) to |= Diagonal(from);
  if ((p.of(Role::kBishop) | p.of(Role::kKnight)) & man) to |= Straight(from);
  if (p.of(Role::kQueen) & man) to |= kKnightAttacks[from];
  if (p.of(Role::kKing) & man) to |= Teleport(from);
  if (p.of(Role::kPawn) & man) to |= PawnBonus(from, color);
  return to & ~p.occupied();
}

// A king or queen (before the capture) that takes an unmarked pawn earns nothing; a mark it had it
// keeps. A promotion loses the mark unless it captures.
void Mark(const Played& played, const RuleSet&, Position* p) {
  if (played.move.is_drop() || played.move.is_castle()) return;
  const Bitboard man = Bit(played.move.to());
  const uint64_t marks = p->slots[kMarksSlot];
  if (played.victim == kNoSquare) {
    if (played.move.is_promotion()) SetSlot(p, kMarksSlot, marks & ~man);
    return;
  }
  const bool strong = (played.powers & (Bit(Role::kKing) | Bit(Role::kQueen))) != 0;
  const bool marked_victim = (played.before.slots[kMarksSlot] & Bit(played.victim)) != 0;
  if (strong && IsPawnOnly(played.taken) && !marked_victim) return;
  SetSlot(p, kMarksSlot, marks | man);
}

// More moves for a marked man.
int Marked(const Position& p, Color side) { return 25 * Count(p.of(side) & p.slots[kMarksSlot]); }

}  // namespace

extern const Rule kUpgraded;
constinit const Rule kUpgraded = {
    .key = "upgraded",
    .title = "Upgraded",
    .summary = "A piece that captures earns bonus moves.",
    .axis = Axis::kTwist,
    .kernel = Kernel::kMorphing,
    .claims = kClaimMarks,
    .excludes = kClaimNoOrdinaryKing | kClaimExplosion,
    .traits = kTraitNothingIrreversible | kTraitQueenByDefault,
    .extra_quiets = BonusSquares,
    .after_move = Mark,
    .can_win = NotWhenBare,
    .lean = Marked,
    .mark = '+',
};

}  // namespace chess::rules
