#include "lobby/challenge_repository.h"

#include <pqxx/pqxx>
#include <utility>

#include "base/limits.h"
#include "base/random.h"
#include "lobby/challenge_row_repository.h"
#include "lobby/event_repository.h"
#include "lobby/player_repository.h"
#include "lobby/request_repository.h"
#include "lobby/secrets.h"
#include "postgres/prepared.h"
#include "postgres/values.h"
#include "timecontrol/time_control_text.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::MakeError;
using base::Result;

base::Error NotFound() {
  return MakeError(Code::kNotFound, "CHALLENGE_NOT_FOUND", "There is no such challenge for you.");
}
base::Error CodeNotFound() {
  return MakeError(Code::kNotFound, "CODE_NOT_FOUND", "No game waits behind this code.");
}
base::Error Self() {
  return MakeError(Code::kPermissionDenied, "CHALLENGE_SELF", "One cannot play against oneself.");
}
base::Error Closed(const Challenge& challenge) {
  base::Error error = MakeError(Code::kFailedPrecondition, "CHALLENGE_CLOSED",
                                "The challenge is not open any more.");
  const bool expired = challenge.state == ChallengeState::kOpen;
  error.metadata = {
      {"state", std::string(NameOf(expired ? ChallengeState::kExpired : challenge.state))}};
  return error;
}

constexpr char kLockChallenge[] =
    "SELECT expire_time <= clock_timestamp() FROM lobby.challenges WHERE challenge_id = $1 "
    "FOR UPDATE";

// Locks first and reads afterwards, so that what is read is newer than the lock.
struct Locked {
  Challenge challenge;
  bool past = false;  // its time is over
  bool open() const { return challenge.state == ChallengeState::kOpen && !past; }
};

Result<Challenge> Load(pqxx::transaction_base& tx, const std::string& challenge_id) {
  static const std::string kLoad = std::string("SELECT ") + kChallengeColumns + "FROM" +
                                   kChallengeJoin + "WHERE c.challenge_id = $1";
  const pqxx::result rows = postgres::Exec(tx, kLoad, challenge_id);
  if (rows.empty()) return NotFound();
  return ReadChallenge(rows[0]);
}

Result<Locked> Lock(pqxx::transaction_base& tx, const std::string& challenge_id) {
  const pqxx::result rows = postgres::Exec(tx, kLockChallenge, challenge_id);
  if (rows.empty()) return NotFound();
  auto challenge = Load(tx, challenge_id);
  if (!challenge.ok()) return challenge.error();
  return Locked{*std::move(challenge), rows[0][0].as<bool>()};
}

// What both players (or the one there is) are told: how the challenge stands now.
std::vector<PlayerEvent> News(const Challenge& challenge) {
  std::vector<base::PlayerId> players = {challenge.challenger.player_id};
  if (challenge.opponent) players.push_back(challenge.opponent->player_id);
  std::vector<PlayerEvent> events;
  for (const base::PlayerId& player : players) {
    PlayerEvent event;
    event.player_id = player;
    event.challenge = challenge;
    events.push_back(std::move(event));
  }
  return events;
}

Change Told(pqxx::transaction_base& tx, Challenge challenge) {
  Change change{std::move(challenge), {}};
  change.events = News(change.challenge);
  AppendEvents(tx, &change.events);
  return change;
}

// The claimed request's earlier answer as it stands now; nothing if it was not asked before.
Result<std::optional<Change>> Repeated(pqxx::transaction_base& tx, const Asker& asker) {
  auto before = ClaimRequest(tx, asker);
  if (!before.ok()) return before.error();
  if (!*before) return std::optional<Change>();
  auto challenge = Load(tx, **before);
  if (!challenge.ok()) return challenge.error();
  return std::optional<Change>(Change{*std::move(challenge), {}});
}

constexpr char kClose[] =
    "UPDATE lobby.challenges SET state = $2, decline_reason = $3, close_time = now() "
    "WHERE challenge_id = $1";

Change Close(pqxx::transaction_base& tx, Challenge challenge, ChallengeState state,
             DeclineReason reason = DeclineReason::kNone) {
  challenge.state = state;
  challenge.decline_reason = reason;
  postgres::Exec(tx, kClose, challenge.challenge_id.value, std::string(NameOf(state)),
                 std::string(NameOf(reason)));
  return Told(tx, std::move(challenge));
}

