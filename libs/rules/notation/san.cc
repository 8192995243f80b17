#include "rules/notation/san.h"

#include <utility>

#include "base/utf8.h"
#include "rules/game/reject.h"
#include "rules/notation/san_text.h"
#include "rules/notation/uci.h"

namespace chess::rules {
namespace {

using Castle = SanText::Castle;

Castle CastleSide(Move move) {
  return FileOf(CastleTargets(move).king) == 6 ? Castle::kShort : Castle::kLong;
}

char FileLetter(Square square) { return static_cast<char>('a' + FileOf(square)); }
char RankDigit(Square square) { return static_cast<char>('1' + RankOf(square)); }

// The least that tells this man from the others of its glyph which can go there too.
std::string Origin(const Position& position, const RuleSet& rules, Move move, Role glyph) {
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move other : LegalMoves(position, rules)) {
    if (other.to() != move.to() || other.is_drop() || other.is_castle()) continue;
    if (other.from() == move.from() || position.RoleAt(other.from()) != glyph) continue;
    others = true;
    same_file |= FileOf(other.from()) == FileOf(move.from());
    same_rank |= RankOf(other.from()) == RankOf(move.from());
  }
  std::string origin;
  if (!others) return origin;
  if (!same_file || same_rank) origin += FileLetter(move.from());
  if (same_file) origin += RankDigit(move.from());
  return origin;
}

std::string Body(const Position& position, const RuleSet& rules, Move move) {
  if (move.is_castle()) return CastleSide(move) == Castle::kShort ? "O-O" : "O-O-O";
  if (move.is_drop()) return LetterOf(move.dropped()) + ("@" + ToText(move.to()));
  const Role glyph = position.RoleAt(move.from()).value_or(Role::kPawn);
  const bool capture = IsCapture(position, move);
  std::string text;
  if (glyph != Role::kPawn) {
    text += LetterOf(glyph);
    text += Origin(position, rules, move, glyph);
  } else if (move.kind() == MoveKind::kBonus) {
    text += ToText(move.from());
  } else if (capture) {
    text += FileLetter(move.from());
  }
  if (capture) text += 'x';
  text += ToText(move.to());
  if (move.is_promotion()) {
    text += '=';
    text += LetterOf(move.promotion());
  }
  return text;
}

// Nothing where a sign would tell what is hidden.
std::string_view Suffix(const Position& after, const RuleSet& rules, Move move) {
  if (rules.Has(kTraitHidden)) return "";
  if (rules.has_variant_endings()) {
    if (const auto ending = rules.VariantEnding(after, move)) return ending->winner() ? "#" : "";
  }
  if (!InCheck(after, rules)) return "";
  return HasLegalMove(after, rules) ? "+" : "#";
}

bool OriginFits(const SanText& san, Square from) {
  return (san.from_file < 0 || san.from_file == FileOf(from)) &&
         (san.from_rank < 0 || san.from_rank == RankOf(from));
}

// Everything but the promotion agrees.
bool Fits(const Position& position, const SanText& san, Move move) {
  if (san.castle != Castle::kNone) return move.is_castle() && CastleSide(move) == san.castle;
  if (move.is_castle() || move.to() != san.to || move.is_drop() != san.drop) return false;
  if (san.drop) return move.dropped() == san.role;
  // A pawn's bonus step is only meant where its origin is said in full.
  const bool full_origin = san.from_file >= 0 && san.from_rank >= 0;
  if (move.kind() == MoveKind::kBonus && san.role == Role::kPawn && !full_origin) return false;
  return position.RoleAt(move.from()) == san.role && OriginFits(san, move.from());
}

bool PromotionFits(const SanText& san, const RuleSet& rules, Move move) {
  if (san.promotes_to_pawn) return false;
  if (!move.is_promotion()) return !san.promotion;
  const bool by_default = !san.promotion && rules.Has(kTraitQueenByDefault);
  return (by_default ? Role::kQueen : san.promotion) == move.promotion();
}

// A pawn's bonus step is written with its full origin; a text without one means another move.
MoveList WithoutPawnBonus(const Position& position, const MoveList& fitting) {
  MoveList ordinary;
  for (const Move move : fitting) {
    const bool pawn = !move.is_drop() && position.RoleAt(move.from()) == Role::kPawn;
    if (!pawn || move.kind() != MoveKind::kBonus) ordinary.Add(move);
  }
  return ordinary;
}

base::Error MoveError(RejectReason reason, std::string message) {
  return base::MakeError(base::Code::kInvalidArgument, std::string(NameOf(reason)),
                         std::move(message));
}

base::Error Ambiguous(std::string_view text, const RuleSet& rules, const MoveList& fitting) {
  std::string candidates;
  for (const Move move : fitting) {
    if (!candidates.empty()) candidates += ',';
    candidates += WriteUci(move, rules);
  }
  base::Error error = base::MakeError(base::Code::kInvalidArgument, "MOVE_AMBIGUOUS",
                                      "\"" + std::string(text) + "\" fits " + candidates + ".");
  error.metadata.emplace_back("candidates", candidates);
  return error;
}

base::Error WrongPromotion(const SanText& san, Move fitting) {
  if (fitting.is_promotion() && !san.promotion && !san.promotes_to_pawn) {
    return MoveError(RejectReason::kPromotionMissing,
                     "The move must name the piece to promote to.");
  }
  return MoveError(RejectReason::kPromotionInvalid, "The move cannot promote to that piece.");
}

base::Error IllegalCastle(const Position& position, const RuleSet& rules, Castle side) {
  const Square king = position.RoyalSquare(position.turn);
  if (king != kNoSquare) {
    for (int square = 0; square < 64; ++square) {
      const auto rook = static_cast<Square>(square);
      const bool unmoved = position.unmoved & position.of(position.turn) & Bit(rook);
      if (!unmoved || (rook > king) != (side == Castle::kShort)) continue;
      const Rejection rejection = Explain(position, rules, king, rook);
      if (rejection.reason != RejectReason::kNone) {
        return MoveError(rejection.reason, rejection.message);
      }
    }
  }
  return MoveError(RejectReason::kCastleRightLost,
                   "Castling on that side is not allowed any more.");
}

// The reason that tells most: of the men that the text can mean, the one that comes nearest.
base::Error Illegal(const Position& position, const RuleSet& rules, const SanText& san) {
  if (san.drop) {
    const Rejection rejection = ExplainDrop(position, rules, *san.role, san.to);
    return MoveError(rejection.reason, rejection.message);
  }
  Rejection best{RejectReason::kNoPiece, "No piece of that kind stands where the move says.", {}};
  for (int square = 0; square < 64; ++square) {
    const auto from = static_cast<Square>(square);
    if (position.ColorAt(from) != position.turn || !OriginFits(san, from)) continue;
    if (san.role && position.RoleAt(from) != san.role) continue;
    const Rejection rejection = Explain(position, rules, from, san.to, san.promotion);
    const bool tells_more =
        best.reason == RejectReason::kNoPiece || best.reason == RejectReason::kPieceCannotMoveThere;
    if (tells_more && rejection.reason != RejectReason::kNone) best = rejection;
  }
  return MoveError(best.reason, best.message);
}

// Bare coordinates are UCI written with more freedom.
base::Result<Move> ReadCoordinates(const Position& position, const RuleSet& rules,
                                   const SanText& san) {
  const Square from = SquareOf(san.from_file, san.from_rank);
  if (!san.promotes_to_pawn) {
    if (const auto move = Find(position, rules, from, san.to, san.promotion)) return *move;
  }
  const Rejection rejection = Explain(position, rules, from, san.to, san.promotion);
  if (rejection.reason == RejectReason::kNone) {
    return MoveError(RejectReason::kPromotionInvalid, "The move cannot promote to that piece.");
  }
  return MoveError(rejection.reason, rejection.message);
}

}  // namespace

