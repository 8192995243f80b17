#pragma once
// The lobby as the referee needs it: names of players, and somebody to take results.

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "game/archive_repository.h"
#include "game/rows.h"
#include "game/task.h"
#include "match/event.h"

namespace chess::game {

class LobbyPeer {
 public:
  struct Applied {
    bool applied = false;
    match::RatingRecorded rating;
  };

  // `targets` are the lobby's internal addresses, comma-separated; empty: there is no lobby.
  LobbyPeer(const std::string& targets, const std::string& secret, const base::Clock& clock);
  ~LobbyPeer();
  LobbyPeer(const LobbyPeer&) = delete;
  LobbyPeer& operator=(const LobbyPeer&) = delete;

  bool configured() const;

  // The players as they are called now. Names are kept for a few seconds; while the lobby does not
  // answer (within 300 ms) the names of the row are given. `done` may be called at once or on a
  // gRPC thread. Thread-safe.
  using SeatsDone = std::function<void(const std::array<SeatRow, 2>&)>;
  void Name(const SeatsPtr& seats, SeatsDone done);
  // The same for a list of rows; blocks at most 300 ms.
  void NameRows(std::vector<GameRow>& rows);

  // Hands a result to the lobby; blocks at most 3 s. Repeating it changes nothing.
  base::Result<Applied> Apply(const OutboxEntry& entry);
  // The same for a result that an operator changed; blocks at most 5 s. Where many games are rated
  // again it takes the lobby longer: it goes on by itself, and a repetition finds it done.
  base::Result<Applied> Amend(const OutboxEntry& entry);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::game