constexpr char kOpenOf[] =
    "SELECT challenge_id FROM lobby.challenges WHERE challenger_id = $1 AND state = 'open'"
    " ORDER BY challenge_id FOR UPDATE";

}  // namespace

std::vector<PlayerEvent> CancelOpenOf(pqxx::transaction_base& tx,
                                      const base::PlayerId& challenger) {
  std::vector<PlayerEvent> news;
  for (const pqxx::row& row : postgres::Exec(tx, kOpenOf, challenger.value)) {
    auto challenge = Load(tx, postgres::TextOf(row[0]));
    if (!challenge.ok()) continue;
    challenge->state = ChallengeState::kCancelled;
    postgres::Exec(tx, kClose, challenge->challenge_id.value, std::string(NameOf(challenge->state)),
                   std::string(NameOf(DeclineReason::kNone)));
    for (PlayerEvent& event : News(*challenge)) news.push_back(std::move(event));
  }
  return news;
}

namespace {

// --- Creating ---

// $2: who challenges. A ban or closure that has just been stored may not be known at the edge yet.
constexpr char kLockPlayers[] =
    "SELECT player_id FROM lobby.players WHERE player_id = ANY($1::text[])"
    " AND closed_time IS NULL"
    " AND (player_id <> $2 OR banned_until IS NULL OR banned_until <= now())"
    " ORDER BY player_id FOR NO KEY UPDATE";
constexpr char kCounts[] =
    "SELECT count(*) FILTER (WHERE challenger_id = $1 AND state = 'open' AND expire_time > now()),"
    " count(*) FILTER (WHERE challenger_id = $1 AND create_time > now() - interval '1 day'),"
    " count(*) FILTER (WHERE opponent_id = $2 AND state = 'open' AND expire_time > now())"
    " FROM lobby.challenges"
    " WHERE (challenger_id = $1 AND create_time > now() - interval '7 days')"
    " OR (opponent_id = $2 AND state = 'open')";

base::Error TooMany(const char* limit, int64_t retry_after_ms) {
  base::Error error = MakeError(Code::kResourceExhausted, "TOO_MANY",
                                "Too many challenges; wait or take some back.");
  error.metadata = {{"limit", limit}};
  error.retry_after_ms = retry_after_ms;
  return error;
}

base::Status CheckLimits(pqxx::transaction_base& tx, const base::PlayerId& challenger,
                         const std::optional<base::PlayerId>& opponent) {
  std::vector<std::string> players = {challenger.value};
  if (opponent) players.push_back(opponent->value);
  const size_t known =
      postgres::Exec(tx, kLockPlayers, postgres::TextArray(players), challenger.value).size();
  if (known != players.size()) return PlayerNotFound();
  const pqxx::row counts = postgres::Exec(tx, kCounts, challenger.value,
                                          opponent ? opponent->value.c_str() : nullptr)[0];
  if (counts[0].as<int64_t>() >= base::kMaxOpenChallenges) {
    return TooMany("open_challenges", base::kChallengeOnlineMs);
  }
  if (counts[1].as<int64_t>() >= base::kMaxChallengesPerDay) {
    return TooMany("challenges_a_day", 3'600'000);
  }
  if (opponent && counts[2].as<int64_t>() >= base::kMaxOpenToOnePlayer) {
    return TooMany("open_to_opponent", base::kChallengeOnlineMs);
  }
  return {};
}

constexpr char kFreeCode[] =
    "SELECT count(*) FROM lobby.challenges WHERE code = $1 AND state = 'open'";

// A code that no open challenge has. Two transactions may still draw the same one: the unique index
// then refuses the later, which happens about never.
std::string DrawCode(pqxx::transaction_base& tx) {
  while (true) {
    std::string code = NewCode();
    if (postgres::Exec(tx, kFreeCode, code)[0][0].as<int64_t>() == 0) return code;
  }
}

constexpr char kInsert[] =
    "INSERT INTO lobby.challenges (challenge_id, challenger_id, opponent_id, code, rule_set,"
    " start_fen, time_control, rated, draw_policy, visibility, family, speed, challenger_color,"
    " expire_time, draft_ms) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"
    " now() + $14::bigint * interval '1 ms', $15)";

std::string Insert(pqxx::transaction_base& tx, const base::PlayerId& challenger,
                   const NewChallenge& made) {
  const std::string id = base::NewChallengeId().value;
  const std::string code = made.opponent_id ? "" : DrawCode(tx);
  const Agreement& agreed = made.agreement;
  postgres::Exec(tx, kInsert, id, challenger.value,
                 made.opponent_id ? made.opponent_id->value.c_str() : nullptr,
                 code.empty() ? nullptr : code.c_str(), agreed.rule_set, agreed.start_fen,
                 timecontrol::FormatTimeControl(agreed.time), agreed.rated,
                 std::string(NameOf(agreed.draw_policy)), std::string(NameOf(agreed.visibility)),
                 FamilyOf(agreed.rule_set), std::string(SpeedName(agreed.speed())),
                 std::string(NameOf(made.color)), made.life_ms, agreed.draft_ms);
  return id;
}

// --- Accepting ---

constexpr char kStart[] =
    "UPDATE lobby.challenges SET state = 'starting', opponent_id = $2 WHERE challenge_id = $1";
// The accepting call tries first; the relay begins two seconds later.
constexpr char kInsertGame[] =
    "INSERT INTO lobby.game_starts (game_id, challenge_id, rule_set, white_id, black_id,"
    " white_rating, black_rating, white_provisional, black_provisional, attempt_time) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '2 seconds')";

bool ChallengerIsWhite(ChallengerColor color) {
  if (color == ChallengerColor::kRandom) return (base::SecureBytes(1)[0] & 1) != 0;
  return color == ChallengerColor::kWhite;
}

Result<Change> Start(pqxx::transaction_base& tx, const Challenge& open,
                     const base::PlayerId& accepter) {
  const std::string& id = open.challenge_id.value;
  postgres::Exec(tx, kStart, id, accepter.value);
  // Loaded again: now with the opponent and the opponent's rating.
  auto seated = Load(tx, id);
  if (!seated.ok()) return seated.error();
  if (!seated->opponent) return PlayerNotFound();
  const bool challenger_white = ChallengerIsWhite(open.challenger_color);
  const PlayerCard& white = challenger_white ? seated->challenger : *seated->opponent;
  const PlayerCard& black = challenger_white ? *seated->opponent : seated->challenger;
  seated->game_id = base::NewGameId();
  seated->white_id = white.player_id;
  postgres::Exec(tx, kInsertGame, seated->game_id.value, id, open.agreement.rule_set,
                 white.player_id.value, black.player_id.value, white.rating, black.rating,
                 white.provisional, black.provisional);
  return Told(tx, *std::move(seated));
}

Result<Change> AcceptLocked(pqxx::transaction_base& tx, const Asker& asker, const Locked& locked) {
  const Challenge& challenge = locked.challenge;
  if (challenge.challenger.player_id == asker.player_id) return Self();
  const bool mine = challenge.opponent && challenge.opponent->player_id == asker.player_id;
  if (challenge.opponent && !mine) {
    return challenge.code.empty() ? Result<Change>(NotFound()) : Result<Change>(CodeNotFound());
  }
  const bool accepted =
      challenge.state == ChallengeState::kStarting || challenge.state == ChallengeState::kStarted;
  auto change = accepted        ? Result<Change>(Change{challenge, {}})
                : locked.open() ? Start(tx, challenge, asker.player_id)
                                : Result<Change>(Closed(challenge));
  if (change.ok()) AnswerRequest(tx, asker, challenge.challenge_id.value);
  return change;
}

}  // namespace