std::string WriteSan(const Position& position, const RuleSet& rules, Move move) {
  std::string text = Body(position, rules, move);
  text += Suffix(After(position, rules, move), rules, move);
  return text;
}

base::Result<Move> ReadSan(const Position& position, const RuleSet& rules, std::string_view text) {
  const auto san = ParseSanText(text);
  if (!san) {
    return base::MakeError(base::Code::kInvalidArgument, "MOVE_MALFORMED",
                           "\"" + std::string(base::Clip(text, 32)) + "\" is not a move.");
  }
  const bool castle = san->castle != Castle::kNone;
  if (!castle && !san->drop && !san->role) return ReadCoordinates(position, rules, *san);
  MoveList fitting;
  Move wrong_promotion;
  for (const Move move : LegalMoves(position, rules)) {
    if (!Fits(position, *san, move)) continue;
    if (castle || PromotionFits(*san, rules, move)) {
      fitting.Add(move);
    } else {
      wrong_promotion = move;
    }
  }
  if (fitting.size() > 1) fitting = WithoutPawnBonus(position, fitting);
  if (fitting.size() == 1) return fitting[0];
  if (fitting.size() > 1) return Ambiguous(text, rules, fitting);
  if (!wrong_promotion.is_null()) return WrongPromotion(*san, wrong_promotion);
  if (castle) return IllegalCastle(position, rules, san->castle);
  return Illegal(position, rules, *san);
}

}  // namespace chess::rules
