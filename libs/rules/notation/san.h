#pragma once
// Moves as SAN. Written exactly (least disambiguation over legal moves, `+` and `#`); read
// generously. Pure and thread-safe.

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/core/moves.h"

namespace chess::rules {

// SAN of a legal move: "Nbd7", "exd6", "e8=Q+", "O-O-O", "N@f3". The letter is the man's glyph;
// `#` stands for mate and for every move that ends the game by a win; sets that hide part of the
// board have neither sign. A pawn's bonus step carries its full origin ("e4d4").
std::string WriteSan(const Position& position, const RuleSet& rules, Move move);

// The legal move that a text means. Besides exact SAN it reads: castling with zeros or small o, a
// missing or superfluous `x`, `+`, `#`, a missing `=` ("e8Q", "e8(Q)", "e8/Q"), no piece at all
// where the rules promote to a queen by default, "e.p.", `!` and `?`, figurines, more origin than
// needed, long algebraic ("Ng1-f3") and UCI ("g1f3", "e1g1").
// Errors (kInvalidArgument): MOVE_MALFORMED, MOVE_AMBIGUOUS (metadata "candidates": UCI moves,
// comma-separated), or the word of game/reject.h that says why the move is illegal.
base::Result<Move> ReadSan(const Position& position, const RuleSet& rules, std::string_view text);

}  // namespace chess::rules
