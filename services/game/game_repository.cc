#include "game/game_repository.h"

#include <pqxx/pqxx>

#include "game/game_row_repository.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::IntOf;
using postgres::TextOf;

constexpr char kCreate[] = R"sql(
WITH made AS (
  INSERT INTO game.games
    (game_id, white_id, white_name, white_guest, white_bot, white_rating, white_provisional,
     black_id, black_name, black_guest, black_bot, black_rating, black_provisional,
     rule_set, family, start_fen, time_control, speed, rated, draw_policy, visibility,
     create_time, last_seq, deadline_time, sweep_time,
     state, end_time, score, end_reason, variant_end, final_fen, last_move)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
          $20, $21, to_timestamp($22::bigint / 1000.0), 1,
          to_timestamp($23::bigint / 1000.0), to_timestamp($23::bigint / 1000.0),
          COALESCE(NULLIF($24, ''), 'running'),
          CASE $24 WHEN '' THEN NULL ELSE to_timestamp($22::bigint / 1000.0) END,
          NULLIF($25, ''), NULLIF($26, ''), $27, NULLIF($28, ''), $29)
  ON CONFLICT DO NOTHING
  RETURNING game_id
), logged AS (
  INSERT INTO game.game_events (game_id, seq, request_id, event_time, events)
  SELECT game_id, 1, $30::bytea, to_timestamp($22::bigint / 1000.0), $31::bytea FROM made
), handed AS (
  INSERT INTO game.outbox (game_id) SELECT game_id FROM made WHERE $24 = 'finished'
), secret AS (
  INSERT INTO game.game_secrets (game_id, kind, seat, locked, payload)
  SELECT game_id, 'chance', 2, true, $32::bytea FROM made WHERE octet_length($32::bytea) > 0
)
SELECT game_id FROM made)sql";

// Both halves walk an index in the order of the list; the outer limit merges them.
constexpr char kListed[] = R"sql(
WITH mine AS (
  (SELECT * FROM game.games
   WHERE white_id = $1
     AND ($3 = '' OR state = $3)
     AND (visibility = 'public' OR white_id = $2 OR black_id = $2)
     AND ($4::bigint = 0 OR (create_time, game_id) < (to_timestamp($4::bigint / 1000.0), $5))
   ORDER BY create_time DESC, game_id DESC LIMIT $6)
  UNION ALL
  (SELECT * FROM game.games
   WHERE black_id = $1
     AND ($3 = '' OR state = $3)
     AND (visibility = 'public' OR white_id = $2 OR black_id = $2)
     AND ($4::bigint = 0 OR (create_time, game_id) < (to_timestamp($4::bigint / 1000.0), $5))
   ORDER BY create_time DESC, game_id DESC LIMIT $6)
)
SELECT )sql";
constexpr char kFromMine[] = " FROM mine ORDER BY create_time DESC, game_id DESC LIMIT $6";

constexpr char kCountRunning[] = R"sql(
SELECT count(*), count(*) FILTER (WHERE rated) FROM (
  SELECT rated FROM game.games WHERE white_id = $1 AND state = 'running'
  UNION ALL
  SELECT rated FROM game.games WHERE black_id = $1 AND state = 'running') AS running)sql";

// Sweep times that lag behind their deadlines catch up here, off the path of moves. Rows that an
// append holds are left for the next sweep.
constexpr char kSweep[] = R"sql(
UPDATE game.games SET sweep_time = deadline_time
WHERE game_id IN (
  SELECT game_id FROM game.games
  WHERE sweep_time < to_timestamp($1::bigint / 1000.0) AND sweep_time < deadline_time
  ORDER BY sweep_time LIMIT 2000 FOR UPDATE SKIP LOCKED))sql";

constexpr char kListDue[] = R"sql(
SELECT game_id, (extract(epoch FROM deadline_time) * 1000)::bigint FROM game.games
WHERE sweep_time < to_timestamp($1::bigint / 1000.0)
  AND deadline_time < to_timestamp($1::bigint / 1000.0)
ORDER BY sweep_time LIMIT $2)sql";

const char* FilterWord(GameQuery::Filter filter) {
  switch (filter) {
    case GameQuery::Filter::kRunning: return "running";
    case GameQuery::Filter::kFinished: return "finished";
    default: return "";
  }
}

}  // namespace

void GameRepository::PrepareStatements(pqxx::connection& connection) {
  connection.prepare("game_create", kCreate);
  connection.prepare("game_list", std::string(kListed) + kGameColumns + kFromMine);
  connection.prepare("game_count_running", kCountRunning);
  connection.prepare("game_sweep", kSweep);
  connection.prepare("game_list_due", kListDue);
}

base::Result<bool> GameRepository::Create(const NewGameRow& game) {
  const SeatRow& white = game.seats[0];
  const SeatRow& black = game.seats[1];
  const EndColumns end = game.end.value_or(EndColumns{});
  std::optional<std::string> deadline;
  if (game.deadline) deadline = std::to_string(*game.deadline);
  return postgres::WithStatement(
      *pool_, true, [&](pqxx::nontransaction& t) -> base::Result<bool> {
        const pqxx::result made = t.exec_prepared(
            "game_create", game.game_id, white.player_id, white.name, white.guest, white.bot,
            white.rating, white.provisional, black.player_id, black.name, black.guest, black.bot,
            black.rating, black.provisional, game.rule_set, game.family, game.start_fen,
            game.time_control, game.speed, game.rated, game.draw_policy, game.visibility,
            game.first.event_time, deadline ? deadline->c_str() : nullptr, end.state, end.score,
            end.reason, end.variant_end, end.final_fen, end.last_move,
            postgres::ToBytea(game.first.request_id), postgres::ToBytea(game.first.events),
            postgres::ToBytea(game.chance_secret));
        return made.size() == 1;
      });
}

base::Result<std::vector<GameRow>> GameRepository::List(const GameQuery& query) {
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<std::vector<GameRow>> {
        std::vector<GameRow> games;
        for (const auto& line :
             t.exec_prepared("game_list", query.player_id, query.viewer_id,
                             FilterWord(query.filter), query.before_time, query.before_id,
                             query.limit)) {
          games.push_back(ReadGameRow(line));
        }
        return games;
      });
}

base::Result<RunningCounts> GameRepository::CountRunning(const std::string& player_id) {
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<RunningCounts> {
        const pqxx::result counts = t.exec_prepared("game_count_running", player_id);
        return RunningCounts{counts[0][0].as<int>(), counts[0][1].as<int>()};
      });
}

base::Result<std::vector<DeadlineRow>> GameRepository::ListDue(TimeMs before, int limit) {
  const auto swept = postgres::WithStatement(
      *pool_, true, [&](pqxx::nontransaction& t) -> base::Result<bool> {
        t.exec_prepared("game_sweep", before);
        return true;
      });
  if (!swept.ok()) return swept.error();
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<std::vector<DeadlineRow>> {
        std::vector<DeadlineRow> due;
        for (const auto& line : t.exec_prepared("game_list_due", before, limit)) {
          due.push_back({TextOf(line[0]), IntOf(line[1])});
        }
        return due;
      });
}

}  // namespace chess::game
