#pragma once
// Games whose result an operator changed: the ratings of all become what they would be had the game
// ended so, or not counted. Blocks, for seconds where thousands of games came after; call it on an
// executor's thread that nobody else waits for. History is read in pages, so memory grows with the
// players concerned and not with their games. Thread-safe. Errors besides those below:
// postgres/transaction.h.

#include <memory>

#include "base/result.h"
#include "lobby/rating_repository.h"
#include "postgres/pool.h"

namespace chess::lobby {

class RatingAmendmentRepository {
 public:
  // `pool` should give its transactions time: every later game of the same family and speed in
  // which the change can be felt is rated again in one. `games_at_once`: of a page.
  RatingAmendmentRepository(RatingRepository& ratings, std::shared_ptr<postgres::Pool> pool,
                            int games_at_once = 2000)
      : ratings_(ratings), pool_(std::move(pool)), games_at_once_(games_at_once) {}

  // The game counts with this score from now on, or not at all (`counts` false). `amendment`
  // numbers the changes of one game from 1: a repetition answers what is stored, an older one
  // changes nothing. The order of history (applied_no) stays, so replaying it gives the same
  // numbers. PLAYER_NOT_FOUND where the game was never rated and a player is gone; CONFLICT where
  // games of the same players kept ending meanwhile (nothing changed, repeat it).
  base::Result<RatedGame> Amend(const FinishedGame& game, bool counts, int amendment);

 private:
  RatingRepository& ratings_;
  std::shared_ptr<postgres::Pool> pool_;
  int games_at_once_;
};

}  // namespace chess::lobby
