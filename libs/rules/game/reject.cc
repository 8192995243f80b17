#include "rules/game/reject.h"

#include <iterator>

#include "rules/core/attacks.h"
#include "rules/core/generate.h"

namespace chess::rules {
namespace {

constexpr std::string_view kWords[] = {"NONE",
                                       "NOT_YOUR_TURN",
                                       "GAME_OVER",
                                       "NO_PIECE",
                                       "NOT_YOUR_PIECE",
                                       "PIECE_CANNOT_MOVE_THERE",
                                       "PATH_BLOCKED",
                                       "PINNED",
                                       "LEAVES_KING_IN_CHECK",
                                       "MUST_ANSWER_CHECK",
                                       "CASTLE_RIGHT_LOST",
                                       "CASTLE_PATH_BLOCKED",
                                       "CASTLE_OUT_OF_CHECK",
                                       "CASTLE_THROUGH_CHECK",
                                       "PROMOTION_INVALID",
                                       "PROMOTION_MISSING",
                                       "MUST_CAPTURE",
                                       "DICE_FORBIDS",
                                       "BRAIN_FORBIDS",
                                       "BRAIN_THINKING",
                                       "DRAFTING",
                                       "BONUS_MOVE_CANNOT_CAPTURE",
                                       "STALE_TURN",
                                       "ILLEGAL_IN_FOG"};

std::vector<Square> Squares(Bitboard b) {
  std::vector<Square> list;
  while (b) list.push_back(PopFirst(&b));
  return list;
}

// "the knight on f6"
std::string Man(const Position& p, Square s) {
  const std::optional<Role> role = p.RoleAt(s);
  if (!role) return ToText(s);
  return "the " + std::string(NameOf(*role)) + " on " + ToText(s);
}

std::string Sentence(std::string text) {
  text[0] = static_cast<char>(text[0] >= 'a' ? text[0] & ~0x20 : text[0]);
  return text + ".";
}

// "the rook on e8 and the bishop on b4"
std::string Men(const Position& p, Bitboard b) {
  std::string text;
  while (b) {
    const std::string man = Man(p, PopFirst(&b));
    text += text.empty() ? man : (b ? ", " : " and ") + man;
  }
  return text;
}

Rejection Reject(RejectReason reason, std::string text, Bitboard squares = 0) {
  return {reason, Sentence(std::move(text)), Squares(squares)};
}

// One question about one move of one position.
class Explainer {
 public:
  Explainer(const Position& position, const RuleSet& rules, Square from, Square to,
            std::optional<Role> promotion, Square passed)
      : p_(position),
        rules_(rules),
        from_(from),
        to_(to),
        passed_(passed),
        promotion_(promotion),
        us_(position.turn),
        king_(position.RoyalSquare(position.turn)) {}

  Rejection Run() const {
    if (p_.empty(from_)) return Reject(RejectReason::kNoPiece, "no piece on " + ToText(from_));
    if (p_.ColorAt(from_) != us_) {
      return Reject(RejectReason::kNotYourPiece, Man(p_, from_) + " is not yours");
    }
    if (IsCastleAttempt()) return Castle();
    if (std::optional<Rejection> geometry = Geometry()) return *geometry;
    if (std::optional<Rejection> safety = Safety()) return *safety;
    return Promotion();
  }

 private:
  // King takes own rook, or a king that leaps along its first rank to the c or g file.
  bool IsCastleAttempt() const {
    if (from_ != king_ || RankOf(from_) != RankOf(to_)) return false;
    if (p_.of(us_, Role::kRook) & Bit(to_)) return true;
    const int files = FileOf(to_) - FileOf(from_);
    return RelativeRank(us_, from_) == 0 && (FileOf(to_) == 2 || FileOf(to_) == 6) &&
           (files > 1 || files < -1);
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
    if (const Bitboard checkers = Checkers(p_, rules_)) {
      return Reject(RejectReason::kCastleOutOfCheck,
                    "a king in check by " + Men(p_, checkers) + " cannot castle", checkers);
    }
    const CastlePath path = PathOf(from_, rook);
    const Bitboard both = Bit(from_) | Bit(rook);
    const Bitboard way = kBetween[from_][path.king_to] | Bit(path.king_to) |
                         kBetween[rook][path.rook_to] | Bit(path.rook_to);
    if (const Bitboard men = way & p_.occupied() & ~both) {
      return Reject(RejectReason::kCastlePathBlocked, Men(p_, men) + " blocks castling", men);
    }
    return ThroughCheck(rook, path);
  }

  Rejection ThroughCheck(Square rook, CastlePath path) const {
    Position without_king = p_;
    without_king.colors[Index(us_)] ^= Bit(from_);
    Bitboard attackers = 0;
    for (Bitboard b = kBetween[from_][path.king_to] | Bit(path.king_to); b;) {
      attackers |= Attackers(without_king, PopFirst(&b), !us_);
    }
    const Position after = After(p_, rules_, Move::Make(from_, rook, MoveKind::kCastle));
    attackers |= Attackers(after, path.king_to, !us_);
    return Reject(RejectReason::kCastleThroughCheck,
                  "the king would castle through or into the attack of " + Men(p_, attackers),
                  attackers);
  }

