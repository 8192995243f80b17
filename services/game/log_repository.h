#pragma once
// The event log in Postgres: appends of many games in one statement, loads, confirmations.
// All functions block up to two seconds; call them from worker threads. Thread-safe.
// Errors: those of postgres/transaction.h.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"

namespace chess::game {

class LogRepository {
 public:
  // `appends` serves Append and Stored, `reads` the others. Both should run PrepareStatements on
  // each new connection (PoolOptions::on_connect).
  LogRepository(std::shared_ptr<postgres::Pool> appends, std::shared_ptr<postgres::Pool> reads)
      : appends_(std::move(appends)), reads_(std::move(reads)) {}

  static void PrepareStatements(pqxx::connection& connection);

  // Inserts the rows and their side rows in one statement that commits by itself. For each row
  // whether it is in now; false: another row has its number (or not_after has passed).
  // COMMIT_UNKNOWN: stored or not, nobody knows.
  base::Result<std::vector<bool>> Append(const std::vector<const AppendRow*>& rows);
  // For each row whether exactly this row is stored (same request id, time and events).
  base::Result<std::vector<bool>> Stored(const std::vector<const AppendRow*>& rows);

  // Rows and records of games, in the order asked.
  base::Result<std::vector<LoadedRows>> Load(const std::vector<std::string>& game_ids);
  // The last number of games, in the order asked; 0: no such game.
  base::Result<std::vector<int64_t>> LastSeqs(const std::vector<std::string>& game_ids);

 private:
  std::shared_ptr<postgres::Pool> appends_;
  std::shared_ptr<postgres::Pool> reads_;
};

}  // namespace chess::game
