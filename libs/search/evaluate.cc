#include "search/evaluate.h"

#include <algorithm>

#include "rules/core/attacks.h"
#include "rules/core/zobrist.h"
#include "search/score.h"
#include "search/squares.h"
#include "search/values.h"

namespace chess::search {

using rules::Bitboard;
using rules::Color;
using rules::Count;
using rules::First;
using rules::Index;
using rules::PopFirst;
using rules::Position;
using rules::Role;
using rules::RuleSet;
using rules::Square;

namespace {

// How much of the middle game a man of each role stands for; 24 at the start.
constexpr int kPhase[rules::kRoles] = {0, 1, 1, 2, 4, 0};
constexpr int kFullPhase = 24;
// How dangerous it is when such a man reaches the squares around the royal man.
constexpr int kThreat[rules::kRoles] = {8, 20, 20, 40, 70, 0};
constexpr Taper kPassed[8] = {{0, 0},   {2, 8},   {4, 14},   {10, 28},
                              {25, 50}, {45, 90}, {80, 150}, {0, 0}};

Bitboard PawnAttacks(Color color, Bitboard pawns) {
  return color == Color::kWhite
             ? rules::ForwardEast<Color::kWhite>(pawns) | rules::ForwardWest<Color::kWhite>(pawns)
             : rules::ForwardEast<Color::kBlack>(pawns) | rules::ForwardWest<Color::kBlack>(pawns);
}

Bitboard Neighbours(int file) {
  Bitboard b = 0;
  if (file > 0) b |= rules::FileBoard(file - 1);
  if (file < 7) b |= rules::FileBoard(file + 1);
  return b;
}

// All squares on ranks beyond that of s, as `color` walks.
Bitboard Beyond(Color color, Square s) {
  const int rank = rules::RankOf(s);
  if (color == Color::kWhite) return rank == 7 ? 0 : ~Bitboard{0} << 8 * (rank + 1);
  return rank == 0 ? 0 : ~Bitboard{0} >> 8 * (8 - rank);
}

// One side's share.
struct Side {
  const Position& p;
  const Color us;
  const Bitboard own, occupied;
  const Bitboard their_pawn_attacks;
  const Bitboard ring;  // the squares around their royal man
  Taper sum;
  int phase = 0;
  int attackers = 0, threat = 0;

  Side(const Position& position, Color color)
      : p(position),
        us(color),
        own(p.of(color)),
        occupied(p.occupied()),
        their_pawn_attacks(PawnAttacks(!color, p.of(!color, Role::kPawn) & ~p.royal)),
        ring(RingOf(p, !color)) {}

  static Bitboard RingOf(const Position& p, Color color) {
    const Bitboard royal = p.of(color) & p.royal;
    return royal == 0 ? 0 : rules::kKingAttacks[First(royal)] | royal;
  }

  void Threaten(Role role, Bitboard attacks) {
    if (!(attacks & ring)) return;
    ++attackers;
    threat += kThreat[Index(role)];
  }

  void Men(Role role, const Taper& reach, int usual) {
    for (Bitboard b = own & p.of(role) & ~p.royal; b;) {
      const Square s = PopFirst(&b);
      sum += StandsOn(role, us, s);
      phase += kPhase[Index(role)];
      const Bitboard attacks = rules::AttacksOf(role, us, s, occupied);
      sum += reach * (Count(attacks & ~own & ~their_pawn_attacks) - usual);
      Threaten(role, attacks);
    }
  }

  void Rooks() {
    for (Bitboard b = own & p.of(Role::kRook); b;) {
      const Bitboard file = rules::FileBoard(rules::FileOf(PopFirst(&b)));
      if (file & own & p.of(Role::kPawn)) continue;
      sum += file & p.of(Role::kPawn) ? Taper{10, 6} : Taper{22, 12};
    }
    const Bitboard bishops = own & p.of(Role::kBishop);
    if ((bishops & rules::kDarkSquares) && (bishops & ~rules::kDarkSquares)) sum += Taper{25, 45};
  }

  void Pawns() {
    const Bitboard pawns = own & p.of(Role::kPawn) & ~p.royal;
    const Bitboard theirs = p.of(!us, Role::kPawn);
    for (Bitboard b = pawns; b;) {
      const Square s = PopFirst(&b);
      const int file = rules::FileOf(s);
      const Bitboard beyond = Beyond(us, s), same = rules::FileBoard(file);
      sum += StandsOn(Role::kPawn, us, s);
      if (pawns & same & beyond) sum += Taper{-8, -18};
      if (!(pawns & Neighbours(file))) sum += Taper{-10, -12};
      if ((theirs & beyond & (same | Neighbours(file))) || (pawns & same & beyond)) continue;
      const Taper bonus = kPassed[rules::RelativeRank(us, s)];
      const Bitboard next = rules::Bit(us == Color::kWhite ? static_cast<Square>((s + 8) & 63)
                                                           : static_cast<Square>((s - 8) & 63));
      sum += next & occupied ? Taper{bonus.middle / 2, bonus.end / 2} : bonus;
    }
    Threaten(Role::kPawn, PawnAttacks(us, pawns));
  }