  Rejection CannotMoveThere() const {
    return Reject(RejectReason::kPieceCannotMoveThere,
                  Man(p_, from_) + " cannot move to " + ToText(to_));
  }

  Rejection Blocked(Bitboard men) const {
    return Reject(RejectReason::kPathBlocked, Men(p_, men) + " is in the way", men);
  }

  // Whether the man moves like that at all.
  std::optional<Rejection> Geometry() const {
    if (p_.of(us_) & Bit(to_)) {
      if (from_ == to_) return CannotMoveThere();
      return Reject(RejectReason::kPieceCannotMoveThere, "your own man stands on " + ToText(to_),
                    Bit(to_));
    }
    if (p_.royal & Bit(to_)) return CannotMoveThere();
    const Role role = *p_.RoleAt(from_);
    if (role == Role::kPawn) return PawnGeometry();
    if ((AttacksOf(role, us_, from_, 0) & Bit(to_)) == 0) return CannotMoveThere();
    if (const Bitboard men = kBetween[from_][to_] & p_.occupied();
        men != 0 && role != Role::kKnight) {
      return Blocked(men);
    }
    return std::nullopt;
  }

  std::optional<Rejection> PawnGeometry() const {
    if (kPawnAttacks[Index(us_)][from_] & Bit(to_)) {
      if (!p_.empty(to_) || to_ == passed_) return std::nullopt;
      return Reject(RejectReason::kPieceCannotMoveThere,
                    "there is nothing to capture on " + ToText(to_));
    }
    const int forward = us_ == Color::kWhite ? 8 : -8;
    const bool one = to_ == from_ + forward;
    const bool two = to_ == from_ + 2 * forward && RelativeRank(us_, from_) == 1;
    if (!one && !two) return CannotMoveThere();
    const Bitboard way = (kBetween[from_][to_] | Bit(to_)) & p_.occupied();
    if (way) return Blocked(way);
    return std::nullopt;
  }

  bool Promotes() const { return (p_.of(Role::kPawn) & Bit(from_)) && RelativeRank(us_, to_) == 7; }

  // Whether the own king stands safely afterwards.
  std::optional<Rejection> Safety() const {
    const bool en_passant =
        to_ == passed_ && (p_.of(Role::kPawn) & Bit(from_)) && FileOf(from_) != FileOf(to_);
    const Move m =
        Promotes() ? Move::Promote(from_, to_, Role::kQueen)
                   : Move::Make(from_, to_, en_passant ? MoveKind::kEnPassant : MoveKind::kNormal);
    const Position after = After(p_, rules_, m);
    const Bitboard attackers = Attackers(after, after.RoyalSquare(us_), !us_);
    if (attackers == 0) return std::nullopt;
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

  Rejection Promotion() const {
    if (Promotes() && !promotion_) {
      return Reject(RejectReason::kPromotionMissing, "say which piece the pawn becomes");
    }
    const std::string what = promotion_ ? std::string(NameOf(*promotion_)) : "piece";
    return Reject(RejectReason::kPromotionInvalid,
                  Promotes() ? "a pawn cannot become a " + what
                             : "nothing is promoted to a " + what + " by that move");
  }

  const Position& p_;
  const RuleSet& rules_;
  const Square from_, to_;
  const Square passed_;  // behind the pawn that has just made a double step
  const std::optional<Role> promotion_;
  const Color us_;
  const Square king_;
};

Rejection ExplainWith(const Position& position, const RuleSet& rules, Square from, Square to,
                      std::optional<Role> promotion, Square passed) {
  if (from >= 64 || to >= 64) {
    return Reject(RejectReason::kPieceCannotMoveThere, "that is not on the board");
  }
  if (Find(position, rules, from, to, promotion)) return {};
  return Explainer(position, rules, from, to, promotion, passed).Run();
}

}  // namespace

std::string_view NameOf(RejectReason reason) {
  static_assert(std::size(kWords) == static_cast<size_t>(RejectReason::kIllegalInFog) + 1);
  return kWords[static_cast<size_t>(reason)];
}

Rejection Explain(const Position& position, const RuleSet& rules, Square from, Square to,
                  std::optional<Role> promotion) {
  return ExplainWith(position, rules, from, to, promotion, position.ep);
}

Rejection Explain(const Game& game, Square from, Square to, std::optional<Role> promotion) {
  if (game.over()) return Reject(RejectReason::kGameOver, "the game is over");
  const Move last = game.last_move();
  const bool double_step = !last.is_null() && last.kind() == MoveKind::kDoubleStep;
  const Square passed =
      double_step ? static_cast<Square>((last.from() + last.to()) / 2) : game.position().ep;
  return ExplainWith(game.position(), game.rules(), from, to, promotion, passed);
}

}  // namespace chess::rules
