#pragma once
// Legality by trial: a move is legal if the position after it is safe.

#include "rules/core/play_any.h"

namespace chess::rules {

// The men that give check to Side.
template <Color Side>
inline Bitboard RoyalAttackers(const Position& p, const Hooks& hooks) {
  if (hooks.royal_attackers) return hooks.royal_attackers(p, Side);
  return AnyGenerator<Side, true>(p, hooks).checkers;
}

// Judges moves of Us in one position.
template <Color Us>
class Trial {
 public:
  Trial(const Position& position, const RuleSet& rules)
      : p_(position), rules_(rules), hooks_(rules.hooks()) {
    in_check_ = RoyalAttackers<Us>(p_, hooks_) != 0;
    if (in_check_ || !hooks_.masks_suffice_for_quiets) return;
    const AnyGenerator<Us, true> masks(p_, hooks_);
    proven_men_ = masks.us & ~masks.pinned & ~masks.royal;
  }

  // Men whose quiet moves need no trial.
  Bitboard proven_men() const { return proven_men_; }
  Bitboard free() const { return ~p_.occupied(); }

  bool Allows(Move m) const {
    if (m.is_castle()) return AllowsCastle(m);
    return Try(m);
  }

  // A bonus move must not give check either.
  bool AllowsExtra(Move m) const {
    Position next = p_;
    AnyMove<Us>(next, rules_, m);
    return Safe(next) && RoyalAttackers<!Us>(next, hooks_) == 0;
  }

 private:
  bool Try(Move m) const {
    Position next = p_;
    AnyMove<Us>(next, rules_, m);
    if (!Safe(next)) return false;
    return !rules_.Has(kTraitMustNotCheck) || RoyalAttackers<!Us>(next, hooks_) == 0;
  }

  // Whether Us may bring this position about.
  bool Safe(const Position& after) const {
    if (!hooks_.safe.empty()) {
      for (auto safe : hooks_.safe) {
        if (!safe(after, Us)) return false;
      }
      return true;
    }
    if ((p_.of(Us) & p_.royal) && !(after.of(Us) & after.royal)) return false;
    return RoyalAttackers<Us>(after, hooks_) == 0;
  }

  // The king is not in check, would be safe on every square that it crosses (a rook that stands
  // there left aside), and is safe where it arrives.
  bool AllowsCastle(Move m) const {
    if (in_check_) return false;
    const CastlePath path = PathOf(m.from(), m.to());
    for (Bitboard b = kBetween[m.from()][path.king_to]; b;) {
      const Square s = PopFirst(&b);
      Position next = p_;
      if (s == m.to()) RemoveMan(&next, s);
      MoveMan(&next, m.from(), s, Bit(Role::kKing));
      next.turn = !Us;
      if (!Safe(next)) return false;
    }
    return Try(m);
  }

  const Position& p_;
  const RuleSet& rules_;
  const Hooks& hooks_;
  bool in_check_ = false;
  Bitboard proven_men_ = 0;
};

// Passes on what the trial allows.
template <Color Us, class Sink>
struct TrialSink {
  const Trial<Us>& trial;
  Sink& inner;

  Bitboard Allowed(Square from, Bitboard to, MoveKind kind) const {
    const Bitboard proven = trial.proven_men() & Bit(from) ? to & trial.free() : 0;
    Bitboard good = proven;
    for (Bitboard b = to & ~proven; b;) {
      const Square s = PopFirst(&b);
      if (trial.Allows(Move::Make(from, s, kind))) good |= Bit(s);
    }
    return good;
  }
  void Targets(Square from, Bitboard to) {
    inner.Targets(from, Allowed(from, to, MoveKind::kNormal));
  }
  void PawnTargets(Bitboard to, int delta, MoveKind kind = MoveKind::kNormal) {
    Bitboard good = 0;
    while (to) {
      const Square s = PopFirst(&to);
      good |= Allowed(static_cast<Square>(s - delta), Bit(s), kind);
    }
    inner.PawnTargets(good, delta, kind);
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
      const bool chosen = choices >> r & 1;
      if (chosen && trial.Allows(Move::Promote(from, to, static_cast<Role>(r)))) {
        good |= Bit(static_cast<Role>(r));
      }
    }
    inner.Promote(from, to, good);
  }
  // En passant has passed Keeps already.
  void One(Square from, Square to, MoveKind kind) {
    if (kind == MoveKind::kEnPassant || trial.Allows(Move::Make(from, to, kind))) {
      inner.One(from, to, kind);
    }
  }
  void Extras(Square from, Bitboard to) {
    Bitboard good = 0;
    while (to) {
      const Square s = PopFirst(&to);
      if (trial.AllowsExtra(Move::Make(from, s, MoveKind::kBonus))) good |= Bit(s);
    }
    inner.Extras(from, good);
  }
  void Drops(Role role, Bitboard to) {
    Bitboard good = 0;
    while (to) {
      const Square s = PopFirst(&to);
      if (trial.Allows(Move::Drop(role, s))) good |= Bit(s);
    }
    inner.Drops(role, good);
  }
  bool Keeps(Move m) const { return trial.Allows(m); }
};

}  // namespace chess::rules
