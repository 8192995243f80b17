#pragma once
// Playing a move where men may have any powers, and rules may have effects.

#include "rules/core/effects.h"
#include "rules/core/generate_any.h"
#include "rules/core/play.h"

namespace chess::rules {

// Rights that cannot be used any more: of rooks that are none, of kings that moved, fell or move as
// something else.
inline void DropEmptyRights(Position* p) {
  if (p->unmoved == 0) return;
  Bitboard lost = p->unmoved & ~p->of(Role::kRook);
  const Bitboard kings = p->royal & p->of(Role::kKing);
  for (Color c : kColors) {
    if ((kings & p->of(c)) == 0) lost |= p->unmoved & p->of(c);
  }
  if (lost) DropRights(p, lost);
}

// Marks die with their men, also with those that an effect removed.
inline void DropEmptyMarks(Position* p, const Hooks& hooks) {
  if (!hooks.marks) return;
  const uint64_t marks = p->slots[kMarksSlot];
  if (marks & ~p->occupied()) SetSlot(p, kMarksSlot, marks & p->occupied());
}

// All but castling and drops: a man goes from one square to another, takes, may promote.
template <Color Us>
inline void AnyStep(Position& p, const Hooks& hooks, Move m) {
  const Square from = m.from(), to = m.to();
  const MoveKind kind = m.kind();
  const Powers powers = p.PowersAt(from);
  const Square victim =
      kind == MoveKind::kEnPassant ? static_cast<Square>(to - OrthodoxGenerator<Us>::kPush) : to;
  if (p.unmoved) {
    DropRights(&p, p.royal & Bit(from) ? p.of(Us) | Bit(victim) : Bit(from) | Bit(victim));
  }
  if (p.of(!Us) & Bit(victim)) {
    RemoveMan(&p, victim, hooks.marks);
    p.halfmoves = 0;
  }
  if (powers == kPawnAlone && kind != MoveKind::kBonus) p.halfmoves = 0;
  MoveMan(&p, from, to, powers, hooks.marks);
  if (kind == MoveKind::kPromotion) SetPowers(&p, to, Bit(m.promotion()));
}

// Men, rights, counters and turn; no effects, no en passant square.
template <Color Us>
inline void AnyMen(Position& p, const Hooks& hooks, Move m) {
  if (p.ep != kNoSquare) {
    p.key ^= kZobrist.ep[p.ep];
    p.ep = kNoSquare;
  }
  ++p.halfmoves;
  if (m.is_castle()) {
    DropRights(&p, p.of(Us));
    if (hooks.marks) SetSlot(&p, kMarksSlot, p.slots[kMarksSlot] & ~(Bit(m.from()) | Bit(m.to())));
    OrthodoxCastle<Us>(p, m.from(), m.to());
  } else if (m.is_drop()) {
    PutMan(&p, Us, m.to(), Bit(m.dropped()));
    if (m.dropped() == Role::kPawn) p.halfmoves = 0;
  } else {
    AnyStep<Us>(p, hooks, m);
  }
  p.turn = !Us;
  p.key ^= kZobrist.black_to_move;
  if (Us == Color::kBlack) ++p.fullmove;
}

// The move with its effects, but for the en passant square.
template <Color Us>
inline void AnyMove(Position& p, const RuleSet& rules, Move m) {
  if (rules.hooks().after_move.empty()) {
    AnyMen<Us>(p, rules.hooks(), m);
  } else {
    const Position before = p;
    AnyMen<Us>(p, rules.hooks(), m);
    RunEffects<Us>(before, m, rules, &p);
    DropEmptyMarks(&p, rules.hooks());
  }
  DropEmptyRights(&p);
}

// The square behind a pawn that just made a double step from its second rank; kNoSquare if the
// move was none.
template <Color Us>
inline Square EnPassantSquare(Move m) {
  if (m.kind() != MoveKind::kDoubleStep || RelativeRank(Us, m.from()) != 1) return kNoSquare;
  return static_cast<Square>((m.from() + m.to()) / 2);
}

// Kernel::EpLegal decides whether a capture there counts.
template <class Kernel, Color Us>
inline void AnyPlay(Position& p, const RuleSet& rules, Move m) {
  AnyMove<Us>(p, rules, m);
  const Square ep = EnPassantSquare<Us>(m);
  if (ep != kNoSquare && Kernel::template EpLegal<!Us>(p, rules, ep)) {
    p.ep = ep;
    p.key ^= kZobrist.ep[ep];
  }
}

// Whether the side to move may capture on ep as far as the masks tell.
template <Color Us, bool Guarded>
inline bool AnyEpLegal(const Position& p, const Hooks& hooks, Square ep) {
  if ((kPawnAttacks[Index(!Us)][ep] & p.of(Us, Role::kPawn)) == 0) return false;
  const AnyGenerator<Us, Guarded> generator(p, hooks);
  for (Bitboard b = generator.EnPassantPawns(ep); b;) {
    if (generator.EnPassantSafe(PopFirst(&b), ep)) return true;
  }
  return false;
}

}  // namespace chess::rules
