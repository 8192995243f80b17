#pragma once
// Challenges from the first word to the running game: what the handlers of LobbyService and the
// delivery of deadlines do. Blocks on Postgres, Redis and the game service, each within its
// time-out: call it on an executor's thread. Thread-safe.

#include <optional>
#include <string>

#include "base/result.h"
#include "lobby/challenge_repository.h"
#include "lobby/game_peer.h"
#include "lobby/lobby_bus.h"
#include "lobby/metrics.h"
#include "lobby/player_repository.h"
#include "lobby/start_repository.h"

namespace chess::lobby {

class Matchmaker {
 public:
  struct Parts {
    PlayerRepository& players;
    ChallengeRepository& challenges;
    StartRepository& starts;
    LobbyBus& bus;
    GamePeer& game;
    Metrics& metrics;
  };
  explicit Matchmaker(const Parts& parts) : parts_(parts) {}

  // Errors are those of ChallengeRepository; TOO_MANY also for running games.
  base::Result<Challenge> ChallengeByName(const Asker& asker, const std::string& name,
                                          const Agreement& agreement, ChallengerColor color);
  base::Result<Challenge> OpenCode(const Asker& asker, const Agreement& agreement,
                                   ChallengerColor color);
  // The game is created before this returns if the game service answers in time; otherwise the
  // challenge comes back starting, and the relay goes on.
  base::Result<Challenge> Accept(const Asker& asker, const base::ChallengeId& challenge_id);
  base::Result<Challenge> Join(const Asker& asker, const std::string& code);
  base::Result<Challenge> Decline(const Asker& asker, const base::ChallengeId& challenge_id,
                                  DeclineReason reason);
  base::Result<Challenge> Cancel(const Asker& asker, const base::ChallengeId& challenge_id);
  base::Result<ChallengeRepository::Expiry> Expire(const base::ChallengeId& challenge_id);

  // One attempt at creating a game, by the accepting call or by the relay. Nothing if it has to be
  // tried again later.
  std::optional<Challenge> TryStart(const GameStart& start);

 private:
  base::Result<Challenge> Rung(base::Result<Change> change, metrics::Counter& counter);
  base::Result<Challenge> Begun(base::Result<Change> change);
  base::Status CheckRunning(const PlayerCard& player, const char* who);
  base::Status CheckSeats(const Asker& asker, const Challenge& challenge);
  base::Result<Challenge> Counted(base::Result<Challenge> result);

  Parts parts_;
};

}  // namespace chess::lobby
