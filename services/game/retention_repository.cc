#include "game/retention_repository.h"

#include <pqxx/pqxx>

#include "game/audit_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"

namespace chess::game {
namespace {

// In all: $1 days kept, 0: for ever; $2 rows at most. A game that still waits for the lobby stays.
constexpr char kAborted[] = R"sql(
SELECT game_id FROM game.games g
WHERE state = 'aborted' AND plies < 2 AND operator_cause = '' AND amendments = 0
  AND $1::integer > 0 AND end_time < clock_timestamp() - $1::integer * interval '1 day'
  AND NOT EXISTS (SELECT 1 FROM game.outbox o WHERE o.game_id = g.game_id)
ORDER BY end_time LIMIT $2)sql";
constexpr char kOutages[] = R"sql(
SELECT kind, start_time FROM game.outages
WHERE $1::integer > 0 AND end_time < clock_timestamp() - $1::integer * interval '1 day'
ORDER BY end_time LIMIT $2)sql";
constexpr char kAudit[] = R"sql(
SELECT audit_id FROM game.audit
WHERE $1::integer > 0 AND audit_time < clock_timestamp() - $1::integer * interval '1 day'
ORDER BY audit_time LIMIT $2)sql";
constexpr char kCompactable[] = R"sql(
SELECT count(*) FROM (
  SELECT 1 FROM game.games g
  WHERE end_time < clock_timestamp() - $1::bigint * interval '1 millisecond'
    AND compact_time IS NULL
    AND NOT EXISTS (SELECT 1 FROM game.outbox o WHERE o.game_id = g.game_id)
  LIMIT $2) AS due)sql";

// Judged once more under the lock: an operator may decide a game at the same time.
constexpr char kDeleteGames[] = R"sql( FOR UPDATE OF g SKIP LOCKED),
gone AS (DELETE FROM game.games WHERE game_id IN (SELECT game_id FROM due) RETURNING game_id),
events AS (DELETE FROM game.game_events WHERE game_id IN (SELECT game_id FROM gone)),
records AS (DELETE FROM game.game_records WHERE game_id IN (SELECT game_id FROM gone)),
secrets AS (DELETE FROM game.game_secrets WHERE game_id IN (SELECT game_id FROM gone))
SELECT count(*) FROM gone)sql";
constexpr char kDeleteOutages[] = R"sql(),
gone AS (DELETE FROM game.outages WHERE (kind, start_time) IN (SELECT kind, start_time FROM due)
         RETURNING 1)
SELECT count(*) FROM gone)sql";
constexpr char kDeleteAudit[] = R"sql(),
gone AS (DELETE FROM game.audit WHERE audit_id IN (SELECT audit_id FROM due) RETURNING 1)
SELECT count(*) FROM gone)sql";

std::string Counted(const char* due) {
  return "SELECT count(*) FROM (" + std::string(due) + ") AS due";
}
std::string Deleted(const char* due, const char* deletion) {
  return "WITH due AS (" + std::string(due) + deletion;
}

int64_t Number(pqxx::transaction_base& t, const std::string& sql, int days, int64_t limit) {
  return postgres::Exec(t, sql, days, limit)[0][0].as<int64_t>();
}

}  // namespace

base::Result<RetentionCounts> RetentionRepository::Due() {
  return postgres::WithTransaction(*pool_, [&](pqxx::work& t) -> base::Result<RetentionCounts> {
    RetentionCounts due;
    due.aborted_games = Number(t, Counted(kAborted), settings_.keep_aborted_days, kCountLimit);
    due.outages = Number(t, Counted(kOutages), settings_.keep_outage_days, kCountLimit);
    due.audit = Number(t, Counted(kAudit), settings_.keep_audit_days, kCountLimit);
    return due;
  });
}

base::Result<int64_t> RetentionRepository::Compactable() {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& t) -> base::Result<int64_t> {
    return postgres::Exec(t, kCompactable, settings_.compact_after_ms, kCountLimit)[0][0]
        .as<int64_t>();
  });
}

base::Result<RetentionCounts> RetentionRepository::Delete(int limit,
                                                          const std::optional<AuditColumns>& audit,
                                                          const std::string& request_id) {
  return postgres::WithTransaction(*pool_, [&](pqxx::work& t) -> base::Result<RetentionCounts> {
    RetentionCounts gone;
    gone.aborted_games =
        Number(t, Deleted(kAborted, kDeleteGames), settings_.keep_aborted_days, limit);
    gone.outages = Number(t, Deleted(kOutages, kDeleteOutages), settings_.keep_outage_days, limit);
    gone.audit = Number(t, Deleted(kAudit, kDeleteAudit), settings_.keep_audit_days, limit);
    if (!audit) return gone;
    AuditColumns row = *audit;
    row.detail = AuditJson({{"aborted_games", std::to_string(gone.aborted_games)},
                            {"outages", std::to_string(gone.outages)},
                            {"audit", std::to_string(gone.audit)}});
    if (!WriteAudit(t, row, kAllGames, request_id)) {
      return base::MakeError(base::Code::kAlreadyExists, "ALREADY_EXISTS", "Done already.");
    }
    return gone;
  });
}

}  // namespace chess::game
