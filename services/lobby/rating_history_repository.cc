#include "lobby/rating_history_repository.h"

#include "postgres/prepared.h"
#include "postgres/values.h"

namespace chess::lobby {

ratings::Glicko GlickoAt(const pqxx::row& row, int first) {
  return {row[first].as<double>(), row[first + 1].as<double>(), row[first + 2].as<double>()};
}

GameNumbers NumbersAt(const pqxx::row& row, int first) {
  return {GlickoAt(row, first), GlickoAt(row, first + 3), GlickoAt(row, first + 6),
          GlickoAt(row, first + 9)};
}

void HistoryCorrections::Add(int64_t applied_no, const GameNumbers& numbers) {
  games_.push_back(applied_no);
  for (size_t i = 0; i < numbers.size(); ++i) {
    columns_[3 * i].push_back(numbers[i].rating);
    columns_[3 * i + 1].push_back(numbers[i].deviation);
    columns_[3 * i + 2].push_back(numbers[i].volatility);
  }
}

constexpr char kCorrectGames[] =
    "UPDATE lobby.rating_history h SET white_rating_before = u.a, white_deviation_before = u.b,"
    " white_volatility_before = u.c, white_rating_after = u.d, white_deviation_after = u.e,"
    " white_volatility_after = u.f, black_rating_before = u.g, black_deviation_before = u.h,"
    " black_volatility_before = u.i, black_rating_after = u.j, black_deviation_after = u.k,"
    " black_volatility_after = u.l"
    " FROM unnest($1::bigint[], $2::float8[], $3::float8[], $4::float8[], $5::float8[],"
    " $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::float8[],"
    " $12::float8[], $13::float8[]) AS u(no, a, b, c, d, e, f, g, h, i, j, k, l)"
    " WHERE h.applied_no = u.no";

void HistoryCorrections::Store(pqxx::transaction_base& tx) const {
  if (games_.empty()) return;
  std::array<std::string, 12> c;
  for (size_t i = 0; i < c.size(); ++i) c[i] = postgres::DoubleArray(columns_[i]);
  postgres::Exec(tx, kCorrectGames, postgres::BigintArray(games_), c[0], c[1], c[2], c[3], c[4],
                 c[5], c[6], c[7], c[8], c[9], c[10], c[11]);
}

void RatingColumns::Add(const RatingKey& key, const ratings::Rating& state) {
  players.push_back(key.player_id);
  families.push_back(key.family);
  speeds.push_back(key.speed);
  rating.push_back(state.glicko.rating);
  deviation.push_back(state.glicko.deviation);
  volatility.push_back(state.glicko.volatility);
  games.push_back(state.games);
  last.push_back(state.last_game);
}

pqxx::result RatingColumns::Store(pqxx::transaction_base& tx, const char* statement) const {
  return postgres::Exec(tx, statement, postgres::TextArray(players), postgres::TextArray(families),
                        postgres::TextArray(speeds), postgres::DoubleArray(rating),
                        postgres::DoubleArray(deviation), postgres::DoubleArray(volatility),
                        postgres::BigintArray(games), postgres::BigintArray(last));
}

RatingColumns ColumnsOf(const RatingStates& states) {
  RatingColumns columns;
  for (const auto& [key, state] : states) columns.Add(key, state);
  return columns;
}

constexpr char kStoreRatings[] =
    "INSERT INTO lobby.ratings AS r (player_id, family, speed, rating, deviation, volatility,"
    " games, last_game_time) SELECT u.player_id, u.family, u.speed, u.rating, u.deviation,"
    " u.volatility, u.games,"
    " CASE u.last_ms WHEN 0 THEN NULL ELSE to_timestamp(u.last_ms / 1000.0) END"
    " FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::float8[],"
    " $7::integer[], $8::bigint[])"
    " AS u(player_id, family, speed, rating, deviation, volatility, games, last_ms)"
    " JOIN lobby.players USING (player_id)"
    " ON CONFLICT (player_id, family, speed) DO UPDATE SET rating = excluded.rating,"
    " deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,"
    " last_game_time = excluded.last_game_time";

int64_t StoreRatings(pqxx::transaction_base& tx, const RatingColumns& ratings) {
  if (ratings.players.empty()) return 0;
  return static_cast<int64_t>(ratings.Store(tx, kStoreRatings).affected_rows());
}

}  // namespace chess::lobby