  // Where the royal man stands, and the pawns before it.
  void Royal() {
    const Bitboard royal = own & p.royal;
    if (royal == 0) return;
    const Square s = First(royal);
    sum += StandsOn(Role::kKing, us, s);
    const Bitboard pawns = own & p.of(Role::kPawn);
    const int file = std::clamp(rules::FileOf(s), 1, 6);
    for (int f = file - 1; f <= file + 1; ++f) {
      const Bitboard shield = pawns & rules::FileBoard(f) & Beyond(us, s);
      if (shield == 0) {
        sum += Taper{-18, 0};
      } else if (!(shield & rules::kKingAttacks[s])) {
        sum += Taper{-6, 0};
      }
    }
  }

  void All() {
    Men(Role::kKnight, {4, 4}, 4);
    Men(Role::kBishop, {4, 4}, 6);
    Men(Role::kRook, {2, 4}, 7);
    Men(Role::kQueen, {1, 2}, 13);
    if (own & p.of(Role::kKing) & ~p.royal) Men(Role::kKing, {1, 1}, 4);
    Rooks();
    Pawns();
    Royal();
    // One attacker alone seldom hurts.
    sum += Taper{threat * std::min(attackers - 1, 4) / 3, threat / 8} * (attackers > 1);
  }
};

// A bare royal man is driven to the edge by one with enough to mate it.
int Hunt(const Position& p, Color strong) {
  const Bitboard hunted = p.of(!strong), hunter = p.of(strong) & p.royal;
  if (rules::MoreThanOne(hunted) || !(hunted & p.royal) || hunter == 0) return 0;
  if (BoardMaterial(p, strong) < kRoleValues[3]) return 0;
  const Square a = First(hunted), b = First(hunter);
  return 12 * Ring(a) + 6 * (7 - Distance(a, b));
}

int Balance(const Position& p) {
  Side white(p, Color::kWhite), black(p, Color::kBlack);
  white.All();
  black.All();
  const int phase = std::min(kFullPhase, white.phase + black.phase);
  const Taper sum = white.sum + black.sum * -1;
  const int placed = (sum.middle * phase + sum.end * (kFullPhase - phase)) / kFullPhase;
  return placed + BoardMaterial(p, Color::kWhite) - BoardMaterial(p, Color::kBlack) +
         Hunt(p, Color::kWhite) - Hunt(p, Color::kBlack);
}

// Where men are a burden: each is one too many, and those that can be driven about easily least of
// all.
int BurdenBalance(const Position& p) {
  int balance = 0;
  for (const Color c : rules::kColors) {
    const Bitboard men = p.of(c);
    int sum = 100 * Count(men) - 15 * Count(men & p.of(Role::kKing)) +
              20 * Count(men & p.of(Role::kQueen)) + 10 * Count(men & p.of(Role::kBishop));
    for (Bitboard b = men & p.of(Role::kPawn); b;) {
      sum += 3 * rules::RelativeRank(c, PopFirst(&b));
    }
    balance += c == Color::kWhite ? -sum : sum;
  }
  return balance;
}

}  // namespace

Evaluator::Evaluator(const RuleSet& rules, int noise, uint64_t seed)
    : rules_(rules), burden_(rules.Has(rules::kTraitMustCapture)), noise_(noise), seed_(seed) {
  for (const RuleSet::Member& m : rules_.members()) leans_ = leans_ || m.rule->lean != nullptr;
}

int Evaluator::Lean(const Position& p) const {
  int sum = 0;
  for (const RuleSet::Member& m : rules_.members()) {
    if (m.rule->lean == nullptr) continue;
    sum += m.rule->lean(p, Color::kWhite) - m.rule->lean(p, Color::kBlack);
  }
  return sum;
}

int Evaluator::Noise(rules::Key key) const {
  if (noise_ == 0) return 0;
  const uint64_t draw = rules::Mix(key ^ rules::Mix(seed_)) >> 32;
  return static_cast<int>(draw * static_cast<uint64_t>(2 * noise_ + 1) >> 32) - noise_;
}

int Evaluator::operator()(const Position& p) const {
  int balance = burden_ ? BurdenBalance(p) : Balance(p);
  if (leans_) balance += Lean(p);
  if (p.turn == Color::kBlack) balance = -balance;
  constexpr int kTempo = 10, kMost = kDecided - 1;
  return std::clamp(balance + kTempo + Noise(p.key), -kMost, kMost);
}

bool Evaluator::Dead(const Position& p) const {
  if (p.of(Role::kPawn) != 0 || Count(p.occupied()) > 4) return false;
  bool asked = false;
  for (const RuleSet::Member& m : rules_.members()) {
    if (m.rule->can_win == nullptr) continue;
    asked = true;
    for (const Color c : rules::kColors) {
      if (m.rule->can_win(p, c) != rules::CanWinAnswer::kNo) return false;
    }
  }
  return asked;
}

}  // namespace chess::search
