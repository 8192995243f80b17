#pragma once
// The generator for men with any powers: role boards may overlap, the royal man may move as
// anything or be missing, men may come from a hand or have moves beyond their powers. Guarded: by
// check and pin masks, like orthodox chess; otherwise whatever the men can do (pseudo-legal).

#include "rules/core/attacks.h"
#include "rules/core/generate.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

constexpr Powers kPawnAlone = Bit(Role::kPawn);
constexpr Powers kUsualPromotions =
    Bit(Role::kQueen) | Bit(Role::kRook) | Bit(Role::kBishop) | Bit(Role::kKnight);

// Men with more than one power, of both colours.
inline Bitboard Versatile(const Position& p) {
  Bitboard seen = 0, again = 0;
  for (Bitboard board : p.roles) {
    again |= seen & board;
    seen |= board;
  }
  return again;
}

template <Color Us, bool Guarded>
struct AnyGenerator {
  static constexpr Color Them = !Us;
  static constexpr int kPush = OrthodoxGenerator<Us>::kPush;
  static constexpr int kEast = OrthodoxGenerator<Us>::kEast;
  static constexpr int kWest = OrthodoxGenerator<Us>::kWest;
  static constexpr Bitboard kLast = RelativeRankBoard(Us, 7);
  static constexpr Bitboard kSecond = RelativeRankBoard(Us, 1);

  const Position& p;
  const Hooks& hooks;
  const Bitboard us, them, occupied;
  const Bitboard their_diagonals, their_straights;  // sliders by direction
  const Bitboard royal;                             // ours: one man or none
  const Square king;                                // where it stands, or kNoSquare
  const Bitboard versatile;                         // men of both colours with several powers
  const Bitboard plain;                             // ours with one power, not royal
  Bitboard checkers = 0;
  Bitboard pinned = 0;
  Bitboard allowed = ~Bitboard{0};  // where men may go: what answers a check, or must be taken
  // Men whose capture on our last rank is a promotion (if the rules say so).
  Bitboard promoting_victims = 0;

  AnyGenerator(const Position& position, const Hooks& h)
      : p(position),
        hooks(h),
        us(p.of(Us)),
        them(p.of(Them)),
        occupied(us | them),
        their_diagonals(them & (p.of(Role::kBishop) | p.of(Role::kQueen))),
        their_straights(them & (p.of(Role::kRook) | p.of(Role::kQueen))),
        royal(us & p.royal),
        king(First(royal)),
        versatile(Versatile(p)),
        plain(us & ~(versatile | royal)) {
    if (hooks.promotions) promoting_victims = them & kLast & p.of(Role::kPawn) & ~versatile;
    if constexpr (Guarded) {
      if (royal) FindChecksAndPins();
    }
  }

  // Men other than sliders that attack s.
  Bitboard LeapersAt(Square s) const {
    return them &
           ((kPawnAttacks[Index(Us)][s] & p.of(Role::kPawn)) |
            (kKnightAttacks[s] & p.of(Role::kKnight)) | (kKingAttacks[s] & p.of(Role::kKing)));
  }

  void FindChecksAndPins() {
    checkers = LeapersAt(king);
    allowed = checkers;
    Bitboard snipers = (kBishopRays[king] & their_diagonals) | (kRookRays[king] & their_straights);
    while (snipers) {
      const Square sniper = PopFirst(&snipers);
      const Bitboard blockers = kBetween[king][sniper] & occupied;
      if (blockers == 0) {
        checkers |= Bit(sniper);
        allowed |= kBetween[king][sniper] | Bit(sniper);
      } else if (!MoreThanOne(blockers)) {
        pinned |= blockers & us;
      }
    }
    if (checkers == 0) allowed = ~Bitboard{0};
    allowed &= ~(them & p.royal);  // never captured, though a drafted start may leave it attacked
  }

  bool SliderHits(Square s, Bitboard with) const {
    return ((kRookRays[s] & their_straights) && (RookAttacks(s, with) & their_straights)) ||
           ((kBishopRays[s] & their_diagonals) && (BishopAttacks(s, with) & their_diagonals));
  }

  // Squares next to men that are not sliders: what the royal man must never enter.
  Bitboard LeaperDanger() const {
    const Bitboard pawns = them & p.of(Role::kPawn);
    Bitboard danger = ForwardEast<Them>(pawns) | ForwardWest<Them>(pawns) | (them & p.royal);
    for (Bitboard b = them & p.of(Role::kKing); b;) danger |= kKingAttacks[PopFirst(&b)];
    for (Bitboard b = them & p.of(Role::kKnight); b;) danger |= kKnightAttacks[PopFirst(&b)];
    return danger;
  }

