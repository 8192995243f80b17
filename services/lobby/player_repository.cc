#include "lobby/player_repository.h"

#include <unordered_map>
#include <utility>

#include "base/limits.h"
#include "lobby/event_repository.h"
#include "lobby/names.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::MakeError;
using base::Result;

PlayerCard ReadCard(const pqxx::row& row) {
  PlayerCard card;
  card.player_id = {postgres::TextOf(row[0])};
  card.name = postgres::TextOf(row[1]);
  card.guest = row[2].as<bool>();
  card.bot = row[3].as<bool>();
  return card;
}

// `until`: RFC 3339; empty: for ever.
base::Error Banned(const std::string& until) {
  base::Error error = MakeError(
      Code::kPermissionDenied, "ACCOUNT_BANNED",
      "The account is banned " + (until.empty() ? "for ever." : "until " + until + "."));
  if (!until.empty()) error.metadata = {{"until", until}};
  return error;
}

}  // namespace

base::Error PlayerNotFound() {
  return MakeError(Code::kNotFound, "PLAYER_NOT_FOUND", "There is no such player.");
}

constexpr char kInsertPlayer[] =
    "INSERT INTO lobby.players (player_id, name, name_key, skeleton, guest) "
    "VALUES ($1, $2, $3, $4, true)";
constexpr char kInsertSession[] =
    "INSERT INTO lobby.sessions (session_id, player_id, token_hash, scopes, expire_time) "
    "VALUES ($1, $2, $3::bytea, $4::text[], now() + $5::bigint * interval '1 ms') "
    "RETURNING (extract(epoch FROM expire_time) * 1000)::bigint";

Result<base::TimeMs> PlayerRepository::CreateGuest(const NewGuest& guest) {
  auto made = postgres::WithTransaction(*pool_, [&](pqxx::work& tx) -> Result<base::TimeMs> {
    postgres::Exec(tx, kInsertPlayer, guest.player_id.value, guest.name, NameKey(guest.name),
                   Skeleton(guest.name));
    const pqxx::result rows =
        postgres::Exec(tx, kInsertSession, guest.session_id, guest.player_id.value,
                       postgres::ToBytea(guest.token_hash), postgres::TextArray(guest.scopes),
                       base::kUnusedGuestMs);
    return rows[0][0].as<int64_t>();
  });
  if (!made.ok() && made.error().reason == "ALREADY_EXISTS") {
    return MakeError(Code::kAlreadyExists, "NAME_TAKEN",
                     "The name, or one that looks like it, is taken.");
  }
  return made;
}

// The session's life slides, at most once a minute so that reads stay reads.
constexpr char kResolve[] =
    "WITH found AS ("
    "  SELECT s.session_id, s.scopes, s.use_time, p.player_id, p.name, p.guest, p.bot,"
    "         p.games_started, p.closed_time IS NOT NULL AS closed,"
    "         coalesce(p.banned_until > now(), false) AS banned,"
    "         CASE WHEN isfinite(p.banned_until) THEN to_char(p.banned_until AT TIME ZONE 'UTC',"
    "           'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') END AS until"
    "  FROM lobby.sessions s JOIN lobby.players p ON p.player_id = s.player_id"
    "  WHERE s.token_hash = $1::bytea AND (s.revoke_time IS NULL OR p.closed_time IS NOT NULL)"
    "  AND s.expire_time > now()), "
    "slid AS ("
    "  UPDATE lobby.sessions s SET use_time = now(), expire_time = now() +"
    "    CASE WHEN f.guest AND f.games_started = 0 THEN $2::bigint ELSE $3::bigint END"
    "    * interval '1 ms'"
    "  FROM found f"
    "  WHERE s.session_id = f.session_id AND f.use_time < now() - interval '1 minute'"
    "  AND NOT f.banned AND NOT f.closed) "
    "SELECT player_id, name, guest, bot, session_id, scopes, closed, banned, until FROM found";

