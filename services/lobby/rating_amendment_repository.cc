#include "lobby/rating_amendment_repository.h"

#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <pqxx/pqxx>
#include <set>
#include <string>
#include <vector>

#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Result;

constexpr int kAttempts = 3;

struct HistoryRow {
  std::string game_id;
  int64_t applied_no = 0;
  std::string white_id, black_id, score;
  base::TimeMs end_time = 0;
  bool voided = false;
  std::array<ratings::Glicko, 4> numbers;  // White before, after, Black before, after
};

constexpr char kHistory[] =
    "SELECT game_id, applied_no, white_id, black_id, score,"
    " (extract(epoch FROM end_time) * 1000)::bigint, void_time IS NOT NULL,"
    " white_rating_before, white_deviation_before, white_volatility_before,"
    " white_rating_after, white_deviation_after, white_volatility_after,"
    " black_rating_before, black_deviation_before, black_volatility_before,"
    " black_rating_after, black_deviation_after, black_volatility_after"
    " FROM lobby.rating_history WHERE applied_no >= $1 AND family = $2 AND speed = $3"
    " ORDER BY applied_no";

std::vector<HistoryRow> ReadHistory(pqxx::transaction_base& tx, const FinishedGame& game,
                                    int64_t from) {
  std::vector<HistoryRow> rows;
  for (const pqxx::row& line : postgres::Exec(tx, kHistory, from, game.family, game.speed)) {
    HistoryRow row{postgres::TextOf(line[0]), line[1].as<int64_t>(),
                   postgres::TextOf(line[2]), postgres::TextOf(line[3]),
                   postgres::TextOf(line[4]), line[5].as<int64_t>(),
                   line[6].as<bool>(),        {}};
    for (int i = 0; i < 4; ++i) {
      row.numbers[i] = {line[7 + 3 * i].as<double>(), line[8 + 3 * i].as<double>(),
                        line[9 + 3 * i].as<double>()};
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// Whose rating depends on the first game of `rows`: its players, and whoever played later against
// one of whom that is true.
std::set<std::string> Concerned(const std::vector<HistoryRow>& rows) {
  std::set<std::string> players = {rows.front().white_id, rows.front().black_id};
  for (const HistoryRow& row : rows) {
    if (row.voided) continue;
    if (players.contains(row.white_id)) players.insert(row.black_id);
    if (players.contains(row.black_id)) players.insert(row.white_id);
  }
  return players;
}

constexpr char kLock[] =
    "SELECT 1 FROM lobby.ratings WHERE player_id = ANY($1::text[]) AND family = $2 AND speed = $3"
    " ORDER BY player_id FOR UPDATE";
constexpr char kBefore[] =
    "SELECT count(*), (extract(epoch FROM max(end_time)) * 1000)::bigint FROM ("
    "SELECT end_time FROM lobby.rating_history WHERE white_id = $1 AND applied_no < $2"
    " AND family = $3 AND speed = $4 AND void_time IS NULL "
    "UNION ALL SELECT end_time FROM lobby.rating_history WHERE black_id = $1 AND applied_no < $2"
    " AND family = $3 AND speed = $4 AND void_time IS NULL) AS games";

// Rates the games of `rows` again, in their order; the first one is the game that was changed.
class Replay {
 public:
  Replay(pqxx::transaction_base& tx, const FinishedGame& game) : tx_(tx), game_(game) {}

  void Run(std::vector<HistoryRow>& rows) {
    const int64_t first = rows.front().applied_no;
    for (HistoryRow& row : rows) {
      const bool target = row.applied_no == first;
      if (!target &&
          (row.voided || !(states_.contains(row.white_id) || states_.contains(row.black_id)))) {
        continue;
      }
      ratings::Rating& white = Before(row.white_id, row, row.numbers[0]);
      ratings::Rating& black = Before(row.black_id, row, row.numbers[2]);
      ratings::Pair after{white, black};
      if (!row.voided) {
        const double score = row.score == "1-0" ? 1 : row.score == "0-1" ? 0 : 0.5;
        after = ratings::RateGame(white, black, score, row.end_time);
      }
      row.numbers = {white.glicko, after.a.glicko, black.glicko, after.b.glicko};
      white = after.a;
      black = after.b;
      changed_.push_back(&row);
    }
  }

  void Store() const;

 private:
  ratings::Rating& Before(const std::string& player, const HistoryRow& row,
                          const ratings::Glicko& glicko) {
    const auto known = states_.find(player);
    if (known != states_.end()) return known->second;
    const pqxx::result counts =
        postgres::Exec(tx_, kBefore, player, row.applied_no, game_.family, game_.speed);
    ratings::Rating rating{glicko, counts[0][0].as<int32_t>(), postgres::IntOf(counts[0][1])};
    return states_.emplace(player, rating).first->second;
  }

  pqxx::transaction_base& tx_;
  const FinishedGame& game_;
  std::map<std::string, ratings::Rating> states_;
  std::vector<const HistoryRow*> changed_;
};

// The shortest text that reads back as the same number.
std::string Exactly(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return std::string(text, error == std::errc() ? end : text);
}

constexpr char kStoreHistory[] =
    "UPDATE lobby.rating_history h SET white_rating_before = u.a, white_deviation_before = u.b,"
    " white_volatility_before = u.c, white_rating_after = u.d, white_deviation_after = u.e,"
    " white_volatility_after = u.f, black_rating_before = u.g, black_deviation_before = u.h,"
    " black_volatility_before = u.i, black_rating_after = u.j, black_deviation_after = u.k,"
    " black_volatility_after = u.l "
    "FROM unnest($1::bigint[], $2::float8[], $3::float8[], $4::float8[], $5::float8[],"
    " $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::float8[],"
    " $12::float8[], $13::float8[]) AS u(no, a, b, c, d, e, f, g, h, i, j, k, l) "
    "WHERE h.applied_no = u.no";
constexpr char kStoreRatings[] =
    "UPDATE lobby.ratings r SET rating = u.rating, deviation = u.deviation,"
    " volatility = u.volatility, games = u.games,"
    " last_game_time = CASE u.last WHEN 0 THEN NULL ELSE to_timestamp(u.last / 1000.0) END "
    "FROM unnest($3::text[], $4::float8[], $5::float8[], $6::float8[], $7::bigint[], $8::bigint[])"
    " AS u(player_id, rating, deviation, volatility, games, last) "
    "WHERE r.player_id = u.player_id AND r.family = $1 AND r.speed = $2";

void Replay::Store() const {
  std::vector<int64_t> numbers;
  std::array<std::vector<std::string>, 12> columns;
  for (const HistoryRow* row : changed_) {
    numbers.push_back(row->applied_no);
    for (size_t i = 0; i < 4; ++i) {
      columns[3 * i].push_back(Exactly(row->numbers[i].rating));
      columns[3 * i + 1].push_back(Exactly(row->numbers[i].deviation));
      columns[3 * i + 2].push_back(Exactly(row->numbers[i].volatility));
    }
  }
  std::array<std::string, 12> c;
  for (size_t i = 0; i < columns.size(); ++i) c[i] = postgres::TextArray(columns[i]);
  postgres::Exec(tx_, kStoreHistory, postgres::BigintArray(numbers), c[0], c[1], c[2], c[3], c[4],
                 c[5], c[6], c[7], c[8], c[9], c[10], c[11]);
  std::vector<std::string> players, rating, deviation, volatility;
  std::vector<int64_t> games, last;
  for (const auto& [player, state] : states_) {
    players.push_back(player);
    rating.push_back(Exactly(state.glicko.rating));
    deviation.push_back(Exactly(state.glicko.deviation));
    volatility.push_back(Exactly(state.glicko.volatility));
    games.push_back(state.games);
    last.push_back(state.last_game);
  }
  postgres::Exec(tx_, kStoreRatings, game_.family, game_.speed, postgres::TextArray(players),
                 postgres::TextArray(rating), postgres::TextArray(deviation),
                 postgres::TextArray(volatility), postgres::BigintArray(games),
                 postgres::BigintArray(last));
}

constexpr char kFind[] =
    "SELECT applied_no, amendment FROM lobby.rating_history WHERE game_id = $1";
constexpr char kMark[] =
    "UPDATE lobby.rating_history SET amendment = $2, score = $3,"
    " void_time = CASE WHEN $4 THEN NULL ELSE now() END WHERE game_id = $1";

RatedGame RatedOf(const HistoryRow& row) {
  return {row.applied_no, row.numbers[0], row.numbers[1],
          row.numbers[2], row.numbers[3], row.voided};
}

// One attempt; the game has its row. Nothing: other games of the same players ended meanwhile.
Result<std::optional<RatedGame>> AmendOnce(pqxx::transaction_base& tx, const FinishedGame& game,
                                           bool counts, int amendment) {
  using Outcome = std::optional<RatedGame>;
  ShareRatings(tx);
  const pqxx::result found = postgres::Exec(tx, kFind, game.game_id.value);
  const auto applied_no = found[0][0].as<int64_t>();
  const std::set<std::string> players = Concerned(ReadHistory(tx, game, applied_no));
  // In the order of ids, as rating a game does it. All that changes history holds these locks.
  postgres::Exec(tx, kLock, postgres::TextArray({players.begin(), players.end()}), game.family,
                 game.speed);
  std::vector<HistoryRow> rows = ReadHistory(tx, game, applied_no);
  if (Concerned(rows) != players) return Outcome();
  HistoryRow& row = rows.front();
  const auto known = postgres::Exec(tx, kFind, game.game_id.value)[0][1].as<int>();
  if (known >= amendment) return Outcome(RatedOf(row));
  const std::string score = game.white_score == 1   ? "1-0"
                            : game.white_score == 0 ? "0-1"
                                                    : "1/2-1/2";
  const bool same = row.voided != counts && (!counts || row.score == score);
  if (counts) row.score = score;
  row.voided = !counts;
  postgres::Exec(tx, kMark, game.game_id.value, amendment, row.score, counts);
  if (!same) {
    Replay replay(tx, game);
    replay.Run(rows);
    replay.Store();
  }
  return Outcome(RatedOf(row));
}

}  // namespace

Result<RatedGame> RatingAmendmentRepository::Amend(const FinishedGame& game, bool counts,
                                                   int amendment) {
  // A game that was not rated yet gets its row and number first: whoever reports it later finds it.
  if (const auto rated = ratings_.Apply(game); !rated.ok()) return rated.error();
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto done = postgres::WithTransaction(
        *pool_, [&](pqxx::work& tx) { return AmendOnce(tx, game, counts, amendment); });
    if (!done.ok()) return done.error();
    if (*done) return **done;
  }
  return base::MakeError(base::Code::kAborted, "CONFLICT",
                         "Games of the same players keep ending; try again.");
}

}  // namespace chess::lobby
