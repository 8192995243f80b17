#include "game/archive_repository.h"

#include <algorithm>
#include <pqxx/pqxx>

#include "game/beat_repository.h"
#include "game/game_repository.h"
#include "game/log_repository.h"
#include "game/secret_repository.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::game {
namespace {

using postgres::IntOf;
using postgres::TextOf;

// The lease is an attempt time in the future, so that no transaction stays open while the lobby is
// asked.
constexpr char kClaim[] = R"sql(
WITH due AS (
  SELECT game_id FROM game.outbox WHERE attempt_time <= clock_timestamp()
  ORDER BY attempt_time LIMIT $1 FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE game.outbox o
  SET attempts = attempts + 1,
      attempt_time = clock_timestamp() + $2::integer * interval '1 millisecond'
  FROM due WHERE o.game_id = due.game_id
  RETURNING o.game_id, o.attempts, o.trace
)
SELECT g.game_id, g.white_id, g.black_id, g.family, g.speed, g.score,
       (extract(epoch FROM g.end_time) * 1000)::bigint, g.plies, g.rated, c.attempts, g.amendments,
       c.trace
FROM claimed c JOIN game.games g ON g.game_id = c.game_id ORDER BY g.end_time, g.game_id)sql";

constexpr char kDelivered[] = "DELETE FROM game.outbox WHERE game_id = $1";

constexpr char kPostpone[] = R"sql(
UPDATE game.outbox SET attempt_time = clock_timestamp() + $2::integer * interval '1 millisecond'
WHERE game_id = $1)sql";

constexpr char kClaimAmended[] = R"sql(
WITH due AS (
  SELECT game_id FROM game.amend_outbox WHERE attempt_time <= clock_timestamp()
  ORDER BY attempt_time LIMIT $1 FOR UPDATE SKIP LOCKED
), claimed AS (
  UPDATE game.amend_outbox o
  SET attempts = attempts + 1,
      attempt_time = clock_timestamp() + $2::integer * interval '1 millisecond'
  FROM due WHERE o.game_id = due.game_id
  RETURNING o.game_id, o.attempts
)
SELECT g.game_id, g.white_id, g.black_id, g.family, g.speed, g.score,
       (extract(epoch FROM g.end_time) * 1000)::bigint, g.plies, g.rated, c.attempts, g.amendments,
       '-'
FROM claimed c JOIN game.games g ON g.game_id = c.game_id ORDER BY g.end_time, g.game_id)sql";

constexpr char kDeliveredAmended[] =
    "DELETE FROM game.amend_outbox WHERE game_id = $1 AND amendments = $2";

constexpr char kPostponeAmended[] = R"sql(
UPDATE game.amend_outbox
SET attempt_time = clock_timestamp() + $3::integer * interval '1 millisecond'
WHERE game_id = $1 AND amendments = $2)sql";

// The running games are counted in an index that holds nothing else.
constexpr char kCensus[] = R"sql(
SELECT (SELECT count(*) FROM game.games WHERE state = 'running'),
       (SELECT count(*) FROM game.outbox),
       (SELECT (extract(epoch FROM clock_timestamp() - min(create_time)) * 1000)::bigint
        FROM game.outbox),
       (SELECT count(*) FROM game.amend_outbox),
       (SELECT (extract(epoch FROM clock_timestamp() - min(create_time)) * 1000)::bigint
        FROM game.amend_outbox),
       (SELECT max(number) FROM chess_migrations WHERE number BETWEEN 100 AND 199),
       (SELECT max(number) FROM chess_migrations WHERE number BETWEEN 200 AND 299))sql";

constexpr char kCompactable[] = R"sql(
SELECT game_id FROM game.games g
WHERE end_time < to_timestamp($1::bigint / 1000.0) AND compact_time IS NULL
  AND NOT EXISTS (SELECT 1 FROM game.outbox o WHERE o.game_id = g.game_id)
ORDER BY end_time LIMIT $2)sql";

constexpr char kCompact[] = R"sql(
WITH closed AS (
  UPDATE game.games SET compact_time = clock_timestamp()
  WHERE game_id = $1 AND last_seq = $2 AND compact_time IS NULL
  RETURNING game_id
), recorded AS (
  INSERT INTO game.game_records (game_id, record) SELECT game_id, $3::bytea FROM closed
), dropped AS (
  DELETE FROM game.game_events WHERE game_id IN (SELECT game_id FROM closed)
), told AS (
  DELETE FROM game.game_secrets WHERE game_id IN (SELECT game_id FROM closed)
)
SELECT game_id FROM closed)sql";

