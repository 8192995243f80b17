#pragma once
// Who can still win: what dead positions, flags, resignations and claims against a leaver ask. All
// functions are pure and thread-safe; a thread's first proof allocates a scratch area that it keeps
// until it ends.
//
// The answer is found in three steps: by material (the rules' own hooks); by what can never happen
// on the board (can_win_static.h); by a search for a win in which both sides help, which also finds
// out when there is none (can_win_search.h). kNo and kYes are proofs, whatever the position. All
// limits are counts of moves, so that every machine gives the same answer.

#include <vector>

#include "rules/core/moves.h"
#include "rules/core/rule_set.h"
#include "rules/game/outcome.h"

namespace chess::rules {

// Whether `side` can still win, by material: the answers of the set's rules (Rule::can_win) taken
// together; kNo only if every rule that is asked says so. Sound; kUnproven counts as yes.
CanWinAnswer CanWinByMaterial(const Position& position, const RuleSet& rules, Color side);

// How many moves a proof may play at most, before it may go on up to three times as long because it
// has seen nearly everything: in games after each move, when a game is to be decided, and where the
// set has rules beyond orthodox chess.
inline constexpr int kProofMovesInPlay = 8'000;
inline constexpr int kProofMovesAtEnd = 16'000;
inline constexpr int kProofMovesOfOthers = 1'000;

// Whether `side` can still win. kUnproven counts as yes. `line` (if not null) becomes a series of
// moves that ends with the win where one was found (empty: it is won, or the rules say yes).
CanWinAnswer CanWin(const Position& position, const RuleSet& rules, Color side,
                    std::vector<Move>* line = nullptr, int max_moves = kProofMovesAtEnd);

// A quick look, under a tenth of a microsecond for most positions of real games: false where a dead
// position is out of the question, which is where its pawns are not locked and both sides, now or
// after some legal move, have more than a few moves. `legal_moves`: of the side to move.
bool MayBeDead(const Position& position, const RuleSet& rules, int legal_moves);

// Neither side can ever win, by proof. Asked after every move of a game, where there are
// `legal_moves` > 0 legal moves.
bool IsDead(const Position& position, const RuleSet& rules, int legal_moves);

// A flag, a resignation or a claim against a leaver: lost, or drawn where the opponent cannot win.
Outcome LossOutcome(const Position& position, const RuleSet& rules, Color loser, EndReason reason);

}  // namespace chess::rules
