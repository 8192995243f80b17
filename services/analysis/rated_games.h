#pragma once
// Whether a player has a rated game running: then engine help is refused. Asked of the game
// service; while that is away nobody is helped (fairness before convenience). Thread-safe.

#include <functional>
#include <memory>

#include "base/ids.h"
#include "base/result.h"
#include "rpc/client.h"

namespace chess::analysis {

class RatedGames {
 public:
  explicit RatedGames(const rpc::Peer& game);
  ~RatedGames();

  // Calls back with ok, kFailedPrecondition IN_RATED_GAME or kUnavailable DEPENDENCY_AWAY, possibly
  // before this returns and on another thread.
  void Check(const base::PlayerId& player, std::function<void(base::Status)> done);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::analysis
