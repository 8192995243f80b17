#pragma once
// Who is here: told to the lobby every few seconds, and at once when somebody comes or goes.
// Somebody is gone only when their last stream was closed by their side, or two heartbeats of all
// their streams stay unanswered; what we ended ourselves says nothing. Loop's thread only.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "gateway/upstream/internal_client.h"

namespace chess::gateway {

class Presence {
 public:
  Presence(InternalClient& client, Endpoints& lobby) : client_(client), lobby_(lobby) {}

  void StreamOpened(const std::string& player_id);
  // `by_client`: their side closed it.
  void StreamClosed(const std::string& player_id, bool by_client);
  // A stream answers heartbeats (again), or has left two unanswered.
  void StreamHeard(const std::string& player_id);
  void StreamSilent(const std::string& player_id);
  // Every 100 ms or so: sends what has changed, and everything every 10 s.
  void Tick(int64_t now_ms);

  size_t players() const { return players_.size(); }

 private:
  struct Player {
    int streams = 0;
    int silent = 0;
  };
  void Send(const std::unordered_set<std::string>& online,
            const std::unordered_set<std::string>& gone);

  InternalClient& client_;
  Endpoints& lobby_;
  std::unordered_map<std::string, Player> players_;
  std::unordered_set<std::string> came_, went_;
  int64_t all_at_ms_ = 0;
};

}  // namespace chess::gateway
