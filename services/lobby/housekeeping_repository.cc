#include "lobby/housekeeping_repository.h"

#include <pqxx/pqxx>

#include "base/limits.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"

namespace chess::lobby {
namespace {

constexpr int64_t kDayMs = 24LL * 3600 * 1000;

// The rows that have had their time, $1 milliseconds old: what is counted, and what is deleted.
constexpr char kOldEvents[] =
    " FROM lobby.player_events WHERE event_time < now() - $1::bigint * interval '1 ms'";
constexpr char kOldRequests[] =
    " FROM lobby.requests WHERE create_time < now() - $1::bigint * interval '1 ms'";
constexpr char kOldSessions[] =
    " FROM lobby.sessions"
    " WHERE least(expire_time, revoke_time) < now() - $1::bigint * interval '1 ms'";
// A session that may still be used, or somebody's open challenge, keeps a guest; so does a ban, and
// a closed account keeps its name for good.
constexpr char kUnusedGuest[] =
    " guest AND games_started = 0 AND closed_time IS NULL"
    " AND (banned_until IS NULL OR banned_until < now())";
const std::string& OldGuests() {
  static const std::string old =
      std::string(" FROM lobby.players p WHERE") + kUnusedGuest +
      " AND p.create_time < now() - $1::bigint * interval '1 ms'"
      " AND NOT EXISTS (SELECT FROM lobby.sessions s WHERE s.player_id = p.player_id"
      "  AND s.revoke_time IS NULL AND s.expire_time > now())"
      " AND NOT EXISTS (SELECT FROM lobby.challenges c WHERE c.state IN ('open', 'starting')"
      "  AND (c.challenger_id = p.player_id OR c.opponent_id = p.player_id))";
  return old;
}
constexpr char kOldChallenges[] =
    " FROM lobby.challenges WHERE close_time < now() - $1::bigint * interval '1 ms'";
constexpr char kOldAudit[] =
    " FROM lobby.audit WHERE audit_time < now() - $1::bigint * interval '1 ms'";

std::string Delete(const char* table, const std::string& old, const std::string& again) {
  return std::string("DELETE FROM ") + table + " WHERE ctid = ANY(ARRAY(SELECT ctid" + old +
         " LIMIT 1000))" + again;
}

std::string CountOf(const std::string& old, int most) {
  return "SELECT count(*) FROM (SELECT 1" + old + " LIMIT " + std::to_string(most) + ") AS found";
}

}  // namespace

struct HousekeepingRepository::Pass {
  Kind kind;
  int64_t Swept::*count;
  const char* table;
  std::string old;
  // What must still hold of a row when it is deleted: somebody may have changed it meanwhile.
  std::string again;
};

std::vector<HousekeepingRepository::Pass> HousekeepingRepository::Passes() const {
  return {
      {{"player_events", "what players were told", keep_.event_days * kDayMs,
        "CHESS_LOBBY_KEEP_EVENT_DAYS"},
       &Swept::events,
       "lobby.player_events",
       kOldEvents,
       ""},
      {{"requests", "request_ids of players and operators", base::kLobbyRequestsMs, ""},
       &Swept::requests,
       "lobby.requests",
       kOldRequests,
       ""},
      {{"sessions", "sessions that expired or were revoked", kDayMs, ""},
       &Swept::sessions,
       "lobby.sessions",
       kOldSessions,
       ""},
      {{"guests", "guests who never played and have no session, with their names",
        base::kUnusedGuestMs, ""},
       &Swept::guests,
       "lobby.players",
       OldGuests(),
       std::string(" AND") + kUnusedGuest},
      {{"challenges", "challenges that were closed", keep_.challenge_days * kDayMs,
        "CHESS_LOBBY_KEEP_CHALLENGE_DAYS"},
       &Swept::challenges,
       "lobby.challenges",
       kOldChallenges,
       ""},
      {{"audit", "what operators did", keep_.audit_days * kDayMs, "CHESS_LOBBY_KEEP_AUDIT_DAYS"},
       &Swept::audit,
       "lobby.audit",
       kOldAudit,
       ""},
  };
}

base::Result<HousekeepingRepository::Swept> HousekeepingRepository::Sweep() {
  Swept swept;
  for (const Pass& pass : Passes()) {
    if (pass.kind.keep_ms == 0) continue;
    const std::string statement = Delete(pass.table, pass.old, pass.again);
    const auto count = postgres::WithStatement(
        *pool_, true, [&](pqxx::nontransaction& tx) -> base::Result<int64_t> {
          return static_cast<int64_t>(
              postgres::Exec(tx, statement, pass.kind.keep_ms).affected_rows());
        });
    if (!count.ok()) return count.error();
    swept.*pass.count = *count;
  }
  return swept;
}

base::Result<std::vector<HousekeepingRepository::Kind>> HousekeepingRepository::Count() {
  std::vector<Kind> kinds;
  for (const Pass& pass : Passes()) {
    kinds.push_back(pass.kind);
    if (pass.kind.keep_ms == 0) continue;
    const std::string statement = CountOf(pass.old, kMostCounted);
    const auto count =
        postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> base::Result<int64_t> {
          return postgres::Exec(tx, statement, pass.kind.keep_ms)[0][0].as<int64_t>();
        });
    if (!count.ok()) return count.error();
    kinds.back().rows = *count;
  }
  return kinds;
}

base::Result<std::vector<HousekeepingRepository::Kind>> HousekeepingRepository::SweepFor(
    const Actor& actor) {
  std::vector<Kind> kinds;
  for (const Pass& pass : Passes()) kinds.push_back(pass.kind);
  const auto done = Act(*pool_, actor, [&](pqxx::work& tx) -> base::Result<Deed> {
    Deed deed{"retention_run", "retention", {}};
    size_t i = 0;
    for (const Pass& pass : Passes()) {
      Kind& kind = kinds[i++];
      kind.rows = 0;
      if (kind.keep_ms == 0) continue;
      const std::string statement = Delete(pass.table, pass.old, pass.again);
      kind.rows = static_cast<int64_t>(postgres::Exec(tx, statement, kind.keep_ms).affected_rows());
      deed.detail.emplace_back(kind.name, std::to_string(kind.rows));
    }
    return deed;
  });
  if (!done.ok()) return done.error();
  return kinds;
}

}  // namespace chess::lobby
