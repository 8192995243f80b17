#pragma once
// Games that anybody watches: each stream gets every event of its games once, in order. Events come
// with bells and are shared between all watchers of one audience; what is missed is read from the
// log in batches. Loop's thread only.
//
// Opening: subscribe to the game's channel → wait until Redis confirms → OpenTopic reads the log →
// what came meanwhile is noticed by number. A stream's cursor is the last number it was sent.

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateway/live/bells.h"
#include "gateway/live/watch.h"
#include "gateway/metrics.h"
#include "gateway/upstream/game_time.h"
#include "gateway/upstream/internal_client.h"

namespace chess::gateway {

class GameTopics {
 public:
  struct Options {
    int64_t digest_grace_ms = 100;
  };
  GameTopics(boost::asio::io_context& io, InternalClient& client, Endpoints& game, Bells& bells,
             const GameTime& game_time, Metrics& metrics, Options options);
  ~GameTopics();

  // Starts a topic of `watch`, which must call Remove before it goes.
  void Add(Watch& watch, const std::string& game_id, int64_t after_seq);
  void Remove(Watch& watch);

  void OnBell(std::string_view payload);
  void OnDigest(std::string_view payload);
  // Asks the log about all games: after a gap, in the periodic audit, and while Redis is away.
  void CompareAll();
  // Every 100 ms or so: retries, suspicions.
  void Tick(int64_t now_ms);

  size_t games() const { return feeds_.size(); }
  size_t topics() const { return subscriptions_.size(); }

 private:
  struct Feed;
  struct Subscription;
  struct Group;
  // A bell whose trace is logged, while it is delivered.
  struct Heard {
    rpc::Trace trace;
    int64_t begin_ns = 0;  // steady
    std::string_view game_id;
    int64_t streams = 0;                // that it was handed to
    std::vector<const Watch*> first{};  // a few of them
  };
  struct TextHash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  template <typename T>
  using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

  Feed* FindFeed(std::string_view game_id);
  void Confirmed(const std::string& game_id, uint64_t generation);
  // Opening.
  void Open(Subscription& subscription);
  void OpenNext();
  void Opened(uint64_t id, const grpc::Status& status, std::string_view answer);
  void Start(Subscription& subscription, std::string_view answer);
  void OpenFailed(Subscription& subscription, const grpc::Status& status);
  void EndTopic(Subscription& subscription, std::string_view reason);
  void Detach(Subscription& subscription);
  // Delivering: to how many streams.
  // `patient`: a stream without room is passed over, and stays behind; else it is ended as too
  // slow.
  int DeliverEvent(Feed& feed, std::string_view audience, int64_t seq, std::string_view event,
                   bool patient);
  // How late a bell was heard, in seconds; `delivered`: a stream got its event.
  void CountLag(base::TimeMs event_ms, base::TimeMs rung_ms, bool delivered);
  void Learn(Feed& feed, int64_t last_seq);
  void LogBell(const Heard& heard, int64_t seq) const;
  // Closing gaps.
  void CheckGap(Feed& feed);
  void ReadGaps();
  void GapsRead(const std::vector<std::string>& games, const grpc::Status& status,
                std::string_view answer);
  void NoProgress(Feed& feed);
  void Compared(const std::vector<std::string>& games, const std::vector<int64_t>& cursors,
                std::string_view answer);
  void Reset(Feed& feed);

  boost::asio::io_context& io_;
  InternalClient& client_;
  Endpoints& game_;
  Bells& bells_;
  const GameTime& game_time_;
  Metrics& metrics_;
  Options options_;
  ByText<std::unique_ptr<Feed>> feeds_;
  std::unordered_map<uint64_t, std::unique_ptr<Subscription>> subscriptions_;
  std::unordered_map<Watch*, std::vector<uint64_t>> by_watch_;
  uint64_t next_id_ = 1;
  std::deque<uint64_t> to_open_;
  size_t opening_ = 0;                                        // OpenTopic calls under way
  std::vector<std::pair<int64_t, uint64_t>> reopen_;          // when (steady ms), which
  std::vector<std::pair<int64_t, std::string>> unconfirmed_;  // when to open all the same
  std::vector<std::pair<int64_t, std::string>> suspicions_;   // when, which game
  std::vector<std::pair<int64_t, std::string>> gap_retries_;  // when, which game
  std::vector<std::string> gaps_;  // to be read at the end of the loop's turn
  int comparing_ = 0;              // LastSeqs calls under way
  Heard* heard_ = nullptr;         // null: not logged
};

}  // namespace chess::gateway
