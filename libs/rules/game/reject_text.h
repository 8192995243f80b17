#pragma once
// How rejections speak. Used by reject.cc and reject_move.cc only.

#include <string>

#include "rules/game/reject.h"

namespace chess::rules {

// Makes a sentence of the text and lists the squares.
Rejection Reject(RejectReason reason, std::string text, Bitboard squares = 0);
// "the knight on f6"; the square's name where it is empty.
std::string Man(const Position& position, Square square);
// "the rook on e8 and the bishop on b4"
std::string Men(const Position& position, Bitboard squares);
// "a knight", "a knight or a queen", "a pawn, a rook or the king"
std::string AnyOf(Powers types);

}  // namespace chess::rules
