#include "lobby/event_repository.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "lobby/challenge_row_repository.h"
#include "lobby/player_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Result;

constexpr const char* kKinds[] = {"challenge", "game_started", "session_revoked"};

PlayerEventKind KindOf(const std::string& word) {
  if (word == kKinds[1]) return PlayerEventKind::kGameStarted;
  return word == kKinds[2] ? PlayerEventKind::kSessionRevoked : PlayerEventKind::kChallenge;
}

std::optional<std::string> NullIfEmpty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

const char* OrNull(const std::optional<std::string>& text) {
  return text ? text->c_str() : nullptr;
}

}  // namespace

constexpr char kAppend[] =
    "WITH numbered AS ("
    "  UPDATE lobby.players SET event_seq = event_seq + 1,"
    "    games_started = games_started + CASE WHEN $2 = 'game_started' THEN 1 ELSE 0 END"
    "  WHERE player_id = $1 RETURNING event_seq) "
    "INSERT INTO lobby.player_events"
    "  (player_id, seq, kind, challenge_id, challenge_state, session_id) "
    "SELECT $1, event_seq, $2, $3, $4, $5 FROM numbered "
    "RETURNING seq, (extract(epoch FROM event_time) * 1000)::bigint";

bool AppendEvent(pqxx::transaction_base& tx, PlayerEvent* event) {
  std::optional<std::string> challenge_id, state;
  if (event->challenge) {
    challenge_id = event->challenge->challenge_id.value;
    state = std::string(NameOf(event->challenge->state));
  }
  const auto session_id = NullIfEmpty(event->session_id);
  const pqxx::result rows =
      postgres::Exec(tx, kAppend, event->player_id.value, kKinds[static_cast<size_t>(event->kind)],
                     OrNull(challenge_id), OrNull(state), OrNull(session_id));
  if (rows.empty()) return false;
  event->seq = rows[0][0].as<int64_t>();
  event->event_time = rows[0][1].as<int64_t>();
  return true;
}

void AppendEvents(pqxx::transaction_base& tx, std::vector<PlayerEvent>* events) {
  std::stable_sort(events->begin(), events->end(),
                   [](const auto& a, const auto& b) { return a.player_id < b.player_id; });
  std::erase_if(*events, [&](PlayerEvent& event) { return !AppendEvent(tx, &event); });
}

namespace {

// The number is read before the challenges: what changes meanwhile comes again as an event.
constexpr char kEnds[] =
    "SELECT p.event_seq, coalesce((SELECT min(e.seq) FROM lobby.player_events e"
    " WHERE e.player_id = p.player_id), p.event_seq + 1),"
    " (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    " FROM lobby.players p WHERE p.player_id = $1";

EventRepository::Page ReadState(pqxx::transaction_base& tx, const base::PlayerId& player_id,
                                int64_t last_seq, base::TimeMs now) {
  static const std::string kStanding =
      std::string("SELECT ") + kChallengeColumns + "FROM" + kChallengeJoin +
      "WHERE (c.challenger_id = $1 OR c.opponent_id = $1)"
      " AND (c.state = 'starting' OR (c.state = 'open' AND c.expire_time > now()))"
      " ORDER BY c.create_time LIMIT 500";
  EventRepository::Page page;
  page.last_seq = last_seq;
  for (const pqxx::row& row : postgres::Exec(tx, kStanding, player_id.value)) {
    PlayerEvent event;
    event.player_id = player_id;
    event.seq = last_seq;
    event.event_time = now;
    event.challenge = ReadChallenge(row);
    page.events.push_back(std::move(event));
  }
  return page;
}

PlayerEvent ReadEvent(const pqxx::row& row, const base::PlayerId& player_id) {
  PlayerEvent event;
  event.player_id = player_id;
  event.seq = row[0].as<int64_t>();
  event.event_time = row[1].as<int64_t>();
  event.kind = KindOf(postgres::TextOf(row[2]));
  event.session_id = postgres::TextOf(row[4]);
  // A challenge may be gone with its challenger; its event keeps its number.
  if (!row[5].is_null()) {
    event.challenge = AsItWas(ReadChallenge(row, 5), ChallengeStateOf(postgres::TextOf(row[3])));
  }
  return event;
}

EventRepository::Page ReadAfter(pqxx::transaction_base& tx, const base::PlayerId& player_id,
                                int64_t after_seq, int limit, int64_t last_seq) {
  static const std::string kAfter =
      std::string(
          "SELECT e.seq, (extract(epoch FROM e.event_time) * 1000)::bigint, e.kind,"
          " e.challenge_state, e.session_id,") +
      kChallengeColumns + "FROM lobby.player_events e LEFT JOIN (" + kChallengeJoin +
      ") ON c.challenge_id = e.challenge_id"
      " WHERE e.player_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq LIMIT $4";
  EventRepository::Page page;
  page.last_seq = last_seq;
  for (const pqxx::row& row :
       postgres::Exec(tx, kAfter, player_id.value, after_seq, last_seq, limit)) {
    page.events.push_back(ReadEvent(row, player_id));
  }
  return page;
}

}  // namespace

Result<EventRepository::Page> EventRepository::List(const base::PlayerId& player_id,
                                                    int64_t after_seq, int limit) {
  return postgres::WithTransaction(*pool_, [&](pqxx::work& tx) -> Result<Page> {
    const pqxx::result ends = postgres::Exec(tx, kEnds, player_id.value);
    if (ends.empty()) return PlayerNotFound();
    const int64_t last = ends[0][0].as<int64_t>();
    const int64_t first = ends[0][1].as<int64_t>();
    const bool kept = after_seq > 0 && after_seq <= last && after_seq + 1 >= first;
    if (!kept) return ReadState(tx, player_id, last, ends[0][2].as<int64_t>());
    return ReadAfter(tx, player_id, after_seq, limit, last);
  });
}

}  // namespace chess::lobby
