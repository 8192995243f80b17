#include "lobby/start_repository.h"

#include <pqxx/pqxx>
#include <utility>

#include "lobby/challenge_row_repository.h"
#include "lobby/event_repository.h"
#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Result;

// White's and Black's names are joined; the ratings are those stored when it was accepted.
constexpr char kColumns[] =
    " g.game_id, g.challenge_id, g.rule_set, g.white_id, g.black_id, g.white_rating,"
    " g.black_rating, g.white_provisional, g.black_provisional, g.attempts,";

GameStart ReadStart(const pqxx::row& row) {
  const Challenge challenge = ReadChallenge(row, 10);
  GameStart start;
  start.game_id = {postgres::TextOf(row[0])};
  start.challenge_id = {postgres::TextOf(row[1])};
  start.agreement = challenge.agreement;
  start.agreement.rule_set = postgres::TextOf(row[2]);
  const bool challenger_white = challenge.challenger.player_id.value == postgres::TextOf(row[3]);
  const PlayerCard opponent = challenge.opponent.value_or(PlayerCard{});
  start.white = challenger_white ? challenge.challenger : opponent;
  start.black = challenger_white ? opponent : challenge.challenger;
  start.white.rating = row[5].as<int32_t>();
  start.black.rating = row[6].as<int32_t>();
  start.white.provisional = row[7].as<bool>();
  start.black.provisional = row[8].as<bool>();
  start.attempts = row[9].as<int>();
  return start;
}

constexpr char kClaimDue[] =
    "UPDATE lobby.game_starts SET attempts = attempts + 1,"
    " attempt_time = now() + interval '2 seconds'"
    " WHERE game_id IN (SELECT game_id FROM lobby.game_starts"
    "  WHERE start_time IS NULL AND attempt_time <= now()"
    "  ORDER BY attempt_time LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING challenge_id";

std::string SelectStarts(const std::string& condition) {
  return std::string("SELECT") + kColumns + kChallengeColumns + "FROM" + kChallengeJoin +
         "WHERE g.start_time IS NULL AND c.state = 'starting' AND " + condition;
}

}  // namespace

Result<std::vector<GameStart>> StartRepository::ClaimDue(int limit) {
  using Starts = std::vector<GameStart>;
  static const std::string kSelect = SelectStarts("g.challenge_id = ANY($1::text[])");
  return postgres::WithTransaction(*pool_, [&](pqxx::work& tx) -> Result<Starts> {
    std::vector<std::string> ids;
    for (const pqxx::row& row : postgres::Exec(tx, kClaimDue, limit)) {
      ids.push_back(postgres::TextOf(row[0]));
    }
    Starts starts;
    if (ids.empty()) return starts;
    for (const pqxx::row& row : postgres::Exec(tx, kSelect, postgres::TextArray(ids))) {
      starts.push_back(ReadStart(row));
    }
    return starts;
  });
}

Result<std::optional<GameStart>> StartRepository::Find(const base::ChallengeId& challenge_id) {
  using Found = std::optional<GameStart>;
  static const std::string kSelect = SelectStarts("c.challenge_id = $1");
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Found> {
    const pqxx::result rows = postgres::Exec(tx, kSelect, challenge_id.value);
    return rows.empty() ? Found() : Found(ReadStart(rows[0]));
  });
}

namespace {

constexpr char kFinish[] =
    "UPDATE lobby.challenges SET state = $2, close_time = now() "
    "WHERE challenge_id = $1 AND state = 'starting'";
constexpr char kStamp[] = "UPDATE lobby.game_starts SET start_time = now() WHERE game_id = $1";

// For each player: how the challenge stands and, once it has started, the game.
std::vector<PlayerEvent> Tidings(const Challenge& challenge) {
  std::vector<PlayerEvent> events;
  for (const PlayerCard* card : {&challenge.challenger, &*challenge.opponent}) {
    PlayerEvent event;
    event.player_id = card->player_id;
    event.challenge = challenge;
    events.push_back(event);
    if (challenge.state != ChallengeState::kStarted) continue;
    event.kind = PlayerEventKind::kGameStarted;
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace

Result<Change> StartRepository::Finish(const GameStart& start, ChallengeState state) {
  static const std::string kLoad = std::string("SELECT ") + kChallengeColumns + "FROM" +
                                   kChallengeJoin + "WHERE c.challenge_id = $1";
  return postgres::WithTransaction(*pool_, [&](pqxx::work& tx) -> Result<Change> {
    const bool first =
        postgres::Exec(tx, kFinish, start.challenge_id.value, std::string(NameOf(state)))
            .affected_rows() == 1;
    if (first) postgres::Exec(tx, kStamp, start.game_id.value);
    const pqxx::result rows = postgres::Exec(tx, kLoad, start.challenge_id.value);
    if (rows.empty()) {
      return base::MakeError(base::Code::kNotFound, "CHALLENGE_NOT_FOUND",
                             "The challenge is gone.");
    }
    Change change{ReadChallenge(rows[0]), {}};
    if (first && change.challenge.opponent) {
      change.events = Tidings(change.challenge);
      AppendEvents(tx, &change.events);
    }
    return change;
  });
}

Result<Change> StartRepository::MarkStarted(const GameStart& start) {
  return Finish(start, ChallengeState::kStarted);
}

Result<Change> StartRepository::MarkRefused(const GameStart& start) {
  return Finish(start, ChallengeState::kCancelled);
}

constexpr char kPostpone[] =
    "UPDATE lobby.game_starts SET attempt_time = now() + least(5000, 250 * 2 ^ least($2, 10))"
    " * interval '1 ms' WHERE game_id = $1 AND start_time IS NULL";

base::Status StartRepository::Postpone(const GameStart& start) {
  return postgres::WithStatement(*pool_, true, [&](pqxx::nontransaction& tx) -> base::Status {
    postgres::Exec(tx, kPostpone, start.game_id.value, start.attempts);
    return {};
  });
}

constexpr char kCountWaiting[] =
    "SELECT count(*), coalesce(greatest(0, extract(epoch FROM clock_timestamp() -"
    " min(create_time)))::float8, 0) FROM lobby.game_starts WHERE start_time IS NULL";

Result<StartRepository::Waiting> StartRepository::CountWaiting() {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Waiting> {
    const pqxx::row row = tx.exec(kCountWaiting)[0];
    return Waiting{row[0].as<int64_t>(), row[1].as<double>()};
  });
}

}  // namespace chess::lobby
