#include "search/exchange.h"

#include <algorithm>

#include "rules/core/attacks.h"
#include "search/values.h"

namespace chess::search {

using rules::Bitboard;
using rules::Color;
using rules::Move;
using rules::Position;
using rules::Role;
using rules::Square;

namespace {

constexpr int kRoyalValue = 10000;

int ValueAt(const Position& p, Square s) {
  if (p.royal & rules::Bit(s)) return kRoyalValue;
  return ManValue(p.PowersAt(s));
}

Bitboard AttackersOf(const Position& p, Square s, Bitboard occupied) {
  const Bitboard diagonals = p.of(Role::kBishop) | p.of(Role::kQueen);
  const Bitboard straights = p.of(Role::kRook) | p.of(Role::kQueen);
  return occupied & ((rules::kPawnAttacks[1][s] & p.of(Color::kWhite, Role::kPawn)) |
                     (rules::kPawnAttacks[0][s] & p.of(Color::kBlack, Role::kPawn)) |
                     (rules::kKnightAttacks[s] & p.of(Role::kKnight)) |
                     (rules::kKingAttacks[s] & p.of(Role::kKing)) |
                     (rules::BishopAttacks(s, occupied) & diagonals) |
                     (rules::RookAttacks(s, occupied) & straights));
}

// The least valuable of these men, royal ones last.
Square LeastOf(const Position& p, Bitboard men) {
  for (int r = 0; r < rules::kRoles; ++r) {
    if (const Bitboard some = men & p.roles[r] & ~p.royal) return rules::First(some);
  }
  return rules::First(men);
}

}  // namespace

int ExchangeGain(const Position& p, Move move) {
  const Square to = move.to();
  Bitboard occupied = p.occupied() & ~rules::Bit(move.from());
  int gains[40];
  int depth = 0;
  if (move.kind() == rules::MoveKind::kEnPassant) {
    occupied &= ~rules::Bit(static_cast<Square>(to + (p.turn == Color::kWhite ? -8 : 8)));
    gains[0] = kRoleValues[0];
  } else {
    gains[0] = p.empty(to) ? 0 : ValueAt(p, to);
  }
  int standing = ValueAt(p, move.from());  // what the next capture would win
  if (move.is_promotion()) {
    standing = ManValue(rules::Bit(move.promotion()));
    gains[0] += standing - kRoleValues[0];
  }
  Color side = !p.turn;
  while (depth + 1 < 40) {
    const Bitboard attackers = AttackersOf(p, to, occupied);
    const Bitboard own = attackers & p.of(side);
    if (own == 0) break;
    const Square next = LeastOf(p, own);
    // A royal man does not walk into an attack.
    if ((p.royal & rules::Bit(next)) && (attackers & p.of(!side))) break;
    ++depth;
    gains[depth] = standing - gains[depth - 1];
    standing = ValueAt(p, next);
    occupied &= ~rules::Bit(next);
    side = !side;
  }
  for (; depth > 0; --depth) gains[depth - 1] = -std::max(-gains[depth - 1], gains[depth]);
  return gains[0];
}

}  // namespace chess::search
