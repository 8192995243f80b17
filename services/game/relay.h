#pragma once
// Hands finished games, and results that operators changed, to the lobby, each until it is taken,
// then writes the rating into the game. At least once on the way, exactly once in effect: both ends
// are idempotent by game and number of the change.

#include <condition_variable>
#include <mutex>
#include <thread>

#include "game/archive_repository.h"
#include "game/game_store.h"
#include "game/lobby_peer.h"
#include "game/metrics.h"

namespace chess::game {

class Relay {
 public:
  // Does nothing if the lobby is not configured: the outbox waits.
  Relay(ArchiveRepository& archive, LobbyPeer& lobby, GameStore& store, Metrics& metrics,
        base::DurationMs interval_ms);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  void Stop();

 private:
  void Run();
  // Each takes up some of its entries. True: there may be more.
  bool Round();
  bool AmendedRound();
  void Deliver(const OutboxEntry& entry);
  // True if the lobby has taken it and the game knows; else *reason says why.
  bool HandOver(const OutboxEntry& entry, std::string* reason);
  void DeliverAmended(const OutboxEntry& entry);
  bool Stopped();
  // Writes the rating into the log; true if it is in.
  bool Record(const OutboxEntry& entry, const match::RatingRecorded& rating);

  ArchiveRepository& archive_;
  LobbyPeer& lobby_;
  GameStore& store_;
  Metrics& metrics_;
  const base::DurationMs interval_ms_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace chess::game
