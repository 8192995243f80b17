#pragma once
// Makes all ratings anew from their history, in the order of applied_no, while games go on.
//
// What replaying has come to is kept in lobby.rating_replay. Each batch owns the ratings for a
// moment (OwnRatings), so no game is rated meanwhile and all numbers up to the last are there. It
// does the first of these for which there is work:
//   1. replays the next games; a game whose stored numbers are others is corrected,
//   2. compares ratings whose games were replayed since they were compared, and corrects them,
//   3. looks for ratings without games, which begin anew.
// When there is no work, everything is right at that very moment. Games rated between two batches
// from numbers that were still wrong are replayed after them and corrected too.
//
// Blocks; call it on an executor's thread. Thread-safe. Errors besides those below:
// postgres/transaction.h.

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "lobby/audit_repository.h"
#include "postgres/pool.h"

namespace chess::lobby {

class RatingRebuildRepository {
 public:
  // `pool` should give its statements time.
  explicit RatingRebuildRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  struct Progress {
    int64_t games = 0;
    int64_t corrected_games = 0;
    int64_t ratings = 0;
    int64_t corrected_ratings = 0;
    bool done = false;
  };

  // Begins a rebuild, which ends any other; its cursor, the same for a repetition.
  base::Result<std::string> Begin(const Actor& actor);
  // Batches until `budget_ms` is over. The last one writes the audit log; after it, the cursor says
  // done and nothing more. REBUILD_INTERRUPTED: another rebuild began, or a result was changed;
  // begin anew.
  base::Result<Progress> Go(const Actor& actor, const std::string& cursor,
                            base::DurationMs budget_ms);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
