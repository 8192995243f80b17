#pragma once
// The orthodox generator: legal moves by check and pin masks, without trial. A template over the
// side to move and over the sink (sink.h).

#include "rules/core/attacks.h"
#include "rules/core/move.h"
#include "rules/core/position.h"
#include "rules/core/sink.h"

namespace chess::rules {

// Where castling leads: king to the g or c file, rook to the f or d file of its rank.
struct CastlePath {
  Square king_to, rook_to;
};
constexpr CastlePath PathOf(Square king, Square rook) {
  const int rank = RankOf(king);
  return rook > king ? CastlePath{SquareOf(6, rank), SquareOf(5, rank)}
                     : CastlePath{SquareOf(2, rank), SquareOf(3, rank)};
}

template <Color Us>
struct OrthodoxGenerator {
  static constexpr Color Them = !Us;
  // How far a pawn's target lies from where it came.
  static constexpr int kPush = Us == Color::kWhite ? 8 : -8;
  static constexpr int kEast = Us == Color::kWhite ? 9 : -7;
  static constexpr int kWest = Us == Color::kWhite ? 7 : -9;

  const Position& p;
  const Bitboard us, them, occupied;
  const Bitboard their_diagonals, their_straights;  // sliders by direction
  const Square king;
  Bitboard checkers = 0;
  Bitboard pinned = 0;
  Bitboard evasion = ~Bitboard{0};  // where a man other than the king may go when in single check

  explicit OrthodoxGenerator(const Position& position)
      : p(position),
        us(p.of(Us)),
        them(p.of(Them)),
        occupied(us | them),
        their_diagonals(them & (p.of(Role::kBishop) | p.of(Role::kQueen))),
        their_straights(them & (p.of(Role::kRook) | p.of(Role::kQueen))),
        king(First(us & p.royal)) {
    FindChecksAndPins();
  }

  void FindChecksAndPins() {
    checkers = them & ((kPawnAttacks[Index(Us)][king] & p.of(Role::kPawn)) |
                       (kKnightAttacks[king] & p.of(Role::kKnight)));
    evasion = checkers;
    Bitboard snipers = (kBishopRays[king] & their_diagonals) | (kRookRays[king] & their_straights);
    while (snipers) {
      const Square sniper = PopFirst(&snipers);
      const Bitboard blockers = kBetween[king][sniper] & occupied;
      if (blockers == 0) {
        checkers |= Bit(sniper);
        evasion |= kBetween[king][sniper] | Bit(sniper);
      } else if (!MoreThanOne(blockers)) {
        pinned |= blockers & us;
      }
    }
    if (checkers == 0) evasion = ~Bitboard{0};
  }

  // Whether their sliders reach s with that occupation.
  bool SliderHits(Square s, Bitboard with) const {
    return ((kRookRays[s] & their_straights) && (RookAttacks(s, with) & their_straights)) ||
           ((kBishopRays[s] & their_diagonals) && (BishopAttacks(s, with) & their_diagonals));
  }

  // Squares next to men that are not sliders: what the king must never enter.
  Bitboard LeaperDanger() const {
    const Bitboard pawns = them & p.of(Role::kPawn);
    Bitboard danger =
        ForwardEast<Them>(pawns) | ForwardWest<Them>(pawns) | kKingAttacks[First(them & p.royal)];
    for (Bitboard b = them & p.of(Role::kKnight); b;) danger |= kKnightAttacks[PopFirst(&b)];
    return danger;
  }

  template <class Sink>
  void KingMoves(Sink& sink, Bitboard danger) const {
    Bitboard safe = 0;
    const Bitboard without_king = occupied ^ Bit(king);
    for (Bitboard b = kKingAttacks[king] & ~us & ~danger; b;) {
      const Square to = PopFirst(&b);
      if (!SliderHits(to, without_king)) safe |= Bit(to);
    }
    sink.Targets(king, safe);
  }

  // King takes own unmoved rook. Every square between each of the two and its target must be free
  // of other men; the king neither stands in check, nor crosses or reaches an attacked square (the
  // last judged with both on their targets).
  template <class Sink>
  void Castles(Sink& sink, Bitboard danger) const {
    for (Bitboard rooks = p.unmoved & us; rooks;) {
      const Square rook = PopFirst(&rooks);
      const CastlePath path = PathOf(king, rook);
      const Bitboard both = Bit(king) | Bit(rook);
      const Bitboard king_path = kBetween[king][path.king_to] | Bit(path.king_to);
      const Bitboard rook_path = kBetween[rook][path.rook_to] | Bit(path.rook_to);
      if ((king_path | rook_path) & occupied & ~both) continue;
      if (king_path & danger) continue;
      bool safe =
          !SliderHits(path.king_to, (occupied ^ both) | Bit(path.king_to) | Bit(path.rook_to));
      for (Bitboard b = kBetween[king][path.king_to]; safe && b;) {
        safe = !SliderHits(PopFirst(&b), occupied ^ Bit(king));
      }
      if (safe) sink.One(king, rook, MoveKind::kCastle);
    }
  }

