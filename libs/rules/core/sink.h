#pragma once
// Where a generator puts its moves. A sink is a set of functions of the same names, so that
// counting is a matter of popcounts and a list is only written where somebody reads it.

#include "rules/core/bitboard.h"
#include "rules/core/move.h"

namespace chess::rules {

// Writes a list.
struct ListSink {
  MoveList* list;
  void Targets(Square from, Bitboard to) {
    while (to) list->Add(Move::Make(from, PopFirst(&to)));
  }
  // Pawns that come from `to - delta`.
  void PawnTargets(Bitboard to, int delta, MoveKind kind = MoveKind::kNormal) {
    while (to) {
      const Square s = PopFirst(&to);
      list->Add(Move::Make(static_cast<Square>(s - delta), s, kind));
    }
  }
  // Pawns that become queen, knight, rook or bishop.
  void Promotions(Bitboard to, int delta) {
    while (to) {
      const Square s = PopFirst(&to);
      const Square from = static_cast<Square>(s - delta);
      for (Role r : {Role::kQueen, Role::kKnight, Role::kRook, Role::kBishop}) {
        list->Add(Move::Promote(from, s, r));
      }
    }
  }
  // One man that becomes one of these roles.
  void Promote(Square from, Square to, Powers choices) {
    for (int r = kRoles - 1; r >= 0; --r) {
      if (choices >> r & 1) list->Add(Move::Promote(from, to, static_cast<Role>(r)));
    }
  }
  void One(Square from, Square to, MoveKind kind) { list->Add(Move::Make(from, to, kind)); }
  // Bonus moves.
  void Extras(Square from, Bitboard to) {
    while (to) list->Add(Move::Make(from, PopFirst(&to), MoveKind::kBonus));
  }
  void Drops(Role role, Bitboard to) {
    while (to) list->Add(Move::Drop(role, PopFirst(&to)));
  }
  // Whether the sink would keep that move.
  bool Keeps(Move) const { return true; }
};

// Counts.
struct CountSink {
  int count = 0;
  void Targets(Square, Bitboard to) { count += Count(to); }
  void PawnTargets(Bitboard to, int, MoveKind = MoveKind::kNormal) { count += Count(to); }
  void Promotions(Bitboard to, int) { count += 4 * Count(to); }
  void Promote(Square, Square, Powers choices) { count += std::popcount(choices); }
  void One(Square, Square, MoveKind) { ++count; }
  void Extras(Square, Bitboard to) { count += Count(to); }
  void Drops(Role, Bitboard to) { count += Count(to); }
  bool Keeps(Move) const { return true; }
};

}  // namespace chess::rules
