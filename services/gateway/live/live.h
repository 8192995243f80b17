#pragma once
// LiveService, served by the gateway itself: Watch streams with their topics and heartbeats, and
// Pong. Loop's thread only.

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/edge/identity.h"
#include "gateway/live/bells.h"
#include "gateway/live/game_topics.h"
#include "gateway/live/player_topics.h"
#include "gateway/live/presence.h"
#include "gateway/live/watch.h"
#include "gateway/upstream/game_time.h"

namespace chess::gateway {

struct LiveOptions {
  std::string gateway_id;
  std::string redis_url;
  int64_t heartbeat_ms = 10'000;
  int64_t poll_ms = 700;
  int64_t audit_ms = 15'000;
  int64_t digest_grace_ms = 100;
  int64_t slow_reader_ms = 5'000;
  int max_streams_per_caller = 32;
};

// What is open now.
struct LiveCounts {
  size_t player_streams = 0;     // of a known player
  size_t anonymous_streams = 0;  // of nobody known
  size_t game_topics = 0;
  size_t player_topics = 0;
  size_t players = 0;
};

class Live {
 public:
  Live(boost::asio::io_context& io, InternalClient& client, Endpoints& game, Endpoints& lobby,
       Identity& identity, const GameTime& game_time, Metrics& metrics, LiveOptions options);
  ~Live();

  // A call of LiveService, admitted.
  void Start(const CallPtr& call);
  // A session signed out through this gateway, or was revoked.
  void EndSession(const std::string& player_id, const std::string& session_id);
  // Ends all streams at random moments within `grace_ms`, each with a hint when to come back.
  void Drain(int64_t grace_ms);
  // Ends the thread that listens to Redis and all timers.
  void Stop();

  size_t streams() const { return watches_.size(); }
  LiveCounts Count() const;
  size_t games() const { return games_.games(); }
  bool redis_up() const { return bells_.Healthy(); }

 private:
  struct Wanted;

  void StartWatch(const CallPtr& call);
  void Pong(const CallPtr& call);
  void Admit(const CallPtr& call, const Wanted& wanted);
  void Hello(Watch& watch);
  void Ping(Watch& watch, const FramePtr& frame, int64_t ping_id);
  FramePtr HeartbeatFrame(int64_t ping_id) const;
  void End(Watch& watch, const grpc::Status& status, StreamEnd why);
  void Reap();
  void Tick();
  void Heartbeats(int64_t now_ms);
  void Inspect(int64_t now_ms);
  void CatchUp(int64_t now_ms);
  void CheckTokens(int64_t now_ms);
  uint64_t CallerKey(const Call& call) const;

  boost::asio::io_context& io_;
  Identity& identity_;
  const GameTime& game_time_;
  Metrics& metrics_;
  LiveOptions options_;
  Bells bells_;
  GameTopics games_;
  PlayerTopics players_;
  Presence presence_;
  std::unordered_map<std::string, std::unique_ptr<Watch>> watches_;
  std::unordered_map<uint64_t, int> by_caller_;
  std::vector<std::unique_ptr<Watch>> dead_;  // until the end of the loop's turn
  std::vector<std::vector<Watch*>> slots_;    // which streams are pinged together
  boost::asio::steady_timer timer_;
  int64_t next_ping_ = 1;
  int64_t slot_at_ms_ = 0;
  size_t slot_ = 0;
  size_t next_slot_ = 0;
  int64_t polled_ms_ = 0;
  int64_t audited_ms_ = 0;
  int64_t players_compared_ms_ = 0;
  int player_cycle_ = 0;
  int64_t tokens_checked_ms_ = 0;
  int64_t inspected_ms_ = 0;
  bool redis_was_up_ = false;
  bool draining_ = false;
  bool stopped_ = false;
};

}  // namespace chess::gateway
