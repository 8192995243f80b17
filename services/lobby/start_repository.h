#pragma once
// Games that accepted challenges become, until the game service has them, in Postgres. Blocks: call
// it on an executor's thread. Thread-safe. Errors besides those below: postgres/transaction.h.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "lobby/challenge_repository.h"
#include "postgres/pool.h"

namespace chess::lobby {

// What CreateGame is called with: the same at every repetition.
struct GameStart {
  base::GameId game_id;
  base::ChallengeId challenge_id;
  Agreement agreement;      // its rule set with the number that was drawn
  PlayerCard white, black;  // with the ratings of the accepting moment
  int attempts = 0;
};

class StartRepository {
 public:
  explicit StartRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // Those whose next attempt is due, at most `limit`; each is this caller's for two seconds.
  base::Result<std::vector<GameStart>> ClaimDue(int limit);
  // One of a challenge that is starting, whatever its next attempt's time; nothing if it is not
  // starting (any more).
  base::Result<std::optional<GameStart>> Find(const base::ChallengeId& challenge_id);
  // The game service has the game: both players are told. No events if that was known already.
  base::Result<Change> MarkStarted(const GameStart& start);
  // The game service will never take it: the challenge is cancelled.
  base::Result<Change> MarkRefused(const GameStart& start);
  // The attempt failed; the next comes after a pause that grows to five seconds.
  base::Status Postpone(const GameStart& start);
  // How many wait and how long the oldest has, for gauges.
  struct Waiting {
    int64_t count = 0;
    double oldest_seconds = 0;
  };
  base::Result<Waiting> CountWaiting();

 private:
  base::Result<Change> Finish(const GameStart& start, ChallengeState state);
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
