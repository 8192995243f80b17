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
      : p_(position),
        rules_(rules),
        hooks_(rules.hooks()),
        in_check_(RoyalAttackers<Us>(p_, hooks_) != 0),
        masks_(p_, hooks_) {
    if (hooks_.masks_suffice_for_quiets && masks_.royal) danger_ = masks_.LeaperDanger();
  }

  // Of the moves of the man on `from`, those that are legal.
  Bitboard Legal(Square from, Bitboard to, MoveKind kind) const {
    Bitboard good = 0;
    if (hooks_.masks_suffice_for_quiets) {
      const Bitboard quiet = to & ~masks_.occupied;
      const bool royal = (masks_.royal & Bit(from)) != 0;
      good = royal ? masks_.SafeFor(quiet, danger_) : masks_.Covered(from, quiet & Answers());
      const bool settled = !royal && (in_check_ || !(masks_.pinned & Bit(from)));
      to &= ~(settled ? quiet : good);
    }
    while (to) {
      const Square s = PopFirst(&to);
      if (Allows(Move::Make(from, s, kind))) good |= Bit(s);
    }
    return good;
  }

  // Of the steps of several pawns, those that are legal.
  Bitboard LegalSteps(Bitboard to, int delta, MoveKind kind) const {
    if (hooks_.masks_suffice_for_quiets && masks_.pinned == 0 && !(to & masks_.occupied)) {
      return to & Answers();
    }
    Bitboard good = 0;
    while (to) {
      const Square s = PopFirst(&to);
      good |= Legal(static_cast<Square>(s - delta), Bit(s), kind);
    }
    return good;
  }

  Bitboard LegalDrops(Role role, Bitboard to) const {
    if (hooks_.masks_suffice_for_quiets) return to & Answers();
    Bitboard good = 0;
    while (to) {
      const Square s = PopFirst(&to);
      if (Allows(Move::Drop(role, s))) good |= Bit(s);
    }
    return good;
  }

  bool Allows(Move m) const {
    if (m.is_castle()) return AllowsCastle(m);
    if (Bit(m.to()) & p_.of(!Us) & p_.royal) return false;  // a king is never captured
    return Try(m);
  }

 private:
  // Where men other than the royal one may go as far as a check is concerned.
  Bitboard Answers() const {
    if (!in_check_) return ~Bitboard{0};
    return MoreThanOne(masks_.checkers) ? 0 : masks_.allowed;
  }

  // After the move; rights, en passant and counters do not matter here.
  Position Next(Move m) const {
    Position next = p_;
    AnyMen<Us>(next, hooks_, m);
    RunEffects<Us>(p_, m, rules_, &next);
    return next;
  }

  bool Try(Move m) const {
    const Position next = Next(m);
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
    if (masks_.royal && !(after.of(Us) & after.royal)) return false;
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
  const bool in_check_;
  const AnyGenerator<Us, true> masks_;
  Bitboard danger_ = 0;
};

// Passes on what the trial allows.
template <Color Us, class Sink>
struct TrialSink {
  const Trial<Us>& trial;
  Sink& inner;

  void Targets(Square from, Bitboard to) {
    inner.Targets(from, trial.Legal(from, to, MoveKind::kNormal));
  }
  void PawnTargets(Bitboard to, int delta, MoveKind kind = MoveKind::kNormal) {
    if (to) inner.PawnTargets(trial.LegalSteps(to, delta, kind), delta, kind);
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
    inner.Extras(from, trial.Legal(from, to, MoveKind::kBonus));
  }
  void Drops(Role role, Bitboard to) { inner.Drops(role, trial.LegalDrops(role, to)); }
  bool Keeps(Move m) const { return trial.Allows(m); }
};

}  // namespace chess::rules
