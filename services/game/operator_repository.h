#pragma once
// Games as operators look for them. Blocking; thread-safe. Errors: those of postgres/transaction.h.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"

namespace chess::game {

// A row of games with what only operators see of it.
struct OperatorRow {
  GameRow game;
  int64_t last_seq = 0;
  int amendments = 0;
  bool compacted = false;
  bool relay_waiting = false;
  std::optional<RatingColumns> rated;
  std::optional<TimeMs> deadline;
};

struct FindQuery {
  std::string player_id, state, end_reason, rule_set;  // empty: any
  TimeMs created_from = 0;
  TimeMs created_before = 0;  // 0: any
  // Only games after this one in the order of the list (newest first); 0: from the start.
  TimeMs before_time = 0;
  std::string before_id;
  int limit = 20;
};

struct LiveQuery {
  base::DurationMs idle_ms = 0;
  // Only games after this one in the order of the list (oldest first).
  TimeMs after_time = 0;
  std::string after_id;
  int limit = 20;
};

struct LiveRow {
  OperatorRow row;
  TimeMs event_time = 0;
};

// What a game takes in the store.
struct StoredSizes {
  int log_rows = 0;
  int64_t log_bytes = 0;
  int64_t record_bytes = 0;
};

class OperatorRepository {
 public:
  explicit OperatorRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  base::Result<std::vector<OperatorRow>> Find(const FindQuery& query);
  base::Result<std::vector<LiveRow>> Live(const LiveQuery& query);
  // Nothing: there is no such game.
  base::Result<std::optional<OperatorRow>> Get(const std::string& game_id);
  base::Result<StoredSizes> Sizes(const std::string& game_id);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::game