// Runs a statement of which only success matters.
template <typename... Arguments>
base::Status Run(postgres::Pool& pool, const char* statement, const Arguments&... arguments) {
  const auto done =
      postgres::WithStatement(pool, true, [&](pqxx::nontransaction& t) -> base::Result<bool> {
        t.exec_prepared(statement, arguments...);
        return true;
      });
  return done.ok() ? base::Status() : base::Status(done.error());
}

base::Result<std::vector<OutboxEntry>> ClaimWith(postgres::Pool& pool, const char* statement,
                                                 int limit, base::DurationMs lease_ms) {
  return postgres::WithStatement(
      pool, false, [&](pqxx::nontransaction& t) -> base::Result<std::vector<OutboxEntry>> {
        std::vector<OutboxEntry> entries;
        for (const auto& line : t.exec_prepared(statement, limit, lease_ms)) {
          entries.push_back({TextOf(line[0]), TextOf(line[1]), TextOf(line[2]), TextOf(line[3]),
                             TextOf(line[4]), TextOf(line[5]), IntOf(line[6]),
                             static_cast<int>(IntOf(line[7])), line[8].as<bool>(),
                             static_cast<int>(IntOf(line[9])), static_cast<int>(IntOf(line[10])),
                             TextOf(line[11])});
        }
        return entries;
      });
}

}  // namespace

void PrepareAllStatements(pqxx::connection& connection) {
  LogRepository::PrepareStatements(connection);
  GameRepository::PrepareStatements(connection);
  BeatRepository::PrepareStatements(connection);
  ArchiveRepository::PrepareStatements(connection);
  SecretRepository::PrepareStatements(connection);
}

void ArchiveRepository::PrepareStatements(pqxx::connection& connection) {
  connection.prepare("outbox_claim", kClaim);
  connection.prepare("outbox_delivered", kDelivered);
  connection.prepare("outbox_postpone", kPostpone);
  connection.prepare("archive_census", kCensus);
  connection.prepare("outbox_claim_amended", kClaimAmended);
  connection.prepare("outbox_delivered_amended", kDeliveredAmended);
  connection.prepare("outbox_postpone_amended", kPostponeAmended);
  connection.prepare("archive_compactable", kCompactable);
  connection.prepare("archive_compact", kCompact);
}

base::Result<std::vector<OutboxEntry>> ArchiveRepository::Claim(int limit,
                                                                base::DurationMs lease_ms) {
  return ClaimWith(*pool_, "outbox_claim", limit, lease_ms);
}

base::Status ArchiveRepository::Delivered(const std::string& game_id) {
  return Run(*pool_, "outbox_delivered", game_id);
}

base::Status ArchiveRepository::Postpone(const std::string& game_id, base::DurationMs wait_ms) {
  return Run(*pool_, "outbox_postpone", game_id, wait_ms);
}

base::Result<Census> ArchiveRepository::Count() {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<Census> {
    const pqxx::result result = t.exec_prepared("archive_census");
    const pqxx::row line = result[0];
    const auto backlog = [&line](int column) {
      const int64_t oldest_ms = std::max<int64_t>(0, IntOf(line[column + 1]));
      return Backlog{IntOf(line[column]), static_cast<double>(oldest_ms) / 1e3};
    };
    return Census{IntOf(line[0]), backlog(1), backlog(3), IntOf(line[5]), IntOf(line[6])};
  });
}

base::Result<std::vector<OutboxEntry>> ArchiveRepository::ClaimAmended(int limit,
                                                                       base::DurationMs lease_ms) {
  return ClaimWith(*pool_, "outbox_claim_amended", limit, lease_ms);
}

base::Status ArchiveRepository::DeliveredAmended(const OutboxEntry& entry) {
  return Run(*pool_, "outbox_delivered_amended", entry.game_id, entry.amendments);
}

base::Status ArchiveRepository::PostponeAmended(const OutboxEntry& entry,
                                                base::DurationMs wait_ms) {
  return Run(*pool_, "outbox_postpone_amended", entry.game_id, entry.amendments, wait_ms);
}

base::Result<std::vector<std::string>> ArchiveRepository::Compactable(TimeMs ended_before,
                                                                      int limit) {
  return postgres::WithRead(
      *pool_, [&](pqxx::nontransaction& t) -> base::Result<std::vector<std::string>> {
        std::vector<std::string> ids;
        for (const auto& line : t.exec_prepared("archive_compactable", ended_before, limit)) {
          ids.push_back(TextOf(line[0]));
        }
        return ids;
      });
}

base::Result<bool> ArchiveRepository::Compact(const std::string& game_id, int64_t last_seq,
                                              const std::string& record) {
  return postgres::WithStatement(*pool_, false, [&](pqxx::nontransaction& t) -> base::Result<bool> {
    const pqxx::result closed =
        t.exec_prepared("archive_compact", game_id, last_seq, postgres::ToBytea(record));
    return closed.size() == 1;
  });
}

}  // namespace chess::game
