#pragma once
// What can be played in a position under a rule set, and playing it. All functions are pure and
// thread-safe; none allocates. Legal means: by the rules of the set, before any variant ending
// (Game knows when a game is over) and before dice or brain narrow a player's choice.

#include "rules/core/move.h"
#include "rules/core/position.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// Appends to *list.
void LegalMoves(const Position& position, const RuleSet& rules, MoveList* list);
inline MoveList LegalMoves(const Position& position, const RuleSet& rules) {
  MoveList list;
  LegalMoves(position, rules, &list);
  return list;
}
int CountLegalMoves(const Position& position, const RuleSet& rules);
inline bool HasLegalMove(const Position& position, const RuleSet& rules) {
  return CountLegalMoves(position, rules) != 0;
}
bool IsLegal(const Position& position, const RuleSet& rules, Move move);

// Plays a move that must be legal: men, turn, rights, en passant, counters, key.
void Play(Position* position, const RuleSet& rules, Move move);
inline Position After(Position position, const RuleSet& rules, Move move) {
  Play(&position, rules, move);
  return position;
}

// All men of `by` that attack `square`, with the board as it is.
Bitboard Attackers(const Position& position, Square square, Color by);
bool IsAttacked(const Position& position, Square square, Color by);
// Men that give check to the side to move; 0 where a side has no royal man.
Bitboard Checkers(const Position& position, const RuleSet& rules);
inline bool InCheck(const Position& position, const RuleSet& rules) {
  return Checkers(position, rules) != 0;
}
// Whether a legal move gives check.
bool GivesCheck(const Position& position, const RuleSet& rules, Move move);
// Whether a legal move takes an opponent's man (en passant counts, castling does not).
bool IsCapture(const Position& position, Move move);
// Where king and rook stand after a castling move.
struct CastleSquares {
  Square king, rook;
};
CastleSquares CastleTargets(Move castle);

// The legal move meant by from, to and promotion as a client sends them. Castling: king takes own
// rook always; king to its castling target unless the king can make an ordinary move there.
// Nothing if there is none, or if a promotion is missing (where the rules make it a queen, it never
// is) or superfluous.
std::optional<Move> Find(const Position& position, const RuleSet& rules, Square from, Square to,
                         std::optional<Role> promotion = std::nullopt);
// The legal drop of that role on that square.
std::optional<Move> FindDrop(const Position& position, const RuleSet& rules, Role role, Square to);

// Leaves of the legal move tree, bulk-counted: depth 0 is 1. Positions after a variant ending have
// no moves.
uint64_t Perft(const Position& position, const RuleSet& rules, int depth);

}  // namespace chess::rules
