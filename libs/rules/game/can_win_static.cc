#include "rules/game/can_win_static.h"

#include <array>

#include "rules/core/attacks.h"
#include "rules/core/generate.h"

namespace chess::rules {
namespace {

constexpr int kMostMen = 64;
constexpr Bitboard kLastRanks = kRank1 | kRank8;

// All squares that pawns on `pawns` pass when pushed until `stop`.
template <Color Us>
Bitboard PushSpan(Bitboard pawns, Bitboard stop) {
  Bitboard span = pawns;
  for (int i = 0; i < 7; ++i) span |= Forward<Us>(span) & ~stop;
  return span;
}

// Where pawns take.
template <Color Us>
Bitboard Beside(Bitboard pawns) {
  return ForwardEast<Us>(pawns) | ForwardWest<Us>(pawns);
}

// A man and what it can ever do, as far as known yet. All of it only grows.
struct Man {
  Square start;
  Color color;
  Role role;
  bool leaves_file = false;  // a pawn that can take something
  bool can_be_taken = false;
  Bitboard reach;         // squares it can stand on; of a pawn: while it is a pawn
  Bitboard promoted = 0;  // squares a pawn can stand on after its promotion

  Bitboard anywhere() const { return reach | promoted; }
  bool stuck() const { return (reach & ~Bit(start)) == 0 && promoted == 0; }
};

// The least set of claims "this man can come here", "this man can be taken" that is closed under
// the rules of movement. Sound by induction over any game: the first move that broke a claim would
// have been made while all of them held, and then the closure would contain it.
class Reachability {
 public:
  explicit Reachability(const Position& position) : position_(position) {
    for (Bitboard b = position.occupied(); b; PopFirst(&b)) {
      const Square s = First(b);
      const Color color = position.of(Color::kBlack) & Bit(s) ? Color::kBlack : Color::kWhite;
      Role role = Role::kPawn;
      while (!(position.of(role) & Bit(s))) role = static_cast<Role>(Index(role) + 1);
      men_[count_++] = {.start = s, .color = color, .role = role, .reach = Bit(s)};
    }
    Summarise();
  }

  // One round for every man; false when nothing has changed.
  bool Grow() {
    changed_ = false;
    for (int i = 0; i < count_; ++i) {
      Man& man = men_[i];
      if (man.role == Role::kPawn) {
        GrowPawn(&man);
      } else if (man.role == Role::kKing) {
        GrowKing(&man);
      } else {
        Add(&man.reach, PieceTargets(man.role, man.color, man.reach));
      }
    }
    if (position_.unmoved) GrowCastling();
    for (int i = 0; i < count_; ++i) {
      Man& man = men_[i];
      if (man.role == Role::kKing || man.can_be_taken) continue;
      if (targets_[Index(!man.color)] & man.anywhere()) {
        man.can_be_taken = true;
        changed_ = true;
      }
    }
    if (changed_) Summarise();
    return changed_;
  }

  // Whether some square that the king of !side can come to could be one where it is mated: it can
  // be attacked there, and each square around can be attacked or taken up by a man of its own.
  bool MateThinkable(Color side) const {
    Bitboard checks = 0, near = 0, blocks = 0, king = 0;
    const Bitboard walls = (fixed_[0] | fixed_[1]) & ~(position_.royal & position_.of(!side));
    for (int i = 0; i < count_; ++i) {
      const Man& man = men_[i];
      if (man.color != side) {
        (man.role == Role::kKing ? king : blocks) |= man.anywhere();
      } else if (man.role == Role::kKing) {
        near |= AttackedFrom(man.role, side, man.reach, walls);
      } else {
        checks |= AttackedFrom(man.role, side, man.reach, walls);
        if (man.promoted) checks |= AttackedAfterPromotion(man, walls);
      }
    }
    for (Bitboard b = king & checks; b;) {
      const Bitboard open = kKingAttacks[PopFirst(&b)] & ~(checks | near);
      if ((open & ~blocks) == 0 && CanAllBeTakenUp(open, !side)) return true;
    }
    return false;
  }

 private:
  // Whether men of `color` can stand on all these squares of one king's neighbourhood at once, one
  // on each, as far as their reach tells.
  bool CanAllBeTakenUp(Bitboard squares, Color color) const {
    std::array<int8_t, 64> taken_by;
    taken_by.fill(-1);
    while (squares) {
      uint64_t tried = 0;
      if (!FindMan(PopFirst(&squares), color, &tried, &taken_by)) return false;
    }
    return true;
  }