Result<Change> ChallengeRepository::Create(const Asker& asker, const NewChallenge& made) {
  if (made.opponent_id == asker.player_id) return Self();
  return WithRequest(*pool_, [&](pqxx::work& tx) -> Result<Change> {
    auto repeated = Repeated(tx, asker);
    if (!repeated.ok()) return repeated.error();
    if (*repeated) return **std::move(repeated);
    const base::Status limits = CheckLimits(tx, asker.player_id, made.opponent_id);
    if (!limits.ok()) return limits.error();
    const std::string id = Insert(tx, asker.player_id, made);
    AnswerRequest(tx, asker, id);
    auto challenge = Load(tx, id);
    if (!challenge.ok()) return challenge.error();
    return Told(tx, *std::move(challenge));
  });
}

Result<Change> ChallengeRepository::Accept(const Asker& asker,
                                           const base::ChallengeId& challenge_id) {
  return WithRequest(*pool_, [&](pqxx::work& tx) -> Result<Change> {
    auto repeated = Repeated(tx, asker);
    if (!repeated.ok()) return repeated.error();
    if (*repeated) return **std::move(repeated);
    auto locked = Lock(tx, challenge_id.value);
    if (!locked.ok()) return locked.error();
    // A code is taken by who knows it, not by who knows the challenge's id.
    const Challenge& challenge = locked->challenge;
    if (!challenge.opponent && challenge.challenger.player_id != asker.player_id) {
      return NotFound();
    }
    return AcceptLocked(tx, asker, *locked);
  });
}

