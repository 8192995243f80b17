#pragma once
// For rules under which no move may give check: a sink that drops those that would.

#include "rules/core/generate_any.h"

namespace chess::rules {

// Kernel::GivesCheck judges what the masks do not tell.
template <class Kernel, Color Us, class Sink>
class ChecklessSink {
 public:
  ChecklessSink(const AnyGenerator<Us, true>& generator, const RuleSet& rules, Sink* inner)
      : g_(generator), rules_(rules), inner_(*inner), royal_(g_.them & g_.p.royal) {
    masks_tell_ = rules.hooks().after_move.empty();
    if (!royal_) return;
    const Square s = First(royal_);
    for (int r = 0; r < kRoles; ++r) {
      from_[r] = AttacksOf(static_cast<Role>(r), !Us, s, g_.occupied);
    }
    const Bitboard queens = g_.p.of(Role::kQueen);
    Bitboard snipers = g_.us & ((kBishopRays[s] & (g_.p.of(Role::kBishop) | queens)) |
                                (kRookRays[s] & (g_.p.of(Role::kRook) | queens)));
    while (snipers) {
      const Bitboard between = kBetween[s][PopFirst(&snipers)] & g_.occupied;
      if (!MoreThanOne(between)) screens_ |= between & g_.us;
    }
  }

  void Targets(Square from, Bitboard to) {
    inner_.Targets(from, Quiet(from, to, MoveKind::kNormal));
  }
  void PawnTargets(Bitboard to, int delta, MoveKind kind = MoveKind::kNormal) {
    Bitboard good = 0;
    while (to) {
      const Square s = PopFirst(&to);
      if (Keeps(Move::Make(static_cast<Square>(s - delta), s, kind))) good |= Bit(s);
    }
    inner_.PawnTargets(good, delta, kind);
  }
  void Promotions(Bitboard to, int delta) {
    while (to) {
      const Square s = PopFirst(&to);
      Promote(static_cast<Square>(s - delta), s, kUsualPromotions);
    }
  }
  void Promote(Square from, Square to, Powers choices) {
    Powers good = 0;
    for (int r = 0; r < kRoles; ++r) {
      const Role role = static_cast<Role>(r);
      if ((choices >> r & 1) && Keeps(Move::Promote(from, to, role))) good |= Bit(role);
    }
    inner_.Promote(from, to, good);
  }
  // En passant has passed Keeps already.
  void One(Square from, Square to, MoveKind kind) {
    if (kind == MoveKind::kEnPassant || Keeps(Move::Make(from, to, kind))) {
      inner_.One(from, to, kind);
    }
  }
  void Extras(Square from, Bitboard to) { inner_.Extras(from, Quiet(from, to, MoveKind::kBonus)); }
  void Drops(Role role, Bitboard to) {
    if (masks_tell_) return inner_.Drops(role, to & ~from_[Index(role)]);
    Bitboard good = 0;
    while (to) {
      const Square s = PopFirst(&to);
      if (Keeps(Move::Drop(role, s))) good |= Bit(s);
    }
    inner_.Drops(role, good);
  }
  bool Keeps(Move m) const { return !Kernel::template GivesCheck<Us>(g_.p, rules_, m); }

 private:
  // Of plain or bonus moves, those without check.
  Bitboard Quiet(Square from, Bitboard to, MoveKind kind) const {
    if (!royal_) return to;
    if (!masks_tell_) {
      Bitboard good = 0;
      while (to) {
        const Square s = PopFirst(&to);
        if (Keeps(Move::Make(from, s, kind))) good |= Bit(s);
      }
      return good;
    }
    for (unsigned rest = g_.p.PowersAt(from); rest; rest &= rest - 1) {
      to &= ~from_[std::countr_zero(rest)];
    }
    return screens_ & Bit(from) ? to & kLine[First(royal_)][from] : to;
  }

  const AnyGenerator<Us, true>& g_;
  const RuleSet& rules_;
  Sink& inner_;
  const Bitboard royal_;        // theirs
  bool masks_tell_ = false;     // no effect changes what a man attacks
  Bitboard from_[kRoles] = {};  // whence a man of that role would give check
  Bitboard screens_ = 0;        // men of ours that hide a check of ours
};

}  // namespace chess::rules
