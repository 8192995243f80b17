#pragma once
// Knowledge: what a searching player knows, and nothing else. The only way into the search. Of an
// open game it is the position; where part of the board is hidden it is made of the player's own
// view and memory, never of the true position: there is no constructor that would take one.

#include <vector>

#include "rules/game/game.h"

namespace chess::search {

class Knowledge {
 public:
  // The present position of an open game, with what may be repeated. Errors:
  // kPermissionDenied HIDDEN_INFORMATION where the set hides part of the board (search/glimpse.h
  // then); kFailedPrecondition GAME_OVER.
  static base::Result<Knowledge> Of(const rules::Game& game);

  const rules::RuleSet& rules() const { return rules_; }
  // What the position may be: one board if nothing is hidden, else some likely ones. In every one
  // of them the player to move is the same. Never empty.
  const std::vector<rules::Position>& boards() const { return boards_; }
  // The keys of earlier positions that may come back, oldest first, the present one not included.
  const std::vector<rules::Key>& earlier() const { return earlier_; }
  // What the player may choose from, dice and brain respected as far as they have spoken. Never
  // empty.
  const rules::MoveList& moves() const { return moves_; }
  // One number for how the game came here: the start and all moves (of a view: what is seen). The
  // same again after a takeback and the same moves. What all random choices are made of.
  uint64_t digest() const { return digest_; }

 private:
  friend class Glimpse;
  Knowledge() = default;

  rules::RuleSet rules_;
  std::vector<rules::Position> boards_;
  std::vector<rules::Key> earlier_;
  rules::MoveList moves_;
  uint64_t digest_ = 0;
};

// A number below `bound` (> 0) drawn by nothing but these arguments, evenly spread.
uint64_t Draw(uint64_t seed, uint64_t digest, uint64_t bound);

}  // namespace chess::search