  // One step of a bipartite matching: a man for `square`, if need be from a square that another can
  // take up. taken_by: the square that each man has (by its index), -1: none.
  bool FindMan(Square square, Color color, uint64_t* tried,
               std::array<int8_t, 64>* taken_by) const {
    for (int i = 0; i < count_; ++i) {
      const Man& man = men_[i];
      if (man.color != color || man.role == Role::kKing || (*tried >> i & 1)) continue;
      if (!(man.anywhere() & Bit(square))) continue;
      *tried |= uint64_t{1} << i;
      int8_t& has = (*taken_by)[i];
      if (has < 0 || FindMan(static_cast<Square>(has), color, tried, taken_by)) {
        has = static_cast<int8_t>(square);
        return true;
      }
    }
    return false;
  }

  void Add(Bitboard* set, Bitboard more) {
    if ((more & ~*set) == 0) return;
    *set |= more;
    changed_ = true;
  }

  static Bitboard AttackedFrom(Role role, Color color, Bitboard squares, Bitboard walls) {
    Bitboard attacked = 0;
    while (squares) attacked |= AttacksOf(role, color, PopFirst(&squares), walls);
    return attacked;
  }

  static Bitboard AttackedAfterPromotion(const Man& man, Bitboard walls) {
    return AttackedFrom(Role::kQueen, man.color, man.promoted, walls) |
           AttackedFrom(Role::kKnight, man.color, man.promoted, walls);
  }

  // What the men of each colour can do together; asked while the round after it grows.
  void Summarise() {
    fixed_ = presence_ = targets_ = guarded_ = {};
    Bitboard anything = 0;
    for (int i = 0; i < count_; ++i) {
      const Man& man = men_[i];
      const int c = Index(man.color);
      if (man.stuck() && !man.can_be_taken) fixed_[c] |= Bit(man.start);
      if (man.role != Role::kKing) presence_[c] |= man.anywhere();
      anything |= man.anywhere();
    }
    for (int i = 0; i < count_; ++i) {
      const Man& man = men_[i];
      if (!(fixed_[Index(man.color)] & Bit(man.start))) continue;
      // Through squares that nothing ever enters, and onto the first that something may stand on.
      guarded_[Index(man.color)] |= AttacksOf(man.role, man.color, man.start, anything);
    }
    for (int i = 0; i < count_; ++i) AddTargets(men_[i]);
  }

  // Squares where a man may take something that stands there.
  void AddTargets(const Man& man) {
    Bitboard& targets = targets_[Index(man.color)];
    if (man.role == Role::kPawn) {
      targets |= AttackedFrom(man.role, man.color, man.reach, 0);
      if (man.promoted) {
        targets |= PieceTargets(Role::kQueen, man.color, man.promoted) |
                   PieceTargets(Role::kKnight, man.color, man.promoted);
      }
    } else if (man.role == Role::kKing) {
      targets |= KingTargets(man);
    } else {
      targets |= PieceTargets(man.role, man.color, man.reach);
    }
  }

  Bitboard PieceTargets(Role role, Color color, Bitboard from) const {
    return AttackedFrom(role, color, from, fixed_[0] | fixed_[1]) & ~fixed_[Index(color)];
  }

  Bitboard KingTargets(const Man& king) const {
    return AttackedFrom(Role::kKing, king.color, king.reach, 0) & ~fixed_[Index(king.color)] &
           ~guarded_[Index(!king.color)];
  }

  void GrowKing(Man* king) { Add(&king->reach, KingTargets(*king) & ~fixed_[Index(!king->color)]); }

  void GrowPawn(Man* pawn) {
    const bool white = pawn->color == Color::kWhite;
    const Bitboard pushed = white ? pawn->reach << 8 : pawn->reach >> 8;
    Bitboard to = pushed & ~(fixed_[0] | fixed_[1]);
    if (!pawn->leaves_file) to &= FileLimit(*pawn);
    const Bitboard attacked = AttackedFrom(Role::kPawn, pawn->color, pawn->reach, 0);
    const Bitboard taking = (attacked & presence_[Index(!pawn->color)]) | EnPassant(*pawn);
    if (taking && !pawn->leaves_file) pawn->leaves_file = changed_ = true;
    to |= taking;
    Add(&pawn->reach, to & ~kLastRanks);
    Add(&pawn->promoted, to & kLastRanks);
    if (pawn->promoted) {
      Add(&pawn->promoted, PieceTargets(Role::kQueen, pawn->color, pawn->promoted) |
                               PieceTargets(Role::kKnight, pawn->color, pawn->promoted));
    }
  }

