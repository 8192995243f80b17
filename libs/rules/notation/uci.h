#pragma once
// Moves as UCI text: "e2e4", "e7e8q", "N@f3"; castling king-takes-rook under free castling
// (Chess960) and e1g1 style otherwise.

#include "rules/core/moves.h"

namespace chess::rules {

// Canonical text of a legal move (or any move of this position's geometry).
std::string WriteUci(Move move, const RuleSet& rules);
// Castling always as king takes own rook.
std::string WriteUciKingTakesRook(Move move);

// What a text says, before legality.
struct UciText {
  Square from = kNoSquare;  // kNoSquare: a drop
  Square to = kNoSquare;
  std::optional<Role> promotion;
  std::optional<Role> drop;
};
// Nothing if it is not UCI. Promotion letters n b r q k in lower case.
std::optional<UciText> ReadUci(std::string_view text);

// The legal move meant by the text (also "O-O", "O-O-O"); both castling spellings are read by the
// rulebook's rule. Errors: kInvalidArgument MOVE_MALFORMED, or the reject reason's word
// (game/reject.h) with its sentence.
base::Result<Move> ParseUci(const Position& position, const RuleSet& rules, std::string_view text);

}  // namespace chess::rules
