#include "rules/notation/uci.h"

#include "rules/game/reject.h"

namespace chess::rules {
namespace {

char LowerLetter(Role role) { return static_cast<char>(LetterOf(role) | 0x20); }

// Castling on the h side (or a side), by whatever king and rook there are.
base::Result<Move> Castle(const Position& position, const RuleSet& rules, bool h_side) {
  for (Move m : LegalMoves(position, rules)) {
    if (m.is_castle() && (m.to() > m.from()) == h_side) return m;
  }
  const Square king = position.RoyalSquare(position.turn);
  if (king != kNoSquare) {
    const Square corner = SquareOf(h_side ? 7 : 0, RankOf(king));
    for (Square rook = king; rook != corner;) {
      rook = static_cast<Square>(h_side ? rook + 1 : rook - 1);
      if ((position.unmoved & position.of(position.turn) & Bit(rook)) == 0) continue;
      Rejection why = Explain(position, rules, king, rook);
      return base::MakeError(base::Code::kInvalidArgument, std::string(NameOf(why.reason)),
                             std::move(why.message));
    }
  }
  return base::MakeError(base::Code::kInvalidArgument,
                         std::string(NameOf(RejectReason::kCastleRightLost)),
                         "There is no right left to castle on that side.");
}

}  // namespace

std::string WriteUciKingTakesRook(Move move) {
  if (move.is_drop()) return std::string{LetterOf(move.dropped()), '@'} + ToText(move.to());
  const char text[5] = {
      static_cast<char>('a' + FileOf(move.from())), static_cast<char>('1' + RankOf(move.from())),
      static_cast<char>('a' + FileOf(move.to())), static_cast<char>('1' + RankOf(move.to())),
      move.is_promotion() ? LowerLetter(move.promotion()) : '\0'};
  return {text, move.is_promotion() ? size_t{5} : size_t{4}};
}

std::string WriteUci(Move move, const RuleSet& rules) {
  if (move.is_castle() && !rules.Has(kTraitFreeCastling)) {
    return WriteUciKingTakesRook(Move::Make(move.from(), CastleTargets(move).king));
  }
  return WriteUciKingTakesRook(move);
}

std::optional<UciText> ReadUci(std::string_view text) {
  UciText read;
  if (text.size() == 4 && text[1] == '@') {
    const std::optional<Square> to = ParseSquare(text.substr(2));
    read.drop = text[0] >= 'A' && text[0] <= 'Z' ? RoleOf(text[0]) : std::nullopt;
    if (!to || !read.drop) return std::nullopt;
    read.to = *to;
    return read;
  }
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const std::optional<Square> from = ParseSquare(text.substr(0, 2));
  const std::optional<Square> to = ParseSquare(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  read.from = *from;
  read.to = *to;
  if (text.size() == 5) {
    if (text[4] < 'a' || text[4] > 'z') return std::nullopt;
    read.promotion = RoleOf(text[4]);
    if (!read.promotion) return std::nullopt;
  }
  return read;
}

base::Result<Move> ParseUci(const Position& position, const RuleSet& rules, std::string_view text) {
  if (text == "O-O" || text == "0-0") return Castle(position, rules, true);
  if (text == "O-O-O" || text == "0-0-0") return Castle(position, rules, false);
  const std::optional<UciText> read = ReadUci(text);
  if (!read) {
    return base::MakeError(base::Code::kInvalidArgument, "MOVE_MALFORMED",
                           "A move is written like e2e4, e7e8q or e1g1.");
  }
  if (read->drop) {
    if (const std::optional<Move> m = FindDrop(position, rules, *read->drop, read->to)) return *m;
    Rejection why = ExplainDrop(position, rules, *read->drop, read->to);
    return base::MakeError(base::Code::kInvalidArgument, std::string(NameOf(why.reason)),
                           std::move(why.message));
  }
  if (const std::optional<Move> m = Find(position, rules, read->from, read->to, read->promotion)) {
    return *m;
  }
  Rejection why = Explain(position, rules, read->from, read->to, read->promotion);
  return base::MakeError(base::Code::kInvalidArgument, std::string(NameOf(why.reason)),
                         std::move(why.message));
}

}  // namespace chess::rules
