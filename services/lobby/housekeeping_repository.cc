#include "lobby/housekeeping_repository.h"

#include <pqxx/pqxx>

#include "base/limits.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"

namespace chess::lobby {

constexpr char kSweepEvents[] =
    "DELETE FROM lobby.player_events WHERE ctid = ANY(ARRAY(SELECT ctid FROM lobby.player_events"
    " WHERE event_time < now() - $1::bigint * interval '1 ms' LIMIT 1000))";
constexpr char kSweepRequests[] =
    "DELETE FROM lobby.requests WHERE ctid = ANY(ARRAY(SELECT ctid FROM lobby.requests"
    " WHERE create_time < now() - $1::bigint * interval '1 ms' LIMIT 1000))";
constexpr char kSweepSessions[] =
    "DELETE FROM lobby.sessions WHERE ctid = ANY(ARRAY(SELECT ctid FROM lobby.sessions"
    " WHERE least(expire_time, revoke_time) < now() - $1::bigint * interval '1 ms' LIMIT 1000))";
// A session that may still be used, or somebody's open challenge, keeps a guest.
constexpr char kSweepGuests[] =
    "DELETE FROM lobby.players WHERE player_id = ANY(ARRAY(SELECT p.player_id FROM lobby.players p"
    " WHERE p.guest AND p.games_started = 0"
    " AND p.create_time < now() - $1::bigint * interval '1 ms'"
    " AND NOT EXISTS (SELECT FROM lobby.sessions s WHERE s.player_id = p.player_id"
    "  AND s.revoke_time IS NULL AND s.expire_time > now())"
    " AND NOT EXISTS (SELECT FROM lobby.challenges c WHERE c.state IN ('open', 'starting')"
    "  AND (c.challenger_id = p.player_id OR c.opponent_id = p.player_id))"
    " LIMIT 1000)) AND games_started = 0";
constexpr char kSweepChallenges[] =
    "DELETE FROM lobby.challenges WHERE ctid = ANY(ARRAY(SELECT ctid FROM lobby.challenges"
    " WHERE close_time < now() - $1::bigint * interval '1 ms' LIMIT 1000))";

namespace {

constexpr int64_t kDayMs = 24LL * 3600 * 1000;

base::Result<int64_t> Run(postgres::Pool& pool, const char* statement, int64_t age_ms) {
  return postgres::WithStatement(
      pool, true, [&](pqxx::nontransaction& tx) -> base::Result<int64_t> {
        return static_cast<int64_t>(postgres::Exec(tx, statement, age_ms).affected_rows());
      });
}

}  // namespace

base::Result<HousekeepingRepository::Swept> HousekeepingRepository::Sweep() {
  Swept swept;
  const struct {
    const char* statement;
    int64_t age_ms;
    int64_t* count;
  } passes[] = {
      {kSweepEvents, base::kPlayerEventsMs, &swept.events},
      {kSweepRequests, base::kLobbyRequestsMs, &swept.requests},
      {kSweepSessions, kDayMs, &swept.sessions},
      {kSweepGuests, base::kUnusedGuestMs, &swept.guests},
      {kSweepChallenges, 30 * kDayMs, &swept.challenges},
  };
  for (const auto& pass : passes) {
    auto count = Run(*pool_, pass.statement, pass.age_ms);
    if (!count.ok()) return count.error();
    *pass.count = *count;
  }
  return swept;
}

}  // namespace chess::lobby
