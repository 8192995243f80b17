#include "chessctl/cases/words.h"

#include <array>

namespace chess::chessctl {
namespace {

struct Pair {
  std::string_view expected;
  std::string_view ours;
};

constexpr std::array kPairs = {
    // Endings.
    Pair{"insufficient_material", "dead_position"},
    Pair{"dead", "dead_position"},
    Pair{"variant_end", "variant"},
    Pair{"variant_win", "variant"},
    Pair{"threefold", "repetition"},
    Pair{"threefold_repetition", "repetition"},
    Pair{"fivefold_repetition", "fivefold"},
    Pair{"fifty_move", "fifty_moves"},
    Pair{"fifty_move_rule", "fifty_moves"},
    Pair{"seventyfive_moves", "seventy_five_moves"},
    Pair{"seventyfive_move_rule", "seventy_five_moves"},
    Pair{"flag", "timeout"},
    Pair{"time", "timeout"},
    // Positions.
    Pair{"syntax", "FEN_INVALID"},
    Pair{"kings", "king_count"},
    Pair{"side_not_to_move_in_check", "opponent_in_check"},
    Pair{"opposite_check", "opponent_in_check"},
    Pair{"pawns_on_back_rank", "pawn_on_back_rank"},
    Pair{"rights_without_rook", "impossible_castling"},
    Pair{"castling", "impossible_castling"},
    Pair{"castling_rights", "impossible_castling"},
    Pair{"bad_castling_rights", "impossible_castling"},
    Pair{"too_many_pieces", "too_many_men"},
    Pair{"too_many_pawns", "too_many_men"},
    Pair{"piece_count", "too_many_men"},
    Pair{"ep", "impossible_en_passant"},
    Pair{"en_passant", "impossible_en_passant"},
    Pair{"ep_square", "impossible_en_passant"},
    // Moves.
    Pair{"ambiguous", "MOVE_AMBIGUOUS"},
    Pair{"illegal_or_ambiguous", "MOVE_AMBIGUOUS"},
    Pair{"syntax", "MOVE_MALFORMED"},
    Pair{"invalid", "MOVE_MALFORMED"},
};

// Every way in which a move can be illegal, as against unreadable or ambiguous.
constexpr std::array<std::string_view, 13> kIllegal = {
    "NO_PIECE",           "NOT_YOUR_PIECE",      "PIECE_CANNOT_MOVE_THERE", "PATH_BLOCKED",
    "PINNED",             "LEAVES_KING_IN_CHECK", "MUST_ANSWER_CHECK",      "CASTLE_RIGHT_LOST",
    "CASTLE_PATH_BLOCKED", "CASTLE_OUT_OF_CHECK", "CASTLE_THROUGH_CHECK",   "PROMOTION_INVALID",
    "PROMOTION_MISSING"};

}  // namespace

bool SameReason(std::string_view expected, std::string_view ours) {
  if (expected == ours) return true;
  for (const Pair& pair : kPairs) {
    if (pair.expected == expected && pair.ours == ours) return true;
  }
  if (expected != "illegal" && expected != "illegal_or_ambiguous" && expected != "invalid") {
    return false;
  }
  for (const std::string_view word : kIllegal) {
    if (word == ours) return true;
  }
  return false;
}

}  // namespace chess::chessctl
