#pragma once
// What players are told: each stream with a player topic gets every event of its player once, in
// order. Every stream of a known player listens for the revocation of its session, with a topic or
// without. Loop's thread only.

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateway/live/bells.h"
#include "gateway/live/watch.h"
#include "gateway/metrics.h"
#include "gateway/upstream/internal_client.h"

namespace chess::gateway {

class PlayerTopics {
 public:
  // Called when a session of a player was revoked; empty session id: any of them.
  using Revoked = std::function<void(const std::string& player_id, const std::string& session_id)>;

  PlayerTopics(InternalClient& client, Endpoints& lobby, Bells& bells, Metrics& metrics,
               Revoked revoked);

  // `watch` has a session, and must call Remove before it goes.
  void Add(Watch& watch, bool wants_events, int64_t after_seq);
  void Remove(Watch& watch);

  void OnBell(std::string_view payload);
  // Asks the lobby about the players whose turn it is in a cycle of `cycles` calls; 1: all.
  void Compare(int cycle, int cycles);
  void Tick(int64_t now_ms);

  size_t players() const { return feeds_.size(); }
  // Subscriptions that want events (others only listen for revocations).
  size_t topics() const;

 private:
  struct Subscription {
    uint64_t id = 0;
    Watch* watch = nullptr;
    std::string player_id;
    bool wants_events = false;
    int64_t cursor = 0;
    bool open = false;  // the first answer was delivered
    bool fetching = false;
    bool again = false;  // something came while fetching
    int failures = 0;
  };
  struct Feed {
    uint64_t generation = 0;
    bool confirmed = false;
    std::vector<Subscription*> subscriptions;
  };

  void Confirmed(const std::string& player_id, uint64_t generation);
  void Fetch(Subscription& subscription);
  void Fetched(uint64_t id, const grpc::Status& status, std::string_view answer);
  void DeliverEvent(Subscription& subscription, int64_t seq, std::string_view event,
                    FramePtr* frame);

  InternalClient& client_;
  Endpoints& lobby_;
  Bells& bells_;
  Metrics& metrics_;
  Revoked revoked_;
  std::unordered_map<std::string, Feed> feeds_;
  std::unordered_map<uint64_t, std::unique_ptr<Subscription>> subscriptions_;
  std::unordered_map<Watch*, uint64_t> by_watch_;
  std::deque<std::pair<int64_t, std::string>> unconfirmed_;  // when to ask all the same, for whom
  std::vector<std::pair<int64_t, uint64_t>> retries_;        // when (steady ms), which
  uint64_t next_id_ = 1;
};

}  // namespace chess::gateway