  template <class Sink>
  void PieceMoves(Sink& sink) const {
    const Bitboard targets = ~us & evasion;
    for (Bitboard b = us & p.of(Role::kKnight) & ~pinned; b;) {
      const Square s = PopFirst(&b);
      sink.Targets(s, kKnightAttacks[s] & targets);
    }
    const Bitboard queens = us & p.of(Role::kQueen);
    for (Bitboard b = us & p.of(Role::kBishop); b;) {
      const Square s = PopFirst(&b);
      sink.Targets(s, BishopAttacks(s, occupied) & targets & PinLine(s));
    }
    for (Bitboard b = us & p.of(Role::kRook); b;) {
      const Square s = PopFirst(&b);
      sink.Targets(s, RookAttacks(s, occupied) & targets & PinLine(s));
    }
    for (Bitboard b = queens; b;) {
      const Square s = PopFirst(&b);
      sink.Targets(s, QueenAttacks(s, occupied) & targets & PinLine(s));
    }
  }

  // Where a man may go without uncovering its king.
  Bitboard PinLine(Square s) const { return pinned & Bit(s) ? kLine[king][s] : ~Bitboard{0}; }

  // Pawns of one board: all unpinned ones at once, or a single pinned one.
  template <class Sink>
  void PawnMoves(Sink& sink, Bitboard pawns, Bitboard allowed) const {
    constexpr Bitboard kLast = RelativeRankBoard(Us, 7);
    const Bitboard free = ~occupied;
    const Bitboard one = Forward<Us>(pawns) & free;
    const Bitboard two = Forward<Us>(one & RelativeRankBoard(Us, 2)) & free & allowed;
    const Bitboard push = one & allowed;
    const Bitboard east = ForwardEast<Us>(pawns) & them & allowed;
    const Bitboard west = ForwardWest<Us>(pawns) & them & allowed;
    if ((push | east | west) & kLast) {
      sink.Promotions(push & kLast, kPush);
      sink.Promotions(east & kLast, kEast);
      sink.Promotions(west & kLast, kWest);
    }
    sink.PawnTargets(push & ~kLast, kPush);
    sink.PawnTargets(two, 2 * kPush, MoveKind::kDoubleStep);
    sink.PawnTargets(east & ~kLast, kEast);
    sink.PawnTargets(west & ~kLast, kWest);
  }

  // Judged by looking at the board after the capture: two men leave one rank at once, so pin masks
  // do not tell (8/8/8/K1pP3r/8/8/8/7k w - c6).
  bool EnPassantSafe(Square from, Square ep) const {
    const Bitboard taken = Bit(static_cast<Square>(ep - kPush));
    const Bitboard after = (occupied ^ Bit(from) ^ taken) | Bit(ep);
    if (BishopAttacks(king, after) & their_diagonals) return false;
    if (RookAttacks(king, after) & their_straights) return false;
    const Bitboard leapers = them & ~taken &
                             ((kPawnAttacks[Index(Us)][king] & p.of(Role::kPawn)) |
                              (kKnightAttacks[king] & p.of(Role::kKnight)));
    return leapers == 0;
  }

  Bitboard EnPassantPawns(Square ep) const {
    return kPawnAttacks[Index(Them)][ep] & us & p.of(Role::kPawn);
  }

  template <class Sink>
  void EnPassant(Sink& sink) const {
    for (Bitboard b = EnPassantPawns(p.ep); b;) {
      const Square from = PopFirst(&b);
      if (EnPassantSafe(from, p.ep)) sink.One(from, p.ep, MoveKind::kEnPassant);
    }
  }

  template <class Sink>
  void All(Sink& sink) const {
    const Bitboard danger = LeaperDanger();
    KingMoves(sink, danger);
    if (MoreThanOne(checkers)) return;
    PieceMoves(sink);
    const Bitboard pawns = us & p.of(Role::kPawn);
    PawnMoves(sink, pawns & ~pinned, evasion);
    if (p.ep != kNoSquare) EnPassant(sink);
    if (checkers) return;  // a pinned pawn never answers a check; nobody castles out of one
    for (Bitboard b = pawns & pinned; b;) {
      const Square s = PopFirst(&b);
      PawnMoves(sink, Bit(s), kLine[king][s]);
    }
    if (p.unmoved & us) Castles(sink, danger);
  }
};

}  // namespace chess::rules
