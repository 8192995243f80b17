#include "rules/testing/locked_positions.h"

#include <algorithm>
#include <array>
#include <optional>

#include "rules/core/bitboard.h"
#include "rules/core/moves.h"
#include "rules/notation/fen.h"

namespace chess::rules::testing {

uint64_t Dice::Next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

namespace {

constexpr Color W = Color::kWhite;
constexpr Color B = Color::kBlack;

void PutIfEmpty(Position* p, Color color, Role role, Square s) {
  if (p->empty(s)) Put(p, color, role, s);
}

// A white pawn on `rank` and the black one that stops it.
void PutPair(Position* p, int file, int rank) {
  PutIfEmpty(p, W, Role::kPawn, SquareOf(file, rank));
  PutIfEmpty(p, B, Role::kPawn, SquareOf(file, rank + 1));
}

// Pairs on every second file, all at about one height: kings cannot cross.
void PutWall(Dice* dice, Position* p) {
  const int first = dice->Below(2), rank = 2 + dice->Below(3);
  for (int file = first; file < 8; file += 2) {
    PutPair(p, file, dice->OneIn(12) ? std::clamp(rank + dice->Below(3) - 1, 1, 5) : rank);
  }
  for (int n = dice->Below(3); n > 0; --n) PutPair(p, dice->Below(8), 1 + dice->Below(5));
}

// A pair on every file, neighbours at most one rank apart.
void PutChain(Dice* dice, Position* p) {
  int rank = 2 + dice->Below(3);
  for (int file = 0; file < 8; ++file) {
    if (!dice->OneIn(12)) PutPair(p, file, rank);
    rank = std::clamp(rank + (dice->OneIn(2) ? 1 : -1), 1, 5);
  }
}

// Pairs on some files at any height.
void PutPairs(Dice* dice, Position* p) {
  for (int n = 2 + dice->Below(6); n > 0; --n) PutPair(p, dice->Below(8), 1 + dice->Below(5));
}

Role SomePiece(Dice* dice) {
  constexpr std::array<Role, 8> kBag = {Role::kBishop, Role::kBishop, Role::kBishop, Role::kKnight,
                                        Role::kKnight, Role::kRook,   Role::kRook,   Role::kQueen};
  return kBag[static_cast<size_t>(dice->Below(8))];
}

// A man somewhere, more often in its own camp.
void PutSome(Dice* dice, Position* p, Color color, Role role) {
  int rank = dice->OneIn(4) ? dice->Below(8) : dice->Below(3);
  if (color == B) rank = 7 - rank;
  PutIfEmpty(p, color, role, SquareOf(dice->Below(8), rank));
}

// Men of one side behind its own pawns on the first ranks, with enemy pawns before them.
void PutBox(Dice* dice, Position* p) {
  const Color color = dice->OneIn(2) ? W : B;
  const auto at = [&](int file, int rank) { return SquareOf(file, color == W ? rank : 7 - rank); };
  const int first = dice->OneIn(2) ? 0 : 4;
  for (int file = first; file < first + 4; ++file) {
    PutIfEmpty(p, color, dice->OneIn(4) ? SomePiece(dice) : Role::kPawn, at(file, 1));
    if (!dice->OneIn(3)) PutIfEmpty(p, !color, Role::kPawn, at(file, 2));
    if (!dice->OneIn(3)) PutIfEmpty(p, color, SomePiece(dice), at(file, 0));
  }
}

// A king in its corner and an enemy man beside it; little else.
void PutCorner(Dice* dice, Position* p) {
  const Color color = dice->OneIn(2) ? W : B;
  const int file = dice->OneIn(2) ? 0 : 7, rank = color == W ? 0 : 7;
  PutIfEmpty(p, color, Role::kKing, SquareOf(file, rank));
  const int beside = file == 0 ? 1 : 6, above = color == W ? 1 : 6;
  const Square spot = dice->OneIn(2)   ? SquareOf(beside, above)
                      : dice->OneIn(2) ? SquareOf(beside, rank)
                                       : SquareOf(file, above);
  PutIfEmpty(p, !color, dice->OneIn(3) ? Role::kPawn : SomePiece(dice), spot);
  for (int n = dice->Below(3); n > 0; --n) {
    PutSome(dice, p, dice->OneIn(2) ? W : B, dice->OneIn(2) ? Role::kPawn : SomePiece(dice));
  }
}

// One man is taken off or pushed a rank: the lock may have a hole.
void Disturb(Dice* dice, Position* p) {
  Bitboard men = p->occupied() & ~p->of(Role::kKing);
  if (!men) return;
  for (int skip = dice->Below(Count(men)); skip > 0; --skip) PopFirst(&men);
  const Square s = First(men);
  const Color color = p->of(B) & Bit(s) ? B : W;
  const Role role = *p->RoleAt(s);
  p->colors[Index(color)] ^= Bit(s);
  p->roles[Index(role)] ^= Bit(s);
  if (dice->OneIn(2)) return;
  const Square to = static_cast<Square>(color == W ? s - 8 : s + 8);
  if (to < 64) PutIfEmpty(p, color, role, to);
}

Position Sketch(Dice* dice) {
  Position p;
  switch (dice->Below(5)) {
    case 0:
      PutWall(dice, &p);
      break;
    case 1:
      PutChain(dice, &p);
      break;
    case 2:
      PutPairs(dice, &p);
      break;
    case 3:
      PutBox(dice, &p);
      PutPairs(dice, &p);
      break;
    default:
      PutCorner(dice, &p);
      if (dice->OneIn(2)) PutPairs(dice, &p);
  }
  for (Color color : kColors) {
    if (!p.of(color, Role::kKing)) PutSome(dice, &p, color, Role::kKing);
    for (int n = std::max(0, dice->Below(4) - 1); n > 0; --n) {
      PutSome(dice, &p, color, SomePiece(dice));
    }
  }
  if (dice->OneIn(3)) Disturb(dice, &p);
  p.turn = dice->OneIn(2) ? W : B;
  return p;
}

}  // namespace

Position LockedPosition(uint64_t seed) {
  Dice dice(seed);
  const RuleSet rules;
  for (;;) {
    Position p = Sketch(&dice);
    p.key = FullKey(p);
    const base::Result<Position> legal = ParseFen(WriteFen(p, rules), rules);
    if (legal.ok() && HasLegalMove(*legal, rules)) return *legal;
  }
}

}  // namespace chess::rules::testing
