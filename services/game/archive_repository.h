#pragma once
// What happens to games after their end: the outbox to the lobby, and compaction. Blocking;
// thread-safe. Errors: those of postgres/transaction.h.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"

namespace chess::game {

// The statements of all repositories of this service, for PoolOptions::on_connect.
void PrepareAllStatements(pqxx::connection& connection);

// A finished game that the lobby has to hear of.
struct OutboxEntry {
  std::string game_id, white_id, black_id, family, speed, score;
  TimeMs end_time = 0;
  int plies = 0;
  bool rated = false;
  int attempts = 0;
  int amendments = 0;  // how often operators changed the result so far
  std::string trace;   // of the decision that ended it (traceparent); "" or "-": not known
};

struct Census {
  int64_t running = 0;          // games
  Backlog results, amendments;  // of finished games; of results that operators changed
  int64_t game_migration = 0;   // the newest of the game's tables (01NN)
  int64_t lobby_migration = 0;  // and of the lobby's (02NN)
};

class ArchiveRepository {
 public:
  explicit ArchiveRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}
  static void PrepareStatements(pqxx::connection& connection);

  // Takes up to `limit` entries that are due for an attempt; nobody else gets them for `lease_ms`.
  // Rows locked by other replicas are skipped.
  base::Result<std::vector<OutboxEntry>> Claim(int limit, base::DurationMs lease_ms);
  // The lobby has it.
  base::Status Delivered(const std::string& game_id);
  // It has not; try again at the end of `wait_ms`.
  base::Status Postpone(const std::string& game_id, base::DurationMs wait_ms);

  // The same for results that operators changed. One that is changed again meanwhile stays.
  base::Result<std::vector<OutboxEntry>> ClaimAmended(int limit, base::DurationMs lease_ms);
  base::Status DeliveredAmended(const OutboxEntry& entry);
  base::Status PostponeAmended(const OutboxEntry& entry, base::DurationMs wait_ms);

  // What stands in the tables, for gauges.
  base::Result<Census> Count();

  // Games that ended before a time and have nothing left in the outbox; at most `limit`.
  base::Result<std::vector<std::string>> Compactable(TimeMs ended_before, int limit);
  // Stores the record and drops the log, if the log still ends with `last_seq`. False: it does not.
  base::Result<bool> Compact(const std::string& game_id, int64_t last_seq,
                             const std::string& record);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::game