  // Where a man may go without uncovering its king.
  Bitboard PinLine(Square s) const { return pinned & Bit(s) ? kLine[king][s] : ~Bitboard{0}; }

  // Squares that the royal man may enter.
  Bitboard SafeFor(Bitboard to, Bitboard danger) const {
    if constexpr (!Guarded) return to;
    Bitboard safe = 0;
    const Bitboard without = occupied ^ royal;
    for (Bitboard b = to & ~danger; b;) {
      const Square s = PopFirst(&b);
      if (!SliderHits(s, without)) safe |= Bit(s);
    }
    return safe;
  }

  // The second square of a pawn's double step from s; 0 if it has none.
  Bitboard DoubleStep(Square s) const {
    if (!(Bit(s) & (kSecond | hooks.more_double_steps[Index(Us)]) & ~royal)) return 0;
    return Forward<Us>(Forward<Us>(Bit(s)) & ~occupied) & ~occupied;
  }

  // Where the pawn's power leads from s by one step or by taking.
  Bitboard PawnReach(Square s) const {
    return (Forward<Us>(Bit(s)) & ~occupied) | (kPawnAttacks[Index(Us)][s] & them);
  }

  // All ordinary targets but double steps and en passant, whatever they mean for the royal man.
  Bitboard Reach(Square s, Powers powers) const {
    Bitboard to = powers & kPawnAlone ? PawnReach(s) : 0;
    for (unsigned rest = powers & ~kPawnAlone; rest; rest &= rest - 1) {
      to |= AttacksOf(static_cast<Role>(std::countr_zero(rest)), Us, s, occupied);
    }
    return to & ~us;
  }

  // What a man that comes to s, and may promote there, chooses from; 0: it comes as it is.
  Powers Choices(Square s, Powers powers, bool is_royal) const {
    if (hooks.promotions) return hooks.promotions(powers, is_royal, p.PowersAt(s));
    return kUsualPromotions;
  }

  template <class Sink>
  void Emit(Sink& sink, Square from, Bitboard to, Powers powers, bool is_royal) const {
    const Bitboard ask = to & (powers == kPawnAlone ? kLast : promoting_victims);
    for (Bitboard b = ask; b;) {
      const Square s = PopFirst(&b);
      if (const Powers choices = Choices(s, powers, is_royal)) {
        sink.Promote(from, s, choices);
        to ^= Bit(s);
      }
    }
    sink.Targets(from, to);
  }

  // The royal man moves by its powers, as a pawn without double step and en passant.
  template <class Sink>
  void RoyalMoves(Sink& sink, Bitboard danger, Bitboard within) const {
    if (p.of(Role::kKing) & ~versatile & royal) {
      const Bitboard to = SafeFor(kKingAttacks[king] & ~us & within, danger);
      to& promoting_victims ? Emit(sink, king, to, Bit(Role::kKing), true) : sink.Targets(king, to);
      return;
    }
    const Powers powers = p.PowersAt(king);
    Emit(sink, king, SafeFor(Reach(king, powers) & within, danger), powers, true);
  }

  // As in orthodox chess; a man attacks castling squares by each of its powers.
  template <class Sink>
  void Castles(Sink& sink, Bitboard danger) const {
    if (!(p.of(Role::kKing) & ~versatile & royal)) return;
    for (Bitboard rooks = p.unmoved & us; rooks;) {
      const Square rook = PopFirst(&rooks);
      const CastlePath path = PathOf(king, rook);
      const Bitboard both = royal | Bit(rook);
      const Bitboard king_path = kBetween[king][path.king_to] | Bit(path.king_to);
      const Bitboard rook_path = kBetween[rook][path.rook_to] | Bit(path.rook_to);
      if ((king_path | rook_path) & occupied & ~both) continue;
      bool safe = true;
      if constexpr (Guarded) {
        if (king_path & danger) continue;
        safe = !SliderHits(path.king_to, (occupied ^ both) | Bit(path.king_to) | Bit(path.rook_to));
        for (Bitboard b = kBetween[king][path.king_to]; safe && b;) {
          safe = !SliderHits(PopFirst(&b), occupied ^ royal);
        }
      }
      if (safe) sink.One(king, rook, MoveKind::kCastle);
    }
  }

  template <class Sink>
  void Leave(Sink& sink, Square from, Bitboard to, Role role) const {
    to& promoting_victims ? Emit(sink, from, to, Bit(role), false) : sink.Targets(from, to);
  }

