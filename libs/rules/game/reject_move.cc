#include "rules/game/reject_move.h"

#include "rules/core/attacks.h"
#include "rules/core/generate.h"
#include "rules/game/reject_text.h"
#include "rules/game/view.h"

namespace chess::rules {
namespace {

class Explainer {
 public:
  Explainer(const Position& position, const RuleSet& rules, const MoveQuestion& question)
      : real_(position),
        p_(MaskedFor(position, rules, SeatOf(position.turn))),
        rules_(rules),
        hidden_(HidesBoard(rules)),
        from_(question.from),
        to_(question.to),
        passed_(hidden_ ? position.ep : question.passed),
        promotion_(question.promotion),
        us_(position.turn),
        king_(position.RoyalSquare(position.turn)) {}

  Rejection Run() const {
    if ((p_.of(us_) & Bit(from_)) == 0) return NotOwn();
    if (std::optional<Rejection> wrong = WrongPromotion()) return *wrong;
    if (IsCastleAttempt()) return Castle();
    if (std::optional<Rejection> geometry = Geometry()) return *geometry;
    if (hidden_) return PlainRejection(RejectReason::kIllegalInFog);
    if (const Bitboard men = IsCapture() ? 0 : MenThatMustCapture(p_, rules_)) {
      return Reject(RejectReason::kMustCapture, "you must capture with " + Men(p_, men), men);
    }
    return Safety();
  }

 private:
  Rejection NotOwn() const {
    if (!p_.empty(from_)) {
      return Reject(RejectReason::kNotYourPiece, Man(p_, from_) + " is not yours");
    }
    const std::string square = ToText(from_);
    return Reject(RejectReason::kNoPiece,
                  hidden_ ? "you see no piece on " + square : "no piece on " + square);
  }

  // Whether from-to is legal with another promotion, or without one.
  std::optional<Rejection> WrongPromotion() const {
    bool plain = false, promotes = false;
    for (const Move m : LegalMoves(real_, rules_)) {
      if (m.from() != from_) continue;
      const bool castles_there = m.is_castle() && CastleTargets(m).king == to_;
      if (m.to() != to_ && !castles_there) continue;
      (m.is_promotion() ? promotes : plain) = true;
    }
    if (promotes && !promotion_) {
      return Reject(RejectReason::kPromotionMissing, "say which piece the pawn becomes");
    }
    if (!promotes && !plain) return std::nullopt;
    const std::string what = promotion_ ? std::string(NameOf(*promotion_)) : "piece";
    return Reject(RejectReason::kPromotionInvalid,
                  promotes ? "a pawn cannot become a " + what
                           : "nothing is promoted to a " + what + " by that move");
  }

  // King takes own rook, or a king that leaps along its first rank to the c or g file and could
  // not go there otherwise.
  bool IsCastleAttempt() const {
    if (from_ != king_ || (p_.of(Role::kKing) & Bit(from_)) == 0) return false;
    if (RankOf(from_) != RankOf(to_)) return false;
    if (p_.of(us_, Role::kRook) & Bit(to_)) return true;
    const int files = FileOf(to_) - FileOf(from_);
    return RelativeRank(us_, from_) == 0 && (FileOf(to_) == 2 || FileOf(to_) == 6) &&
           (files > 1 || files < -1) && (ExtraSquares() & Bit(to_)) == 0;
  }

  Rejection Castle() const {
    Square rook = kNoSquare;
    for (Bitboard b = p_.unmoved & p_.of(us_); b;) {
      const Square s = PopFirst(&b);
      const bool names_rook = (p_.of(us_, Role::kRook) & Bit(to_)) != 0;
      if (names_rook ? s == to_ : PathOf(from_, s).king_to == to_) rook = s;
    }
    if (rook == kNoSquare) {
      return Reject(RejectReason::kCastleRightLost,
                    "castling there is no longer possible: the king or the rook has moved");
    }
    if (const Bitboard checkers = hidden_ ? 0 : Checkers(p_, rules_)) {
      return Reject(RejectReason::kCastleOutOfCheck,
                    "a king in check by " + Men(p_, checkers) + " cannot castle", checkers);
    }
    const CastlePath path = PathOf(from_, rook);
    const Bitboard both = Bit(from_) | Bit(rook);
    const Bitboard way = kBetween[from_][path.king_to] | Bit(path.king_to) |
                         kBetween[rook][path.rook_to] | Bit(path.rook_to);
    if (const Bitboard men = way & p_.occupied() & ~both) {
      return Reject(RejectReason::kCastlePathBlocked,
                    Men(p_, men) + (MoreThanOne(men) ? " block castling" : " blocks castling"),
                    men);
    }
    if (hidden_) return PlainRejection(RejectReason::kIllegalInFog);
    return ThroughCheck(rook, path);
  }