  // How far a pawn that never takes can be pushed: it does not pass a pawn of its file that stays
  // on it. Enemy pawns only come nearer; own ones may go on before it.
  Bitboard FileLimit(const Man& pawn) const {
    const bool white = pawn.color == Color::kWhite;
    Bitboard limit = ~Bitboard{0};
    for (int i = 0; i < count_; ++i) {
      const Man& other = men_[i];
      if (other.role != Role::kPawn || FileOf(other.start) != FileOf(pawn.start)) continue;
      if (other.start == pawn.start || (other.start > pawn.start) != white) continue;
      if (other.leaves_file || other.can_be_taken || other.promoted) continue;
      Square at = other.start;
      if (other.color == pawn.color) {
        at = white ? static_cast<Square>(63 - std::countl_zero(other.reach)) : First(other.reach);
      }
      limit &= white ? (Bitboard{1} << (at & 56)) - 1 : ~(((Bitboard{1} << (at & 56)) << 8) - 1);
    }
    return limit;
  }

  // Squares where the pawn may take a pawn in passing; that pawn is then known to be takeable.
  Bitboard EnPassant(const Man& pawn) {
    const int fifth = pawn.color == Color::kWhite ? 4 : 3;
    const Bitboard from = pawn.reach & RankBoard(fifth);
    if (!from) return 0;
    Bitboard to = 0;
    for (int i = 0; i < count_; ++i) {
      Man& victim = men_[i];
      if (victim.role != Role::kPawn || victim.color == pawn.color) continue;
      const Bitboard second = RelativeRankBoard(victim.color, 1);
      for (Bitboard b = victim.reach & RankBoard(fifth); b;) {
        const Square s = PopFirst(&b);
        const Square behind = static_cast<Square>(pawn.color == Color::kWhite ? s + 8 : s - 8);
        const bool comes = (victim.reach & second & FileBoard(FileOf(s))) != 0;
        if (!comes && position_.ep != behind) continue;
        if (!(kPawnAttacks[Index(!pawn.color)][behind] & from)) continue;
        to |= Bit(behind);
        if (!victim.can_be_taken) victim.can_be_taken = changed_ = true;
      }
    }
    return to;
  }

  void GrowCastling() {
    for (Bitboard b = position_.unmoved; b;) {
      const Square rook = PopFirst(&b);
      const Color color = position_.of(Color::kBlack) & Bit(rook) ? Color::kBlack : Color::kWhite;
      const Square king = First(position_.royal & position_.of(color));
      const CastlePath path = PathOf(king, rook);
      const Bitboard way = kBetween[king][path.king_to] | Bit(path.king_to) |
                           kBetween[rook][path.rook_to] | Bit(path.rook_to);
      if (way & ~(Bit(king) | Bit(rook)) & (fixed_[0] | fixed_[1])) continue;
      for (int i = 0; i < count_; ++i) {
        if (men_[i].start == king) Add(&men_[i].reach, Bit(path.king_to));
        if (men_[i].start == rook) Add(&men_[i].reach, Bit(path.rook_to));
      }
    }
  }

  const Position& position_;
  std::array<Man, kMostMen> men_;
  int count_ = 0;
  bool changed_ = false;
  // By colour: men that never move and are never taken; squares where men other than the king may
  // stand; squares where something may be taken; squares that are attacked for ever.
  std::array<Bitboard, 2> fixed_, presence_, targets_, guarded_;
};

}  // namespace

bool MateIsOutOfReach(const Position& position, Color side) {
  Reachability reachability(position);
  do {
    if (reachability.MateThinkable(side)) return false;
  } while (reachability.Grow());
  return true;
}

bool PawnsAreLocked(const Position& position) {
  const Bitboard pawns = position.of(Role::kPawn);
  const Bitboard white = pawns & position.of(Color::kWhite);
  const Bitboard black = pawns & position.of(Color::kBlack);
  if (pawns == 0) return false;
  const Bitboard up = PushSpan<Color::kWhite>(white, black);
  const Bitboard down = PushSpan<Color::kBlack>(black, white);
  if ((up & kRank8) | (down & kRank1)) return false;
  return (Beside<Color::kWhite>(up) & down) == 0;
}

bool PawnsStandStill(const Position& position) {
  const Bitboard pawns = position.of(Role::kPawn), free = ~position.occupied();
  const Bitboard white = pawns & position.of(Color::kWhite);
  const Bitboard black = pawns & position.of(Color::kBlack);
  if (pawns == 0) return false;
  const Bitboard moves = (Forward<Color::kWhite>(white) | Forward<Color::kBlack>(black)) & free;
  const Bitboard captures = (Beside<Color::kWhite>(white) & position.of(Color::kBlack)) |
                            (Beside<Color::kBlack>(black) & position.of(Color::kWhite));
  return (moves | captures) == 0 && position.ep == kNoSquare;
}

}  // namespace chess::rules
