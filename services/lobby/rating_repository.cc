#include "lobby/rating_repository.h"

#include <algorithm>
#include <array>
#include <optional>
#include <pqxx/pqxx>
#include <utility>

#include "lobby/player_repository.h"
#include "lobby/rating_game.h"
#include "lobby/rating_history_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {

using base::Result;

std::optional<RatedGame> FindRated(pqxx::transaction_base& tx, const base::GameId& game_id) {
  static const std::string kFindRated = std::string("SELECT applied_no, void_time IS NOT NULL,") +
                                        kNumberColumns +
                                        "FROM lobby.rating_history WHERE game_id = $1";
  const pqxx::result rows = postgres::Exec(tx, kFindRated, game_id.value);
  if (rows.empty()) return std::nullopt;
  const GameNumbers numbers = NumbersAt(rows[0], 2);
  return RatedGame{rows[0][0].as<int64_t>(), numbers[0], numbers[1], numbers[2], numbers[3],
                   rows[0][1].as<bool>()};
}

namespace {

constexpr char kEnsure[] =
    "INSERT INTO lobby.ratings (player_id, family, speed, rating, deviation, volatility) "
    "SELECT player_id, $2, $3, $4, $5, $6 FROM lobby.players WHERE player_id = $1 "
    "ON CONFLICT DO NOTHING";
constexpr char kLockRating[] =
    "SELECT rating, deviation, volatility, games,"
    " (extract(epoch FROM last_game_time) * 1000)::bigint FROM lobby.ratings"
    " WHERE player_id = $1 AND family = $2 AND speed = $3 FOR UPDATE";

// The rating row, locked; made with the starting values where there is none.
std::optional<ratings::Rating> LockRating(pqxx::transaction_base& tx, const FinishedGame& game,
                                          const base::PlayerId& player_id) {
  const ratings::Glicko start;
  postgres::Exec(tx, kEnsure, player_id.value, game.family, game.speed, start.rating,
                 start.deviation, start.volatility);
  const pqxx::result rows =
      postgres::Exec(tx, kLockRating, player_id.value, game.family, game.speed);
  if (rows.empty()) return std::nullopt;
  ratings::Rating rating;
  rating.glicko = GlickoAt(rows[0], 0);
  rating.games = rows[0][3].as<int32_t>();
  rating.last_game = postgres::IntOf(rows[0][4]);
  return rating;
}

constexpr char kStoreRating[] =
    "UPDATE lobby.ratings SET rating = $4, deviation = $5, volatility = $6, games = $7,"
    " last_game_time = to_timestamp($8::bigint / 1000.0)"
    " WHERE player_id = $1 AND family = $2 AND speed = $3";

void StoreRating(pqxx::transaction_base& tx, const FinishedGame& game,
                 const base::PlayerId& player_id, const ratings::Rating& rating) {
  postgres::Exec(tx, kStoreRating, player_id.value, game.family, game.speed, rating.glicko.rating,
                 rating.glicko.deviation, rating.glicko.volatility, rating.games, rating.last_game);
}

constexpr char kStoreHistory[] =
    "INSERT INTO lobby.rating_history (game_id, applied_no, family, speed, white_id, black_id,"
    " score, end_time, white_rating_before, white_deviation_before, white_volatility_before,"
    " white_rating_after, white_deviation_after, white_volatility_after, black_rating_before,"
    " black_deviation_before, black_volatility_before, black_rating_after,"
    " black_deviation_after, black_volatility_after) "
    "VALUES ($1, nextval('lobby.applied_no_seq'), $2, $3, $4, $5, $6,"
    " to_timestamp($7::bigint / 1000.0), $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)"
    " RETURNING applied_no";

int64_t StoreHistory(pqxx::transaction_base& tx, const FinishedGame& game, const RatedGame& rated) {
  const ratings::Glicko &wb = rated.white_before, &wa = rated.white_after;
  const ratings::Glicko &bb = rated.black_before, &ba = rated.black_after;
  const pqxx::result stored = postgres::Exec(
      tx, kStoreHistory, game.game_id.value, game.family, game.speed, game.white_id.value,
      game.black_id.value, ScoreText(game.white_score), game.end_time, wb.rating, wb.deviation,
      wb.volatility, wa.rating, wa.deviation, wa.volatility, bb.rating, bb.deviation, bb.volatility,
      ba.rating, ba.deviation, ba.volatility);
  return stored[0][0].as<int64_t>();
}

Result<RatedGame> Rate(pqxx::transaction_base& tx, const FinishedGame& game) {
  const bool white_first = game.white_id < game.black_id;
  const base::PlayerId& first = white_first ? game.white_id : game.black_id;
  const base::PlayerId& second = white_first ? game.black_id : game.white_id;
  const auto lower = LockRating(tx, game, first);
  const auto upper = LockRating(tx, game, second);
  if (!lower || !upper) return PlayerNotFound();
  // Only under the locks is it certain that nobody else is rating this game.
  if (auto before = FindRated(tx, game.game_id)) return *before;
  const ratings::Rating& white = white_first ? *lower : *upper;
  const ratings::Rating& black = white_first ? *upper : *lower;
  const ratings::Pair after = ratings::RateGame(white, black, game.white_score, game.end_time);
  StoreRating(tx, game, game.white_id, after.a);
  StoreRating(tx, game, game.black_id, after.b);
  RatedGame rated{0, white.glicko, after.a.glicko, black.glicko, after.b.glicko};
  rated.applied_no = StoreHistory(tx, game, rated);
  return rated;
}

}  // namespace

// Any number that nothing else in this database locks: "chessrat" in ASCII.
constexpr char kShare[] = "SELECT pg_advisory_xact_lock_shared(7163086753865294196)";
constexpr char kOwn[] = "SELECT pg_advisory_xact_lock(7163086753865294196)";

void ShareRatings(pqxx::transaction_base& tx) { postgres::Exec(tx, kShare); }
void OwnRatings(pqxx::transaction_base& tx) { postgres::Exec(tx, kOwn); }

Result<RatedGame> RatingRepository::Apply(const FinishedGame& game) {
  return postgres::WithTransaction(*pool_, [&](pqxx::work& tx) -> Result<RatedGame> {
    if (auto before = FindRated(tx, game.game_id)) return *before;
    ShareRatings(tx);
    return Rate(tx, game);
  });
}

constexpr char kListRatings[] =
    "SELECT rating, deviation, volatility, games,"
    " (extract(epoch FROM last_game_time) * 1000)::bigint, family, speed,"
    " (extract(epoch FROM now()) * 1000)::bigint"
    " FROM lobby.ratings WHERE player_id = $1 AND games > 0 ORDER BY family, speed";

Result<std::vector<NamedRating>> RatingRepository::List(const base::PlayerId& player_id) {
  using Ratings = std::vector<NamedRating>;
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Ratings> {
    Ratings found;
    for (const pqxx::row& row : postgres::Exec(tx, kListRatings, player_id.value)) {
      NamedRating named{postgres::TextOf(row[5]), postgres::TextOf(row[6])};
      named.rating.glicko = GlickoAt(row, 0);
      named.rating.games = row[3].as<int32_t>();
      named.rating.last_game = postgres::IntOf(row[4]);
      named.deviation_now = ratings::DeviationAt(named.rating, row[7].as<int64_t>());
      found.push_back(std::move(named));
    }
    return found;
  });
}

}  // namespace chess::lobby
