#pragma once
// The lobby and Redis: players' doorbells and who is online. Nothing here is the only copy of
// anything. Thread-safe.

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "lobby/player_event.h"
#include "redis/client.h"
#include "redis/publisher.h"

namespace chess::lobby {

class LobbyBus {
 public:
  explicit LobbyBus(const redis::Options& options) : client_(options), publisher_(options) {}

  // Rings for each event, with this thread's trace; after its commit. Never blocks; best effort.
  void Ring(const std::vector<PlayerEvent>& events);
  // Who was seen in the last 30 s, in the order asked. Blocks up to Redis' time-out. REDIS_AWAY.
  base::Result<std::vector<bool>> Online(const std::vector<std::string>& player_ids);
  // Remembers who is online for 30 s and forgets who has gone. Blocks likewise. REDIS_AWAY.
  base::Status Report(const std::vector<std::string>& online, const std::vector<std::string>& gone);

  // For metrics.
  const redis::Client& client() const { return client_; }
  const redis::Publisher& publisher() const { return publisher_; }

 private:
  redis::Client client_;
  redis::Publisher publisher_;
};

}  // namespace chess::lobby
