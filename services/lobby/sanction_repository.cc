#include "lobby/sanction_repository.h"

#include <algorithm>
#include <iterator>
#include <pqxx/pqxx>
#include <utility>

#include "base/limits.h"
#include "lobby/challenge_repository.h"
#include "lobby/event_repository.h"
#include "lobby/handlers.h"
#include "lobby/names.h"
#include "lobby/player_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::MakeError;
using base::Result;

base::Error AccountClosed() {
  return MakeError(Code::kFailedPrecondition, "ACCOUNT_CLOSED", "The account is closed.");
}

// The column and the value by which a player is found; nothing if it can be nobody's.
struct Key {
  const char* column;
  std::string value;
};
Result<Key> KeyOf(const PlayerRef& player) {
  if (!player.player_id.empty()) {
    if (!IsPlayerId(player.player_id)) return PlayerNotFound();
    return Key{"player_id", player.player_id};
  }
  // What breaks the name rules is nobody's name, and may not even be text that Postgres takes.
  if (!CheckName(player.name).ok()) return PlayerNotFound();
  return Key{"name_key", NameKey(player.name)};
}

// Milliseconds of a time that may be infinite: 0; null where it is over or never was.
std::string UntilColumn(const std::string& column) {
  return " CASE WHEN " + column + " > now() THEN CASE WHEN isfinite(" + column +
         ") THEN (extract(epoch FROM " + column + ") * 1000)::bigint ELSE 0 END END";
}

// Followed by the column by which the player is found.
const std::string& ShowBy() {
  static const std::string show =
      "SELECT p.player_id, p.name, p.guest, p.bot,"
      " (extract(epoch FROM p.create_time) * 1000)::bigint, p.games_started,"
      " (SELECT count(*) FROM lobby.sessions s WHERE s.player_id = p.player_id"
      "  AND s.revoke_time IS NULL AND s.expire_time > now()),"
      " (SELECT (extract(epoch FROM max(s.use_time)) * 1000)::bigint FROM lobby.sessions s"
      "  WHERE s.player_id = p.player_id),"
      " (SELECT count(*) FROM lobby.challenges c WHERE c.challenger_id = p.player_id"
      "  AND c.state = 'open' AND c.expire_time > now())," +
      UntilColumn("p.muted_until") + "," + UntilColumn("p.banned_until") +
      ", (extract(epoch FROM p.closed_time) * 1000)::bigint, p.name_key"
      " FROM lobby.players p WHERE p.";
  return show;
}

std::optional<base::TimeMs> UntilOf(const pqxx::field& field) {
  if (field.is_null()) return std::nullopt;
  return field.as<int64_t>();
}

PlayerDetail ReadDetail(const pqxx::row& row) {
  PlayerDetail detail;
  detail.card.player_id = {postgres::TextOf(row[0])};
  detail.card.name = postgres::TextOf(row[1]);
  detail.card.guest = row[2].as<bool>();
  detail.card.bot = row[3].as<bool>();
  detail.create_time = row[4].as<int64_t>();
  detail.games_started = row[5].as<int32_t>();
  detail.sessions = row[6].as<int32_t>();
  detail.use_time = postgres::IntOf(row[7]);
  detail.open_challenges = row[8].as<int32_t>();
  detail.muted_until = UntilOf(row[9]);
  detail.banned_until = UntilOf(row[10]);
  detail.close_time = postgres::IntOf(row[11]);
  detail.reserved_name = postgres::TextOf(row[12]);
  return detail;
}

constexpr char kFind[] = "SELECT player_id, closed_time IS NOT NULL FROM lobby.players WHERE ";

Result<base::PlayerId> FindOpen(pqxx::transaction_base& tx, const PlayerRef& player) {
  const auto key = KeyOf(player);
  if (!key.ok()) return key.error();
  const pqxx::result rows =
      postgres::Exec(tx, kFind + std::string(key->column) + " = $1", key->value);
  if (rows.empty()) return PlayerNotFound();
  if (rows[0][1].as<bool>()) return AccountClosed();
  return base::PlayerId{postgres::TextOf(rows[0][0])};
}

// The time as RFC 3339 for the log.
constexpr char kShowTime[] =
    "SELECT to_char(to_timestamp($1::bigint / 1000.0) AT TIME ZONE 'UTC',"
    " 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')";

AuditDetail UntilDetail(pqxx::transaction_base& tx, base::TimeMs until_ms) {
  if (until_ms == 0) return {{"until", "for ever"}};
  return {{"until", postgres::TextOf(postgres::Exec(tx, kShowTime, until_ms)[0][0])}};
}

// Takes challenges back and closes the player's streams: each gateway asks whether their tokens
// still count. Challenges come before players in the order of locks; whoever makes one holds its
// maker's row, as these events do, so the second look finds the last of them.
std::vector<PlayerEvent> TellToLeave(pqxx::transaction_base& tx, const base::PlayerId& player_id) {
  std::vector<PlayerEvent> events = CancelOpenOf(tx, player_id);
  PlayerEvent revoked;
  revoked.player_id = player_id;
  revoked.kind = PlayerEventKind::kSessionRevoked;
  events.push_back(std::move(revoked));
  AppendEvents(tx, &events);
  std::vector<PlayerEvent> late = CancelOpenOf(tx, player_id);
  AppendEvents(tx, &late);
  std::move(late.begin(), late.end(), std::back_inserter(events));
  return events;
}