  Rejection ThroughCheck(Square rook, CastlePath path) const {
    Bitboard attackers = 0;
    for (Bitboard b = kBetween[from_][path.king_to] | Bit(path.king_to); b;) {
      Position moved = p_;
      const Bitboard there = Bit(PopFirst(&b));
      for (Bitboard* board :
           {&moved.colors[Index(us_)], &moved.roles[Index(Role::kKing)], &moved.royal}) {
        *board = (*board & ~Bit(from_)) | there;
      }
      attackers |= GivingCheck(moved);
    }
    attackers |= GivingCheck(After(p_, rules_, Move::Make(from_, rook, MoveKind::kCastle)));
    if (attackers == 0) return CannotMoveThere();
    return Reject(RejectReason::kCastleThroughCheck,
                  "the king would castle through or into the attack of " + Men(p_, attackers),
                  attackers);
  }

  // The men that give check to us in that position, whoever is to move in it.
  Bitboard GivingCheck(Position position) const {
    position.turn = us_;
    position.ep = kNoSquare;
    return (position.of(us_) & position.royal) ? Checkers(position, rules_) : 0;
  }

  Rejection CannotMoveThere() const {
    return Reject(RejectReason::kPieceCannotMoveThere,
                  Man(p_, from_) + " cannot move to " + ToText(to_));
  }

  Rejection Blocked(Bitboard men) const {
    return Reject(RejectReason::kPathBlocked,
                  Men(p_, men) + (MoreThanOne(men) ? " are in the way" : " is in the way"), men);
  }

  // Where the rules let the man go beyond its powers, if `to` is empty.
  Bitboard ExtraSquares() const {
    Position emptied = p_;
    for (Bitboard& board : emptied.colors) board &= ~Bit(to_);
    for (Bitboard& board : emptied.roles) board &= ~Bit(to_);
    Bitboard squares = 0;
    for (const RuleSet::Member& m : rules_.members()) {
      if (m.rule->extra_quiets != nullptr) squares |= m.rule->extra_quiets(emptied, from_);
    }
    return squares;
  }

  // Whether the man moves like that at all; nothing if it does.
  std::optional<Rejection> Geometry() const {
    if (p_.of(us_) & Bit(to_)) {
      if (from_ == to_) return CannotMoveThere();
      return Reject(RejectReason::kPieceCannotMoveThere, "your own man stands on " + ToText(to_),
                    Bit(to_));
    }
    if ((p_.royal & Bit(to_)) && rules_.kernel() != Kernel::kUnguarded) {
      return Reject(RejectReason::kPieceCannotMoveThere, "a king is never captured", Bit(to_));
    }
    Bitboard in_the_way = 0;
    bool thinkable = false;
    for (unsigned rest = p_.PowersAt(from_); rest; rest &= rest - 1) {
      const Role role = static_cast<Role>(std::countr_zero(rest));
      const std::optional<Bitboard> way = Way(role);
      if (!way) continue;
      if (*way == 0) return std::nullopt;
      in_the_way |= *way;
      thinkable = true;
    }
    if (Bonus()) {
      if (p_.empty(to_)) return std::nullopt;
      return Reject(RejectReason::kBonusMoveCannotCapture, "a bonus move cannot capture", Bit(to_));
    }
    if (thinkable) return Blocked(in_the_way);
    if ((p_.of(Role::kPawn) & Bit(from_)) && (kPawnAttacks[Index(us_)][from_] & Bit(to_))) {
      return Reject(RejectReason::kPieceCannotMoveThere,
                    "there is nothing to capture on " + ToText(to_));
    }
    return CannotMoveThere();
  }

  bool Bonus() const { return (ExtraSquares() & Bit(to_)) != 0; }

  // The men between from and to, where the role moves like that; nothing where it does not.
  std::optional<Bitboard> Way(Role role) const {
    if (role == Role::kPawn) return PawnWay();
    if ((AttacksOf(role, us_, from_, 0) & Bit(to_)) == 0) return std::nullopt;
    return role == Role::kKnight ? 0 : kBetween[from_][to_] & p_.occupied();
  }

