#include "game/operator_repository.h"

#include <pqxx/pqxx>

#include "game/game_row_repository.h"
#include "game/time_convert.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::IntOf;

constexpr char kExtraColumns[] = R"sql(, last_seq, amendments, compact_time IS NOT NULL,
       EXISTS (SELECT 1 FROM game.outbox o WHERE o.game_id = g.game_id)
         OR EXISTS (SELECT 1 FROM game.amend_outbox a WHERE a.game_id = g.game_id),
       white_before, black_before, white_after, black_after,
       (extract(epoch FROM deadline_time) * 1000)::bigint)sql";

constexpr char kMatches[] = R"sql(
  AND ($1 = '' OR state = $1) AND ($2 = '' OR end_reason = $2) AND ($3 = '' OR rule_set = $3)
  AND create_time >= to_timestamp($4::bigint / 1000.0)
  AND create_time < to_timestamp($5::bigint / 1000.0)
  AND (create_time, game_id) < (to_timestamp($6::bigint / 1000.0), $7)
ORDER BY create_time DESC, game_id DESC LIMIT $8)sql";

std::string FindSql() {
  return std::string("SELECT ") + kGameColumns + kExtraColumns + " FROM game.games g WHERE true" +
         kMatches;
}

// Both halves walk an index in the order of the list; the outer limit merges them.
std::string FindOfPlayerSql() {
  const std::string half = std::string("(SELECT * FROM game.games WHERE ");
  return std::string("SELECT ") + kGameColumns + kExtraColumns + " FROM (" + half +
         "white_id = $9" + kMatches + ") UNION ALL " + half + "black_id = $9" + kMatches +
         ")) g ORDER BY create_time DESC, game_id DESC LIMIT $8";
}

std::string LiveSql() {
  return std::string("SELECT ") + kGameColumns + kExtraColumns + R"sql(,
       (extract(epoch FROM e.event_time) * 1000)::bigint
FROM game.games g
LEFT JOIN LATERAL (SELECT event_time FROM game.game_events e
                   WHERE e.game_id = g.game_id AND e.seq = g.last_seq) e ON true
WHERE state = 'running' AND (create_time, g.game_id) > (to_timestamp($1::bigint / 1000.0), $2)
  AND ($3::bigint = 0
       OR e.event_time < clock_timestamp() - $3::bigint * interval '1 millisecond')
ORDER BY create_time, g.game_id LIMIT $4)sql";
}

constexpr char kSizes[] = R"sql(
SELECT (SELECT count(*) FROM game.game_events WHERE game_id = $1),
       (SELECT sum(octet_length(events)) FROM game.game_events WHERE game_id = $1),
       (SELECT octet_length(record) FROM game.game_records WHERE game_id = $1))sql";

OperatorRow RowOf(const pqxx::row& line) {
  OperatorRow row;
  row.game = ReadGameRow(line);
  constexpr int n = kGameColumnCount;
  row.last_seq = IntOf(line[n]);
  row.amendments = static_cast<int>(IntOf(line[n + 1]));
  row.compacted = line[n + 2].as<bool>();
  row.relay_waiting = line[n + 3].as<bool>();
  row.rated = ReadRating(line, n + 4);
  if (!line[n + 8].is_null()) row.deadline = IntOf(line[n + 8]);
  return row;
}

}  // namespace

base::Result<std::vector<OperatorRow>> OperatorRepository::Find(const FindQuery& query) {
  using Rows = std::vector<OperatorRow>;
  static const std::string any = FindSql();
  static const std::string of_player = FindOfPlayerSql();
  const TimeMs before = query.created_before == 0 ? kLatestMs : query.created_before;
  const TimeMs cursor = query.before_time == 0 ? kLatestMs : query.before_time;
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<Rows> {
    const pqxx::result lines =
        query.player_id.empty()
            ? postgres::Exec(t, any, query.state, query.end_reason, query.rule_set,
                             query.created_from, before, cursor, query.before_id, query.limit)
            : postgres::Exec(t, of_player, query.state, query.end_reason, query.rule_set,
                             query.created_from, before, cursor, query.before_id, query.limit,
                             query.player_id);
    Rows rows;
    for (const pqxx::row& line : lines) rows.push_back(RowOf(line));
    return rows;
  });
}

base::Result<std::vector<LiveRow>> OperatorRepository::Live(const LiveQuery& query) {
  using Rows = std::vector<LiveRow>;
  static const std::string sql = LiveSql();
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<Rows> {
    Rows rows;
    for (const pqxx::row& line :
         postgres::Exec(t, sql, query.after_time, query.after_id, query.idle_ms, query.limit)) {
      rows.push_back({RowOf(line), IntOf(line[kGameColumnCount + 9])});
    }
    return rows;
  });
}

base::Result<std::optional<OperatorRow>> OperatorRepository::Get(const std::string& game_id) {
  static const std::string sql = std::string("SELECT ") + kGameColumns + kExtraColumns +
                                 " FROM game.games g WHERE game_id = $1";
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<std::optional<OperatorRow>> {
        const pqxx::result lines = postgres::Exec(t, sql, game_id);
        if (lines.empty()) return std::optional<OperatorRow>();
        return std::optional<OperatorRow>(RowOf(lines[0]));
      });
}

base::Result<StoredSizes> OperatorRepository::Sizes(const std::string& game_id) {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<StoredSizes> {
    const pqxx::result lines = postgres::Exec(t, kSizes, game_id);
    return StoredSizes{static_cast<int>(IntOf(lines[0][0])), IntOf(lines[0][1]),
                       IntOf(lines[0][2])};
  });
}

}  // namespace chess::game