// `change(tx, player_id)` -> Result<AuditDetail> as one deed to an open account.
template <typename Change>
base::Status ToOpenAccount(postgres::Pool& pool, const Actor& actor, const PlayerRef& player,
                           const char* action, Change change) {
  return StatusOf(Act(pool, actor, [&](pqxx::work& tx) -> Result<Deed> {
    const auto found = FindOpen(tx, player);
    if (!found.ok()) return found.error();
    Result<AuditDetail> detail = change(tx, *found);
    if (!detail.ok()) return detail.error();
    return Deed{action, "player:" + found->value, *std::move(detail)};
  }));
}

// A time from $2, milliseconds: 0 is for ever, null is none.
constexpr char kUntil[] =
    " CASE $2::bigint WHEN 0 THEN 'infinity' ELSE to_timestamp($2::bigint / 1000.0) END";

void SetUntil(pqxx::transaction_base& tx, const char* column, const base::PlayerId& player_id,
              std::optional<base::TimeMs> until_ms) {
  const std::string text = until_ms ? std::to_string(*until_ms) : "";
  postgres::Exec(
      tx,
      std::string("UPDATE lobby.players SET ") + column + " =" + kUntil + " WHERE player_id = $1",
      player_id.value, until_ms ? text.c_str() : nullptr);
}

}  // namespace

Result<PlayerDetail> SanctionRepository::Show(const PlayerRef& player) {
  const auto key = KeyOf(player);
  if (!key.ok()) return key.error();
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<PlayerDetail> {
    const pqxx::result rows = postgres::Exec(tx, ShowBy() + key->column + " = $1", key->value);
    if (rows.empty()) return PlayerNotFound();
    return ReadDetail(rows[0]);
  });
}

Result<std::string> SanctionRepository::Resolve(const PlayerRef& player) {
  const auto detail = Show(player);
  if (!detail.ok()) return detail.error();
  return detail->card.player_id.value;
}

constexpr char kMutedUntil[] = "muted_until";
constexpr char kBannedUntil[] = "banned_until";

base::Status SanctionRepository::Mute(const Actor& actor, const PlayerRef& player,
                                      base::TimeMs until_ms) {
  return ToOpenAccount(*pool_, actor, player, "player_mute",
                       [&](pqxx::work& tx, const base::PlayerId& id) -> Result<AuditDetail> {
                         SetUntil(tx, kMutedUntil, id, until_ms);
                         return UntilDetail(tx, until_ms);
                       });
}

base::Status SanctionRepository::Unmute(const Actor& actor, const PlayerRef& player) {
  return ToOpenAccount(*pool_, actor, player, "player_unmute",
                       [&](pqxx::work& tx, const base::PlayerId& id) -> Result<AuditDetail> {
                         SetUntil(tx, kMutedUntil, id, std::nullopt);
                         return AuditDetail();
                       });
}

// A guest has no way back but the session: it outlives the ban by a day, whenever that ends. $3:
// the longest life that a session may have otherwise.
const std::string& KeepSessions() {
  static const std::string keep =
      std::string(
          "UPDATE lobby.sessions SET expire_time = greatest("
          " least(expire_time, now() + $3::bigint * interval '1 ms'),") +
      kUntil + " + interval '1 day') WHERE player_id = $1 AND revoke_time IS NULL" +
      " AND expire_time > now()";
  return keep;
}

Result<std::vector<PlayerEvent>> SanctionRepository::Ban(const Actor& actor,
                                                         const PlayerRef& player,
                                                         base::TimeMs until_ms) {
  std::vector<PlayerEvent> events;
  const auto done =
      ToOpenAccount(*pool_, actor, player, "player_ban",
                    [&](pqxx::work& tx, const base::PlayerId& id) -> Result<AuditDetail> {
                      events = TellToLeave(tx, id);
                      SetUntil(tx, kBannedUntil, id, until_ms);
                      postgres::Exec(tx, KeepSessions(), id.value, until_ms, base::kSessionMs);
                      return UntilDetail(tx, until_ms);
                    });
  if (!done.ok()) return done.error();
  return events;
}

constexpr char kLetSessionsEnd[] =
    "UPDATE lobby.sessions SET"
    " expire_time = least(expire_time, now() + $2::bigint * interval '1 ms')"
    " WHERE player_id = $1";

base::Status SanctionRepository::Unban(const Actor& actor, const PlayerRef& player) {
  return ToOpenAccount(*pool_, actor, player, "player_unban",
                       [&](pqxx::work& tx, const base::PlayerId& id) -> Result<AuditDetail> {
                         SetUntil(tx, kBannedUntil, id, std::nullopt);
                         postgres::Exec(tx, kLetSessionsEnd, id.value, base::kSessionMs);
                         return AuditDetail();
                       });
}

constexpr char kClose[] =
    "UPDATE lobby.players SET closed_time = now(), name = $2"
    " WHERE player_id = $1 AND closed_time IS NULL";
constexpr char kEndSessions[] =
    "UPDATE lobby.sessions SET revoke_time = now() WHERE player_id = $1 AND revoke_time IS NULL";

Result<std::vector<PlayerEvent>> SanctionRepository::Close(const Actor& actor,
                                                           const PlayerRef& player) {
  std::vector<PlayerEvent> events;
  const auto done =
      ToOpenAccount(*pool_, actor, player, "player_close",
                    [&](pqxx::work& tx, const base::PlayerId& id) -> Result<AuditDetail> {
                      events = TellToLeave(tx, id);
                      const std::string name = ClosedName(id.value);
                      // Somebody else may have closed it since it was found.
                      if (postgres::Exec(tx, kClose, id.value, name).affected_rows() == 0) {
                        return AccountClosed();
                      }
                      postgres::Exec(tx, kEndSessions, id.value);
                      return AuditDetail{{"shown_as", name}};
                    });
  if (!done.ok()) return done.error();
  return events;
}

}  // namespace chess::lobby
