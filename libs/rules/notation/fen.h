#pragma once
// FEN, X-FEN and Shredder-FEN: all read, X-FEN written. With what variants add (rulebook 6): marks,
// powers and men in hand in the board field (fen_board.h), and a last field of the set's own.

#include <string>
#include <vector>

#include "base/result.h"
#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// What keeps a position from being a start position. Words (NameOf) are stable, lower_snake.
enum class SetupFault : uint8_t {
  kKingCount,            // "king_count": not exactly one king a side
  kOpponentInCheck,      // "opponent_in_check": the side not to move is in check
  kPawnOnBackRank,       // "pawn_on_back_rank"
  kImpossibleCastling,   // "impossible_castling": a right without its rook or king in place
  kTooManyMen,           // "too_many_men": more than 16 a side
  kTooManyCheckers,      // "too_many_checkers": three or more
  kImpossibleCheck,      // "impossible_check": two checkers that no move can have brought about
  kImpossibleEnPassant,  // "impossible_en_passant": no double step can just have been made there
  kOutsideOwnHalf,       // "outside_own_half": a drafted man beyond the own four ranks
  kOverBudget,           // "over_budget": a drafted army that costs more than the budget
};
std::string_view NameOf(SetupFault fault);

struct ParsedFen {
  Position position;               // normalised: key, ep only if a capture is legal
  std::vector<SetupFault> faults;  // empty: a legal start position of the set
};

// Syntax only: six fields (the last two may be missing: 0 1) separated by single blanks; a set with
// a field of its own has it at the end or behind en passant (missing: nothing has happened yet).
// Errors: kInvalidArgument FEN_INVALID with metadata "field" (board, turn, castling, en_passant,
// halfmoves, fullmove, extra, fields) and the reason in the message. A castling right whose rook is
// missing and an impossible en passant square are no syntax errors: they are dropped and reported
// as faults.
base::Result<ParsedFen> ReadFen(std::string_view text, const RuleSet& rules);

// ReadFen, and an error POSITION_INVALID (metadata "faults") if there are faults. With `relaxed`
// only kKingCount and kOpponentInCheck are refused.
base::Result<Position> ParseFen(std::string_view text, const RuleSet& rules, bool relaxed = false);

// Faults of a position that was built otherwise. What is possible is asked of the rule set: who
// needs a king, where pawns may stand, how many men there may be, what a check is. Under a drafted
// set-up only the draft counts: one king each, the own four ranks, the budget.
std::vector<SetupFault> SetupFaults(const Position& position, const RuleSet& rules);

// X-FEN: castling letters KQkq for the outermost rook, its file letter for an inner one; en passant
// only if a capture is legal (which is when position.ep is set).
std::string WriteFen(const Position& position, const RuleSet& rules);
// The same with file letters for every right.
std::string WriteShredderFen(const Position& position, const RuleSet& rules);
// The first field only; without rules no marks and no men in hand are shown.
std::string WriteBoard(const Position& position, const RuleSet& rules);
std::string WriteBoard(const Position& position);

}  // namespace chess::rules