// An open one before all others; else the last that the caller has taken.
constexpr char kFindCode[] =
    "SELECT challenge_id FROM lobby.challenges WHERE code = $1"
    " AND (state = 'open' OR opponent_id = $2)"
    " ORDER BY state <> 'open', create_time DESC LIMIT 1";

Result<Change> ChallengeRepository::Join(const Asker& asker, const std::string& code) {
  return WithRequest(*pool_, [&](pqxx::work& tx) -> Result<Change> {
    auto repeated = Repeated(tx, asker);
    if (!repeated.ok()) return repeated.error();
    if (*repeated) return **std::move(repeated);
    const pqxx::result rows = postgres::Exec(tx, kFindCode, code, asker.player_id.value);
    if (rows.empty()) return CodeNotFound();
    auto locked = Lock(tx, postgres::TextOf(rows[0][0]));
    if (!locked.ok()) return CodeNotFound();
    auto change = AcceptLocked(tx, asker, *locked);
    if (!change.ok() && change.error().reason == "CHALLENGE_CLOSED") return CodeNotFound();
    return change;
  });
}

Result<Change> ChallengeRepository::Decline(const Asker& asker,
                                            const base::ChallengeId& challenge_id,
                                            DeclineReason reason) {
  return WithRequest(*pool_, [&](pqxx::work& tx) -> Result<Change> {
    auto repeated = Repeated(tx, asker);
    if (!repeated.ok()) return repeated.error();
    if (*repeated) return **std::move(repeated);
    auto locked = Lock(tx, challenge_id.value);
    if (!locked.ok()) return locked.error();
    const auto& opponent = locked->challenge.opponent;
    if (!opponent || opponent->player_id != asker.player_id) return NotFound();
    if (!locked->open()) return Closed(locked->challenge);
    AnswerRequest(tx, asker, challenge_id.value);
    return Close(tx, std::move(locked->challenge), ChallengeState::kDeclined, reason);
  });
}

Result<Change> ChallengeRepository::Cancel(const Asker& asker,
                                           const base::ChallengeId& challenge_id) {
  return WithRequest(*pool_, [&](pqxx::work& tx) -> Result<Change> {
    auto repeated = Repeated(tx, asker);
    if (!repeated.ok()) return repeated.error();
    if (*repeated) return **std::move(repeated);
    auto locked = Lock(tx, challenge_id.value);
    if (!locked.ok()) return locked.error();
    if (locked->challenge.challenger.player_id != asker.player_id) return NotFound();
    if (!locked->open()) return Closed(locked->challenge);
    AnswerRequest(tx, asker, challenge_id.value);
    return Close(tx, std::move(locked->challenge), ChallengeState::kCancelled);
  });
}

Result<ChallengeRepository::Expiry> ChallengeRepository::Expire(
    const base::ChallengeId& challenge_id) {
  return postgres::WithTransaction(*pool_, [&](pqxx::work& tx) -> Result<Expiry> {
    auto locked = Lock(tx, challenge_id.value);
    if (!locked.ok()) return Expiry{};
    Challenge& challenge = locked->challenge;
    if (challenge.state != ChallengeState::kOpen) return Expiry{};
    if (!locked->past) return Expiry{Expiry::Outcome::kNotYet, challenge.expire_time + 1, {}};
    return Expiry{Expiry::Outcome::kDone, 0,
                  Close(tx, std::move(challenge), ChallengeState::kExpired)};
  });
}

}  // namespace chess::lobby
