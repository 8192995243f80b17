#pragma once
// The rows of games: creation, lists, counts, deadlines. Blocking; thread-safe. Errors: those of
// postgres/transaction.h.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"

namespace chess::game {

// Which games a list gives.
struct GameQuery {
  std::string player_id;
  std::string viewer_id;  // sees public games and those of their own; empty: public ones
  enum class Filter { kAll, kRunning, kFinished } filter = Filter::kAll;
  int limit = 20;
  // Only games after this one in the order of the list (newest first).
  TimeMs before_time = 0;  // 0: from the start
  std::string before_id;
};

struct RunningCounts {
  int running = 0;
  int rated = 0;
};

class GameRepository {
 public:
  explicit GameRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  static void PrepareStatements(pqxx::connection& connection);

  // True if the game is new; false if its id exists. May run twice: the second finds the first.
  base::Result<bool> Create(const NewGameRow& game);
  // Games, newest first.
  base::Result<std::vector<GameRow>> List(const GameQuery& query);
  base::Result<RunningCounts> CountRunning(const std::string& player_id);
  // Deadlines before a time, soonest first. Also brings the sweep times of what it looked at up to
  // their deadlines.
  base::Result<std::vector<DeadlineRow>> ListDue(TimeMs before, int limit);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::game
