#pragma once
// What the lobby asks of the game service. Blocks for at most the time-outs below, times the
// number of game replicas: call it on an executor's thread. Thread-safe.

#include <memory>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "lobby/start_repository.h"

namespace chess::lobby {

class GamePeer {
 public:
  // `targets`: the internal addresses of the game replicas, comma-separated.
  GamePeer(const std::string& targets, const std::string& secret);
  ~GamePeer();

  // Idempotent by the game's id. Any error of the game service, or UNAVAILABLE; within 1 s.
  base::Status CreateGame(const GameStart& start);
  // Games of a player that are not over; within 300 ms.
  base::Result<int> CountRunning(const base::PlayerId& player_id);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::lobby
