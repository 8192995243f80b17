#include "lobby/matchmaker.h"

#include <utility>

#include "base/limits.h"
#include "rpc/log.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::Result;

// Errors that no repetition of CreateGame will cure.
bool IsFinal(const base::Error& error) {
  return error.code == Code::kInvalidArgument || error.code == Code::kAlreadyExists ||
         error.code == Code::kFailedPrecondition;
}

int RunningLimit(const PlayerCard& player) {
  if (player.bot) return base::kMaxRunningGamesBot;
  return player.guest ? base::kMaxRunningGamesGuest : base::kMaxRunningGamesPlayer;
}

}  // namespace

Result<Challenge> Matchmaker::Counted(Result<Challenge> result) {
  if (!result.ok() && result.error().reason == "TOO_MANY") {
    parts_.metrics.challenge_limits.Increment();
  }
  return result;
}

Result<Challenge> Matchmaker::Rung(Result<Change> change, metrics::Counter& counter) {
  if (!change.ok()) return Counted(change.error());
  if (!change->events.empty()) counter.Increment();
  parts_.bus.Ring(change->events);
  return std::move(change->challenge);
}

Result<Challenge> Matchmaker::ChallengeByName(const Asker& asker, const std::string& name,
                                              const Agreement& agreement, ChallengerColor color) {
  const auto opponent = parts_.players.FindByName(name);
  if (!opponent.ok()) return opponent.error();
  // Without Redis nobody knows; then the short life of a challenge between two who are online.
  const auto online = parts_.bus.Online({opponent->player_id.value});
  const bool away = online.ok() && !online->at(0);
  const NewChallenge made{opponent->player_id, agreement, color, ChallengeLifeMs(agreement, !away)};
  return Rung(parts_.challenges.Create(asker, made), parts_.metrics.by_name);
}

Result<Challenge> Matchmaker::OpenCode(const Asker& asker, const Agreement& agreement,
                                       ChallengerColor color) {
  const NewChallenge made{std::nullopt, agreement, color, base::kCodeGameMs};
  return Rung(parts_.challenges.Create(asker, made), parts_.metrics.by_code);
}

base::Status Matchmaker::CheckRunning(const PlayerCard& player, const char* who) {
  const auto running = parts_.game.CountRunning(player.player_id);
  if (!running.ok()) {
    // The limit protects; it does not decide. The game waits for the game service anyway.
    parts_.metrics.limit_unknown.Increment();
    return {};
  }
  if (*running < RunningLimit(player)) return {};
  parts_.metrics.running_limits.Increment();
  base::Error error = base::MakeError(Code::kResourceExhausted, "TOO_MANY",
                                      "Too many running games; finish one first.");
  error.metadata = {{"limit", "running_games"}, {"who", who}};
  error.retry_after_ms = 60'000;
  return error;
}

base::Status Matchmaker::CheckSeats(const Asker& asker, const Challenge& challenge) {
  if (challenge.state != ChallengeState::kOpen) return {};
  if (challenge.challenger.player_id == asker.player_id) return {};
  const auto self = parts_.players.Find(asker.player_id);
  if (!self.ok()) return self.error();
  const base::Status own = CheckRunning(*self, "you");
  return own.ok() ? CheckRunning(challenge.challenger, "opponent") : own;
}

Result<Challenge> Matchmaker::Begun(Result<Change> change) {
  if (!change.ok()) return change.error();
  parts_.bus.Ring(change->events);
  Challenge& challenge = change->challenge;
  if (challenge.state != ChallengeState::kStarting) return std::move(challenge);
  const auto start = parts_.starts.Find(challenge.challenge_id);
  if (!start.ok() || !*start) return std::move(challenge);
  auto begun = TryStart(**start);
  return begun ? *std::move(begun) : std::move(challenge);
}

Result<Challenge> Matchmaker::Accept(const Asker& asker, const base::ChallengeId& challenge_id) {
  const auto challenge = parts_.challenges.Find(challenge_id);
  if (!challenge.ok()) return challenge.error();
  const base::Status seats = CheckSeats(asker, *challenge);
  if (!seats.ok()) return seats.error();
  return Begun(parts_.challenges.Accept(asker, challenge_id));
}

Result<Challenge> Matchmaker::Join(const Asker& asker, const std::string& code) {
  const auto challenge = parts_.challenges.FindByCode(code);
  // None open: perhaps the caller has taken it before.
  if (challenge.ok()) {
    const base::Status seats = CheckSeats(asker, *challenge);
    if (!seats.ok()) return seats.error();
  }
  return Begun(parts_.challenges.Join(asker, code));
}

Result<Challenge> Matchmaker::Decline(const Asker& asker, const base::ChallengeId& challenge_id,
                                      DeclineReason reason) {
  return Rung(parts_.challenges.Decline(asker, challenge_id, reason), parts_.metrics.declined);
}

Result<Challenge> Matchmaker::Cancel(const Asker& asker, const base::ChallengeId& challenge_id) {
  return Rung(parts_.challenges.Cancel(asker, challenge_id), parts_.metrics.cancelled);
}

Result<ChallengeRepository::Expiry> Matchmaker::Expire(const base::ChallengeId& challenge_id) {
  auto expiry = parts_.challenges.Expire(challenge_id);
  if (expiry.ok() && expiry->outcome == ChallengeRepository::Expiry::Outcome::kDone) {
    parts_.metrics.expired.Increment();
    parts_.bus.Ring(expiry->change.events);
  }
  return expiry;
}

std::optional<Challenge> Matchmaker::TryStart(const GameStart& start) {
  const base::Status created = parts_.game.CreateGame(start);
  const bool refused = !created.ok() && IsFinal(created.error());
  if (!created.ok() && !refused) {
    parts_.metrics.starts_failed.Increment();
    // If even this cannot be stored the claim on the attempt lapses by itself.
    (void)parts_.starts.Postpone(start);
    return std::nullopt;
  }
  if (refused) {
    rpc::LogError("the game service refuses an accepted challenge",
                  {{"game_id", start.game_id.value}, {"reason", created.error().reason}});
  }
  auto change = refused ? parts_.starts.MarkRefused(start) : parts_.starts.MarkStarted(start);
  if (!change.ok()) return std::nullopt;
  (refused ? parts_.metrics.starts_failed : parts_.metrics.starts_ok).Increment();
  if (!change->events.empty()) {
    (refused ? parts_.metrics.refused : parts_.metrics.started).Increment();
  }
  parts_.bus.Ring(change->events);
  return std::move(change->challenge);
}

}  // namespace chess::lobby
