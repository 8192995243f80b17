#include "rules/game/can_win_estimate.h"

#include <algorithm>

#include "rules/core/attacks.h"

namespace chess::rules {
namespace {

constexpr int kFar = 8;           // further than any two squares are apart
constexpr int kEnoughPower = 20;  // no more promotions are needed
constexpr int kNoPawn = 30;       // the cost of a promotion where there is no pawn

constexpr int Distance(Square a, Square b) {
  const int files = FileOf(a) - FileOf(b), ranks = RankOf(a) - RankOf(b);
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

// kBall[s][d]: the squares at most d king's steps from s.
constexpr std::array<std::array<Bitboard, kFar>, 64> kBall = [] {
  std::array<std::array<Bitboard, kFar>, 64> ball{};
  for (Square s = 0; s < 64; ++s) {
    for (Square t = 0; t < 64; ++t) {
      for (int d = Distance(s, t); d < kFar; ++d) ball[s][static_cast<size_t>(d)] |= Bit(t);
    }
  }
  return ball;
}();

// How far the nearest man of a set is; kFar if there is none. Without branches: they would be
// guessed wrong.
int Nearest(Bitboard men, Square s) {
  int d = 0;
  for (const Bitboard ball : kBall[s]) d += (ball & men) == 0;
  return d;
}

// The squares at most one king's step from these.
constexpr Bitboard Grown(Bitboard b) {
  const Bitboard row = b | (b & ~kFileH) << 1 | (b & ~kFileA) >> 1;
  return row | row << 8 | row >> 8;
}

constexpr int EdgeDistance(Square s) {
  return std::min(std::min(FileOf(s), 7 - FileOf(s)), std::min(RankOf(s), 7 - RankOf(s)));
}

int Power(const Position& p, Color c) {
  return 9 * Count(p.of(c, Role::kQueen)) + 5 * Count(p.of(c, Role::kRook)) +
         3 * Count(p.of(c) & (p.of(Role::kBishop) | p.of(Role::kKnight)));
}

template <Color Us>
int WayFrom(Square s, Bitboard own, Bitboard other) {
  int cost = 7 - RelativeRank(Us, s);
  for (Bitboard step = Forward<Us>(Bit(s)); step; step = Forward<Us>(step)) {
    if (step & (own | other)) cost += 5;
  }
  return cost;
}

// All squares that the men of `side` attack; their king does not stand in the way.
Bitboard AttackedBy(const Position& p, Color side, Bitboard occupied) {
  const Bitboard men = p.of(side), pawns = men & p.of(Role::kPawn);
  Bitboard attacked = side == Color::kWhite
                          ? ForwardEast<Color::kWhite>(pawns) | ForwardWest<Color::kWhite>(pawns)
                          : ForwardEast<Color::kBlack>(pawns) | ForwardWest<Color::kBlack>(pawns);
  for (Bitboard b = men & p.of(Role::kKnight); b;) attacked |= kKnightAttacks[PopFirst(&b)];
  for (Bitboard b = men & p.of(Role::kKing); b;) attacked |= kKingAttacks[PopFirst(&b)];
  const Bitboard queens = p.of(Role::kQueen);
  for (Bitboard b = men & (p.of(Role::kBishop) | queens); b;) {
    attacked |= BishopAttacks(PopFirst(&b), occupied);
  }
  for (Bitboard b = men & (p.of(Role::kRook) | queens); b;) {
    attacked |= RookAttacks(PopFirst(&b), occupied);
  }
  return attacked;
}

// How far a mate in a corner is: their king in it, ours two squares away, one of their men beside
// it, one of ours near.
int CornerCost(const Position& p, Color side, Square ours, Square theirs) {
  const Bitboard bishops = p.of(side, Role::kBishop);
  const Bitboard men = p.of(side) & ~p.of(Role::kKing) & ~p.of(Role::kPawn);
  Bitboard corners = Bit(0) | Bit(7) | Bit(56) | Bit(63);
  if (men == bishops && bishops) {
    if (!(bishops & kDarkSquares)) corners &= ~kDarkSquares;
    if (!(bishops & ~kDarkSquares)) corners &= kDarkSquares;
  }
  const Bitboard others = p.of(!side) & ~p.of(Role::kKing);
  int best = 255;
  while (corners) {
    const Square c = PopFirst(&corners);
    // Beside a corner are squares of the other colour.
    const Bitboard never = p.of(Role::kBishop) & (IsDark(c) ? kDarkSquares : ~kDarkSquares);
    const int cost = 4 * Distance(theirs, c) + 3 * std::max(0, Distance(ours, c) - 2) +
                     Nearest(others & ~never, c) + Nearest(men, c);
    best = std::min(best, cost);
  }
  return best;
}

}  // namespace

const Estimator::Structure& Estimator::StructureOf(const Position& p) {
  const Bitboard own = p.of(side_, Role::kPawn), other = p.of(!side_, Role::kPawn);
  const uint64_t mix = (own * 0x9e3779b97f4a7c15ull) ^ (other * 0xbf58476d1ce4e5b9ull);
  Structure& structure = structures_[mix >> 60 & (kRemembered - 1)];
  if (structure.own == own && structure.other == other) return structure;
  structure.own = own;
  structure.other = other;
  for (Bitboard b = own; b;) {
    const Square s = PopFirst(&b);
    for (Bitboard to = kPawnAttacks[Index(side_)][s] | Bit(s); to;) {
      const Square t = PopFirst(&to);
      structure.way[t] =
          static_cast<uint8_t>(side_ == Color::kWhite ? WayFrom<Color::kWhite>(t, own, other)
                                                      : WayFrom<Color::kBlack>(t, own, other));
    }
  }
  return structure;
}

// The nearest promotion: straight on, or by taking a man that is lured before the pawn.
int Estimator::PromotionCost(const Position& p) {
  const Structure& structure = StructureOf(p);
  const Bitboard prey = p.of(!side_) & ~p.of(Role::kKing);
  int best = kNoPawn;
  Bitboard beside = 0;
  for (Bitboard b = structure.own; b;) {
    const Square s = PopFirst(&b);
    best = std::min<int>(best, structure.way[s]);
    beside |= kPawnAttacks[Index(side_)][s];
  }
  Bitboard near = prey;
  for (int steps = 0; beside && near && steps < kFar; ++steps, near = Grown(near)) {
    for (Bitboard b = beside & near; b;) {
      best = std::min(best, structure.way[PopFirst(&b)] + 1 + 2 * steps);
    }
    beside &= ~near;
  }
  return best;
}

std::array<int, kEstimates> Estimator::Of(const Position& p) {
  const Square ours = p.RoyalSquare(side_), theirs = p.RoyalSquare(!side_);
  if (ours == kNoSquare || theirs == kNoSquare) return {};
  const Bitboard attacked = AttackedBy(p, side_, p.occupied() & ~Bit(theirs));
  const int flights =
      Count(kKingAttacks[theirs] & ~p.of(!side_) & ~attacked) + ((attacked & Bit(theirs)) ? 0 : 1);
  const int approach = std::max(0, Distance(ours, theirs) - 2);
  const int power = Power(p, side_);
  // Men that could spoil a mate, and pawns that keep lines and kings apart.
  const int resistance = Power(p, !side_), barriers = Count(p.of(!side_, Role::kPawn));
  int promote = EdgeDistance(theirs) + 2 * approach + flights + 2 * resistance;
  if (power < kEnoughPower) promote += 4 * PromotionCost(p) + 4 * (kEnoughPower - power);
  const int corner =
      2 * CornerCost(p, side_, ours, theirs) + flights + 3 * resistance + 6 * barriers;
  const int net = 6 * flights + 2 * approach + 2 * EdgeDistance(theirs) + resistance + 6 * barriers;
  return {std::min(promote, kMostEstimate), std::min(corner, kMostEstimate),
          std::min(net, kMostEstimate)};
}

}  // namespace chess::rules
