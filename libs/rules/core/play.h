#pragma once
// Playing a move where every man has one power: boards, rights, en passant, counters and key.

#include "rules/core/edit.h"
#include "rules/core/effects.h"
#include "rules/core/generate.h"
#include "rules/core/zobrist.h"

namespace chess::rules {

// Whether the side to move, Us, may capture en passant on ep.
template <Color Us>
inline bool OrthodoxEpLegal(const Position& p, Square ep) {
  if ((kPawnAttacks[Index(!Us)][ep] & p.of(Us, Role::kPawn)) == 0) return false;
  const OrthodoxGenerator<Us> generator(p);
  for (Bitboard b = generator.EnPassantPawns(ep); b;) {
    if (generator.EnPassantSafe(PopFirst(&b), ep)) return true;
  }
  return false;
}

// Index of the one role on s; the roles must be disjoint.
inline int SoleRole(const Position& p, Square s) {
  return static_cast<int>((p.roles[1] >> s & 1) + 2 * (p.roles[2] >> s & 1) +
                          3 * (p.roles[3] >> s & 1) + 4 * (p.roles[4] >> s & 1) +
                          5 * (p.roles[5] >> s & 1));
}

template <Color Us>
inline void OrthodoxCastle(Position& p, Square king, Square rook) {
  constexpr int us = Index(Us);
  const CastlePath path = PathOf(king, rook);
  const Bitboard king_change = Bit(king) ^ Bit(path.king_to);  // 0 where the king stands still
  const Bitboard rook_change = Bit(rook) ^ Bit(path.rook_to);
  p.roles[Index(Role::kKing)] ^= king_change;
  p.royal ^= king_change;
  p.roles[Index(Role::kRook)] ^= rook_change;
  p.colors[us] ^= king_change ^ rook_change;
  p.key ^= kZobrist.men[us][Index(Role::kKing)][king] ^
           kZobrist.men[us][Index(Role::kKing)][path.king_to] ^
           kZobrist.men[us][Index(Role::kRook)][rook] ^
           kZobrist.men[us][Index(Role::kRook)][path.rook_to];
}

// All but castling: a man goes from one square to another, takes what stands there, may promote.
template <Color Us>
inline void OrthodoxStep(Position& p, Move m) {
  constexpr int us = Index(Us), them = Index(!Us);
  const Square from = m.from(), to = m.to();
  const int role = SoleRole(p, from);
  const MoveKind kind = m.kind();
  const Square victim =
      kind == MoveKind::kEnPassant ? static_cast<Square>(to - OrthodoxGenerator<Us>::kPush) : to;
  if (p.colors[them] & Bit(victim)) {
    const int taken = SoleRole(p, victim);
    p.roles[taken] ^= Bit(victim);
    p.colors[them] ^= Bit(victim);
    p.key ^= kZobrist.men[them][taken][victim];
    p.halfmoves = 0;
  }
  if (role == Index(Role::kPawn)) p.halfmoves = 0;
  const int arrives = kind == MoveKind::kPromotion ? Index(m.promotion()) : role;
  p.roles[role] ^= Bit(from);
  p.roles[arrives] ^= Bit(to);
  p.colors[us] ^= Bit(from) | Bit(to);
  p.key ^= kZobrist.men[us][role][from] ^ kZobrist.men[us][arrives][to];
  if (p.royal & Bit(from)) {
    p.royal ^= Bit(from) | Bit(to);
    DropRights(&p, p.colors[us]);
  }
  if (const Bitboard lost = p.unmoved & (Bit(from) | Bit(to))) DropRights(&p, lost);
}

template <Color Us>
inline void OrthodoxPlay(Position& p, Move m);

// Whether a legal move gives check: by the man that arrives or by a line that it opens. Moves that
// change more than two squares are played out.
template <Color Us>
inline bool OrthodoxGivesCheck(const Position& p, Move m) {
  const Square king = First(p.of(!Us) & p.royal);
  if (m.kind() != MoveKind::kNormal && m.kind() != MoveKind::kDoubleStep) {
    Position next = p;
    OrthodoxPlay<Us>(next, m);
    return OrthodoxGenerator<!Us>(next).checkers != 0;
  }
  const Square from = m.from(), to = m.to();
  const Bitboard after = (p.occupied() & ~Bit(from)) | Bit(to);
  const Role role = static_cast<Role>(SoleRole(p, from));
  const Bitboard reach = role == Role::kPawn || role == Role::kKnight || role == Role::kKing
                             ? 0
                             : kBishopRays[king] | kRookRays[king];
  if (role == Role::kPawn && (kPawnAttacks[Index(Us)][to] & Bit(king))) return true;
  if (role == Role::kKnight && (kKnightAttacks[to] & Bit(king))) return true;
  if ((reach & Bit(to)) && (AttacksOf(role, Us, to, after) & Bit(king))) return true;
  const Bitboard others = p.of(Us) & ~Bit(from);
  const Bitboard diagonals = others & (p.of(Role::kBishop) | p.of(Role::kQueen));
  const Bitboard straights = others & (p.of(Role::kRook) | p.of(Role::kQueen));
  return ((kBishopRays[king] & Bit(from)) && (BishopAttacks(king, after) & diagonals)) ||
         ((kRookRays[king] & Bit(from)) && (RookAttacks(king, after) & straights));
}

// Men, rights, counters and turn; no en passant square.
template <Color Us>
inline void OrthodoxMen(Position& p, Move m) {
  if (p.ep != kNoSquare) {
    p.key ^= kZobrist.ep[p.ep];
    p.ep = kNoSquare;
  }
  ++p.halfmoves;
  if (m.is_castle()) {
    DropRights(&p, p.of(Us));
    OrthodoxCastle<Us>(p, m.from(), m.to());
  } else {
    OrthodoxStep<Us>(p, m);
  }
  p.turn = !Us;
  p.key ^= kZobrist.black_to_move;
  if (Us == Color::kBlack) ++p.fullmove;
}

template <Color Us>
inline void OrthodoxSetEp(Position& p, Move m) {
  if (m.kind() != MoveKind::kDoubleStep) return;
  const Square ep = static_cast<Square>((m.from() + m.to()) / 2);
  if (OrthodoxEpLegal<!Us>(p, ep)) {
    p.ep = ep;
    p.key ^= kZobrist.ep[ep];
  }
}

// Not inlined: the caller keeps its registers.
template <Color Us>
[[gnu::noinline]] inline void OrthodoxPlay(Position& p, Move m) {
  OrthodoxMen<Us>(p, m);
  OrthodoxSetEp<Us>(p, m);
}

// For sets whose rules keep accounts (of checks given, say).
template <Color Us>
[[gnu::noinline]] inline void OrthodoxPlayWithEffects(Position& p, const RuleSet& rules, Move m) {
  const Position before = p;
  OrthodoxMen<Us>(p, m);
  RunEffects<Us>(before, m, rules, &p);
  OrthodoxSetEp<Us>(p, m);
}

}  // namespace chess::rules
