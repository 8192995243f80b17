#pragma once
// A game service's log and a lobby's player events in memory, for tests of Live: answers OpenTopic,
// ReadEvents, LastSeqs and ListPlayerEvents, and rings bells on Redis where one is given.

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "gateway/testing/fake_service.h"
#include "redis/publisher.h"

namespace chess::gateway {

class FakeLog {
 public:
  // An empty url: no bells.
  explicit FakeLog(const std::string& redis_url = "");

  // Appends an event; its number. `ring` false: the bell is lost.
  int64_t Append(const std::string& game_id, bool ring = true);
  int64_t AppendPlayerEvent(const std::string& player_id, bool ring = true);
  // Rings the bell of an event once more.
  void Ring(const std::string& game_id, int64_t seq);
  void RingRevoked(const std::string& player_id, const std::string& session_id);
  // What each replica publishes once a second.
  void PublishDigest();
  // The game is there but may not be watched by others than its audience.
  void MakePrivate(const std::string& game_id);
  // Only the final snapshot is left.
  void Compact(const std::string& game_id);
  // Forgets the events after `seq`, as a restored backup would.
  void CutBack(const std::string& game_id, int64_t seq);
  void SetAway(bool away) { away_ = away; }
  // Two audiences: `player_id` sees "white", everybody else "spectator".
  void GiveSeat(const std::string& game_id, const std::string& player_id);

  // For FakeService; nullopt: not one of ours.
  bool Handle(const FakeService::Request& request, FakeService::Answer* answer);

  std::set<std::string> online() const;  // as ReportPresence said
  int reports_of(const std::string& player_id) const;

 private:
  struct Game {
    int64_t last_seq = 0;
    bool hidden = false;
    bool compacted = false;
    std::string seat;
  };
  std::string Audience(const Game& game, const std::string& player_id) const;

  mutable std::mutex mutex_;
  std::map<std::string, Game> games_;
  std::map<std::string, int64_t> players_;
  std::set<std::string> online_;
  std::map<std::string, int> reports_;
  std::atomic<bool> away_{false};
  std::unique_ptr<redis::Publisher> publisher_;
};

}  // namespace chess::gateway
