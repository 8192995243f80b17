#pragma once
// Ratings and how games changed them, in Postgres. Blocks: call it on an executor's thread.
// Thread-safe. Errors besides those below: postgres/transaction.h.

#include <cstdint>
#include <memory>
#include <optional>
#include <pqxx/pqxx>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "postgres/pool.h"
#include "ratings/glicko2.h"

namespace chess::lobby {

struct FinishedGame {
  base::GameId game_id;
  base::PlayerId white_id, black_id;
  std::string family;
  std::string speed;
  double white_score = 0;  // 1, 0.5, 0
  base::TimeMs end_time = 0;
};

// One game's effect, as stored.
struct RatedGame {
  int64_t applied_no = 0;
  ratings::Glicko white_before, white_after, black_before, black_after;
  bool voided = false;  // an operator took its result away: it changes nothing
};

struct NamedRating {
  std::string family;
  std::string speed;
  ratings::Rating rating;
  double deviation_now = 0;  // grown since the last game
};

// Taken shared by whoever rates games, until the end of the transaction: a rebuild, which takes it
// alone for a moment, then sees all games or waits (rating_rebuild_repository.h).
void ShareRatings(pqxx::transaction_base& tx);
void OwnRatings(pqxx::transaction_base& tx);

// What a game did to the ratings, as stored; nothing where it was not rated.
std::optional<RatedGame> FindRated(pqxx::transaction_base& tx, const base::GameId& game_id);

class RatingRepository {
 public:
  explicit RatingRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // Rates a game once; a repetition answers what is stored. One transaction that
  // locks both rating rows in the order of the players' ids. PLAYER_NOT_FOUND.
  base::Result<RatedGame> Apply(const FinishedGame& game);
  // All ratings of a player, by family and speed.
  base::Result<std::vector<NamedRating>> List(const base::PlayerId& player_id);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