  // Men with one power but pawns.
  template <class Sink>
  void PieceMoves(Sink& sink) const {
    const Bitboard targets = ~us & allowed;
    for (Bitboard b = plain & p.of(Role::kKnight) & ~pinned; b;) {
      const Square s = PopFirst(&b);
      Leave(sink, s, kKnightAttacks[s] & targets, Role::kKnight);
    }
    for (Bitboard b = plain & p.of(Role::kBishop); b;) {
      const Square s = PopFirst(&b);
      Leave(sink, s, BishopAttacks(s, occupied) & targets & PinLine(s), Role::kBishop);
    }
    for (Bitboard b = plain & p.of(Role::kRook); b;) {
      const Square s = PopFirst(&b);
      Leave(sink, s, RookAttacks(s, occupied) & targets & PinLine(s), Role::kRook);
    }
    for (Bitboard b = plain & p.of(Role::kQueen); b;) {
      const Square s = PopFirst(&b);
      Leave(sink, s, QueenAttacks(s, occupied) & targets & PinLine(s), Role::kQueen);
    }
    for (Bitboard b = plain & p.of(Role::kKing); b;) {
      const Square s = PopFirst(&b);
      Leave(sink, s, kKingAttacks[s] & targets & PinLine(s), Role::kKing);
    }
  }

  // Pawns that come to the last rank from `to - delta`.
  template <class Sink>
  void LastRank(Sink& sink, Bitboard to, int delta) const {
    if (hooks.promotions == nullptr) return sink.Promotions(to, delta);
    while (to) {
      const Square s = PopFirst(&to);
      Emit(sink, static_cast<Square>(s - delta), Bit(s), kPawnAlone, false);
    }
  }

  // Men with the pawn's power alone: all unpinned ones at once, or a single pinned one.
  template <class Sink>
  void PawnMoves(Sink& sink, Bitboard pawns, Bitboard within) const {
    const Bitboard free = ~occupied;
    const Bitboard one = Forward<Us>(pawns) & free;
    Bitboard starters = one & RelativeRankBoard(Us, 2);
    if (const Bitboard more = hooks.more_double_steps[Index(Us)]) {
      starters |= Forward<Us>(pawns & more) & free;
    }
    const Bitboard two = Forward<Us>(starters) & free & within;
    const Bitboard push = one & within;
    const Bitboard east = ForwardEast<Us>(pawns) & them & within;
    const Bitboard west = ForwardWest<Us>(pawns) & them & within;
    if ((push | east | west) & kLast) {
      LastRank(sink, push & kLast, kPush);
      LastRank(sink, east & kLast, kEast);
      LastRank(sink, west & kLast, kWest);
    }
    sink.PawnTargets(push & ~kLast, kPush);
    sink.PawnTargets(two, 2 * kPush, MoveKind::kDoubleStep);
    sink.PawnTargets(east & ~kLast, kEast);
    sink.PawnTargets(west & ~kLast, kWest);
  }

  // Judged by looking at the board after the capture, see OrthodoxGenerator.
  bool EnPassantSafe(Square from, Square ep) const {
    if (!Guarded || !royal) return true;
    const Bitboard taken = Bit(static_cast<Square>(ep - kPush));
    const Bitboard after = (occupied ^ Bit(from) ^ taken) | Bit(ep);
    if (BishopAttacks(king, after) & their_diagonals & ~taken) return false;
    if (RookAttacks(king, after) & their_straights & ~taken) return false;
    return (LeapersAt(king) & ~taken) == 0;
  }

  Bitboard EnPassantPawns(Square ep) const {
    return kPawnAttacks[Index(Them)][ep] & us & p.of(Role::kPawn) & ~royal;
  }

  // Those that the sink keeps.
  template <class Sink>
  bool EnPassantLegal(const Sink& sink, Square from, Square ep) const {
    return EnPassantSafe(from, ep) && sink.Keeps(Move::Make(from, ep, MoveKind::kEnPassant));
  }

  template <class Sink>
  void EnPassant(Sink& sink) const {
    for (Bitboard b = EnPassantPawns(p.ep) & plain; b;) {
      const Square from = PopFirst(&b);
      if (EnPassantLegal(sink, from, p.ep)) sink.One(from, p.ep, MoveKind::kEnPassant);
    }
  }

  // A man with several powers. Where two make the same step, the pawn's double step and en passant
  // win over the plain move.
  template <class Sink>
  void VersatileMoves(Sink& sink, Square from) const {
    const Powers powers = p.PowersAt(from);
    const Bitboard within = allowed & PinLine(from);
    Bitboard to = Reach(from, powers) & within;
    if (powers & kPawnAlone) {
      if (const Bitboard two = DoubleStep(from) & within) {
        to &= ~two;
        sink.One(from, First(two), MoveKind::kDoubleStep);
      }
      if (p.ep != kNoSquare && (EnPassantPawns(p.ep) & Bit(from)) &&
          EnPassantLegal(sink, from, p.ep)) {
        to &= ~Bit(p.ep);
        sink.One(from, p.ep, MoveKind::kEnPassant);
      }
    }
    Emit(sink, from, to, powers, false);
  }

