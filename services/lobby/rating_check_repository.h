#pragma once
// Whether ratings are what their history makes of them. A player's games hang together by the
// numbers stored with each: what one game left the next began with, and the last left the rating of
// now. So each player is checked alone, in the order of applied_no, in bounded memory, while games
// go on. Blocks; call it on an executor's thread. Thread-safe. Errors: postgres/transaction.h.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "lobby/rating_game.h"
#include "postgres/pool.h"

namespace chess::lobby {

struct RatingFault {
  RatingKey key;
  std::string game_id;  // empty: the rating of now
  std::string word;     // "CHAIN", "RESULT", "RATING", "COUNT", "TIME", "NO_HISTORY", "NO_RATING"
  std::string message;
};

class RatingCheckRepository {
 public:
  // `pool` should give its statements time: a player may have very many games.
  explicit RatingCheckRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  struct Report {
    int32_t players = 0;
    int32_t ratings = 0;
    int64_t games = 0;
    std::vector<RatingFault> faults;  // at most one a rating
    std::string next_cursor;          // empty: those were all
  };
  // Players after `cursor` ("" for the first), until `budget_ms` is over or kMostFaults are found.
  base::Result<Report> Check(const std::string& cursor, base::DurationMs budget_ms);
  base::Result<Report> CheckPlayer(const std::string& player_id);

  static constexpr size_t kMostFaults = 200;

 private:
  base::Result<std::vector<RatingKey>> KeysOf(const std::string& player_id);
  base::Status CheckKey(const RatingKey& key, Report* report);
  base::Status CheckKeys(const std::string& player_id, Report* report);

  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