Result<Session> PlayerRepository::Resolve(const std::string& token_hash) {
  return postgres::WithStatement(*pool_, true, [&](pqxx::nontransaction& tx) -> Result<Session> {
    const pqxx::result rows = postgres::Exec(tx, kResolve, postgres::ToBytea(token_hash),
                                             base::kUnusedGuestMs, base::kSessionMs);
    if (rows.empty()) {
      return MakeError(Code::kUnauthenticated, "TOKEN_INVALID",
                       "The token is unknown, expired or revoked.");
    }
    if (rows[0][6].as<bool>()) {
      return MakeError(Code::kPermissionDenied, "ACCOUNT_CLOSED", "The account was closed.");
    }
    if (rows[0][7].as<bool>()) return Banned(postgres::TextOf(rows[0][8]));
    return Session{ReadCard(rows[0]), postgres::TextOf(rows[0][4]),
                   postgres::FromTextArray(postgres::TextOf(rows[0][5]))};
  });
}

constexpr char kRevoke[] =
    "UPDATE lobby.sessions SET revoke_time = now() "
    "WHERE session_id = $1 AND player_id = $2 AND revoke_time IS NULL";

Result<std::optional<PlayerEvent>> PlayerRepository::Revoke(const base::PlayerId& player_id,
                                                            const std::string& session_id) {
  using Told = std::optional<PlayerEvent>;
  return postgres::WithTransaction(*pool_, [&](pqxx::work& tx) -> Result<Told> {
    const pqxx::result revoked = postgres::Exec(tx, kRevoke, session_id, player_id.value);
    if (revoked.affected_rows() == 0) return Told();
    PlayerEvent event;
    event.player_id = player_id;
    event.kind = PlayerEventKind::kSessionRevoked;
    event.session_id = session_id;
    AppendEvent(tx, &event);
    return Told(std::move(event));
  });
}

constexpr char kFind[] =
    "SELECT player_id, name, guest, bot FROM lobby.players WHERE player_id = $1";
constexpr char kFindByName[] =
    "SELECT player_id, name, guest, bot FROM lobby.players WHERE name_key = $1"
    " AND closed_time IS NULL";

Result<PlayerCard> PlayerRepository::Find(const base::PlayerId& player_id) {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<PlayerCard> {
    const pqxx::result rows = postgres::Exec(tx, kFind, player_id.value);
    if (rows.empty()) return PlayerNotFound();
    return ReadCard(rows[0]);
  });
}

Result<PlayerCard> PlayerRepository::FindByName(const std::string& name) {
  // What breaks the name rules is nobody's name, and may not even be text that Postgres takes.
  if (!CheckName(name).ok()) return PlayerNotFound();
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<PlayerCard> {
    const pqxx::result rows = postgres::Exec(tx, kFindByName, NameKey(name));
    if (rows.empty()) return PlayerNotFound();
    return ReadCard(rows[0]);
  });
}

constexpr char kList[] =
    "SELECT player_id, name, guest, bot FROM lobby.players WHERE player_id = ANY($1::text[])";

Result<std::vector<PlayerCard>> PlayerRepository::List(const std::vector<std::string>& player_ids) {
  using Cards = std::vector<PlayerCard>;
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Cards> {
    std::unordered_map<std::string, PlayerCard> known;
    for (const pqxx::row& row : postgres::Exec(tx, kList, postgres::TextArray(player_ids))) {
      PlayerCard card = ReadCard(row);
      known.emplace(card.player_id.value, std::move(card));
    }
    Cards cards;
    for (const std::string& id : player_ids) {
      const auto found = known.find(id);
      cards.push_back(found != known.end() ? found->second : PlayerCard{{id}});
    }
    return cards;
  });
}

constexpr char kCreateTime[] =
    "SELECT (extract(epoch FROM create_time) * 1000)::bigint FROM lobby.players "
    "WHERE player_id = $1";

Result<base::TimeMs> PlayerRepository::CreateTime(const base::PlayerId& player_id) {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<base::TimeMs> {
    const pqxx::result rows = postgres::Exec(tx, kCreateTime, player_id.value);
    if (rows.empty()) return PlayerNotFound();
    return rows[0][0].as<int64_t>();
  });
}

}  // namespace chess::lobby