  // Whether the man on `from` gives check from the empty square `to`, itself or by opening a line.
  bool StepGivesCheck(Square from, Square to, Powers powers) const {
    const Bitboard their_royal = them & p.royal;
    if (!their_royal) return false;
    const Square s = First(their_royal);
    const Bitboard after = (occupied & ~Bit(from)) | Bit(to);
    for (unsigned rest = powers; rest; rest &= rest - 1) {
      const Role role = static_cast<Role>(std::countr_zero(rest));
      if (AttacksOf(role, Us, to, after) & their_royal) return true;
    }
    const Bitboard others = us & ~Bit(from);
    const Bitboard diagonals = others & (p.of(Role::kBishop) | p.of(Role::kQueen));
    const Bitboard straights = others & (p.of(Role::kRook) | p.of(Role::kQueen));
    return (BishopAttacks(s, after) & diagonals) || (RookAttacks(s, after) & straights);
  }

  // Of the squares that a man of ours may jump to, those that leave no line to the king open: along
  // a pin it may also jump over the man that pins it.
  Bitboard Covered(Square from, Bitboard to) const {
    if (!(pinned & Bit(from))) return to;
    Bitboard good = 0;
    for (Bitboard b = to & kLine[king][from]; b;) {
      const Square s = PopFirst(&b);
      if (!SliderHits(king, (occupied ^ Bit(from)) | Bit(s))) good |= Bit(s);
    }
    return good;
  }

  // Moves beyond the powers: to empty squares that no ordinary move reaches. They are no attacks,
  // but a man may well attack from where they lead (4k3/8/8/8/8/8/3P4/3+QK3 w: Qe3 checks).
  template <class Sink>
  void ExtraMoves(Sink& sink, Bitboard danger, bool only_royal) const {
    Bitboard men = hooks.only_marked_have_extras ? us & p.slots[kMarksSlot] : us;
    if (only_royal) men &= royal;
    while (men) {
      const Square from = PopFirst(&men);
      const Powers powers = p.PowersAt(from);
      Bitboard to = hooks.extra_quiets(p, from) & ~(occupied | Reach(from, powers));
      if (powers & kPawnAlone) {
        to &= ~DoubleStep(from);
        if (p.ep != kNoSquare && (EnPassantPawns(p.ep) & Bit(from))) to &= ~Bit(p.ep);
      }
      if (Bit(from) & royal) {
        to = SafeFor(Guarded ? to : to & allowed, danger);
      } else {
        to = Covered(from, to & allowed);
      }
      sink.Extras(from, to);
    }
  }

  template <class Sink>
  void HandMoves(Sink& sink) const {
    for (int r = 0; r < kRoles; ++r) {
      const Bitboard to = hooks.drops(p, static_cast<Role>(r)) & allowed & ~occupied;
      if (to) sink.Drops(static_cast<Role>(r), to);
    }
  }

  // Everything. Unguarded, `allowed` may have been narrowed to captures.
  template <class Sink>
  void All(Sink& sink) const {
    const Bitboard danger = Guarded && royal ? LeaperDanger() : 0;
    const bool extras = hooks.extra_quiets != nullptr;
    if (royal) RoyalMoves(sink, danger, Guarded ? ~Bitboard{0} : allowed);
    if (Guarded && MoreThanOne(checkers)) {
      if (extras) ExtraMoves(sink, danger, true);
      return;
    }
    PieceMoves(sink);
    const Bitboard pawns = plain & p.of(Role::kPawn);
    PawnMoves(sink, pawns & ~pinned, allowed);
    if (p.ep != kNoSquare) EnPassant(sink);
    for (Bitboard b = us & versatile & ~royal; b;) VersatileMoves(sink, PopFirst(&b));
    if (extras) ExtraMoves(sink, danger, false);
    if (hooks.drops) HandMoves(sink);
    if (checkers) return;  // a pinned pawn never answers a check; nobody castles out of one
    for (Bitboard b = pawns & pinned; b;) {
      const Square s = PopFirst(&b);
      PawnMoves(sink, Bit(s), kLine[king][s]);
    }
    if ((p.unmoved & us) && (Guarded || allowed == ~Bitboard{0})) Castles(sink, danger);
  }
};

}  // namespace chess::rules
