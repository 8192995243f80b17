#pragma once
// The ringing end of the games' doorbell on Redis: bells after each commit, and once a second the
// digest of the games appended to lately. Nothing here is needed for the truth; while Redis is away
// bells are dropped and gateways catch up from the log.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include "base/clock.h"
#include "redis/publisher.h"

namespace chess::game {

class GameBus {
 public:
  // `publisher` may be null: no bells.
  GameBus(redis::Publisher* publisher, const base::Clock& clock);
  ~GameBus();
  GameBus(const GameBus&) = delete;
  GameBus& operator=(const GameBus&) = delete;

  // Decision `seq` of the game, made at `event_time`, is stored; `bell` is the serialised GameBell
  // but for its times. Never blocks. Calls for one game must come in the order of their numbers.
  void Ring(const std::string& game_id, int64_t seq, base::TimeMs event_time, std::string bell);

  // While it lives, bells wait for each other a little (see redis::Publisher). Null without Redis.
  std::unique_ptr<redis::Publisher::Gathering> Gather();

 private:
  void Run();
  std::string TakeDigest();

  redis::Publisher* publisher_;
  const base::Clock& clock_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  struct Recent {
    int64_t seq = 0;
    int64_t time_ns = 0;
  };
  std::unordered_map<std::string, Recent> recent_;
  std::thread thread_;
};

}  // namespace chess::game