  std::optional<Bitboard> PawnWay() const {
    const bool royal = (p_.royal & Bit(from_)) != 0;
    if (kPawnAttacks[Index(us_)][from_] & Bit(to_)) {
      if (!p_.empty(to_) || (to_ == passed_ && !royal)) return 0;
      return std::nullopt;
    }
    const int forward = us_ == Color::kWhite ? 8 : -8;
    const bool one = to_ == from_ + forward;
    if (!one && (royal || !DoubleStepFrom() || to_ != from_ + 2 * forward)) return std::nullopt;
    return (kBetween[from_][to_] | Bit(to_)) & p_.occupied();
  }

  bool DoubleStepFrom() const {
    if (RelativeRank(us_, from_) == 1) return true;
    for (const RuleSet::Member& m : rules_.members()) {
      if (m.rule->more_double_steps[static_cast<size_t>(Index(us_))] & Bit(from_)) return true;
    }
    return false;
  }

  bool IsEnPassant() const {
    return to_ == passed_ && (p_.of(Role::kPawn) & Bit(from_)) &&
           (kPawnAttacks[Index(us_)][from_] & Bit(to_));
  }
  bool IsCapture() const { return !p_.empty(to_) || IsEnPassant(); }

  // The move as it would be played: it is one by what the man can do.
  Move Pseudo() const {
    const bool pawn = p_.PowersAt(from_) == Bit(Role::kPawn);
    const bool extra = Bonus();
    if (pawn && RelativeRank(us_, to_) == 7 && !extra) {
      return Move::Promote(from_, to_, promotion_.value_or(Role::kQueen));
    }
    if (IsEnPassant()) return Move::Make(from_, to_, MoveKind::kEnPassant);
    bool ordinary = false;
    for (unsigned rest = p_.PowersAt(from_); rest; rest &= rest - 1) {
      ordinary = ordinary || Way(static_cast<Role>(std::countr_zero(rest))) == Bitboard{0};
    }
    return Move::Make(from_, to_, extra && !ordinary ? MoveKind::kBonus : MoveKind::kNormal);
  }

  // What would be wrong with the position after it.
  Rejection Safety() const {
    const Move m = Pseudo();
    const Position after = After(p_, rules_, m);
    if (king_ != kNoSquare && (after.of(us_) & after.royal) == 0) {
      return Reject(RejectReason::kLeavesKingInCheck, "that would cost you your own king");
    }
    const Bitboard attackers = GivingCheck(after);
    if (attackers == 0) return ForbiddenCheck(after);
    const std::string who = Men(p_, attackers);
    if (from_ == king_) {
      return Reject(RejectReason::kLeavesKingInCheck,
                    "on " + ToText(to_) + " the king would be in check by " + who, attackers);
    }
    if (const Bitboard checkers = Checkers(p_, rules_); checkers & attackers) {
      return Reject(RejectReason::kMustAnswerCheck, "the king is in check by " + Men(p_, checkers),
                    checkers);
    }
    if (!MoreThanOne(attackers) &&
        (kBetween[king_][First(attackers)] & p_.occupied()) == Bit(from_)) {
      return Reject(RejectReason::kPinned, Man(p_, from_) + " is pinned by " + who, attackers);
    }
    return Reject(RejectReason::kLeavesKingInCheck, "that would leave the king in check by " + who,
                  attackers);
  }

  // The own king is safe: then it is the other one that must not be put in check.
  Rejection ForbiddenCheck(const Position& after) const {
    if (Checkers(after, rules_) == 0) return CannotMoveThere();
    return Reject(RejectReason::kPieceCannotMoveThere, "under these rules no move may give check");
  }

  const Position& real_;
  const Position p_;  // as far as the side to move sees it
  const RuleSet& rules_;
  const bool hidden_;
  const Square from_, to_;
  const Square passed_;
  const std::optional<Role> promotion_;
  const Color us_;
  const Square king_;
};

}  // namespace

Rejection ExplainIllegal(const Position& position, const RuleSet& rules,
                         const MoveQuestion& question) {
  return Explainer(position, rules, question).Run();
}

Bitboard MenThatMustCapture(const Position& position, const RuleSet& rules) {
  if (!rules.Has(kTraitMustCapture)) return 0;
  Bitboard men = 0;
  for (const Move m : LegalMoves(position, rules)) {
    if (!m.is_drop() && IsCapture(position, m)) men |= Bit(m.from());
  }
  return men;
}

}  // namespace chess::rules
