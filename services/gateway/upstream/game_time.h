#pragma once
// Game time at the edge, and the sign that the edge lives: a beat to the game service every 200 ms,
// whose answer says the time there.

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <string>

#include "base/clock.h"
#include "gateway/upstream/internal_client.h"

namespace chess::gateway {

// Loop's thread only.
class GameTime {
 public:
  GameTime(boost::asio::io_context& io, InternalClient& client, Endpoints& game,
           std::string gateway_id, int beat_ms);

  void Start() { Beat(); }
  void Stop();
  // Game time now; the machine's until the first beat is answered.
  base::TimeMs NowMs() const { return base::SystemClock().NowMs() + offset_ms_; }
  bool synchronised() const { return samples_ > 0; }
  uint64_t beats_failed() const { return failed_; }

 private:
  void Beat();
  void Answered(int64_t sent_ns, base::TimeMs sent_ms, base::TimeMs game_time_ms);

  InternalClient& client_;
  Endpoints& game_;
  std::string request_;
  int beat_ms_;
  boost::asio::steady_timer timer_;
  int64_t offset_ms_ = 0;
  int64_t best_trip_ns_ = 0;  // round trip of the sample in use; forgotten slowly
  uint64_t samples_ = 0;
  uint64_t failed_ = 0;
  int in_flight_ = 0;
  bool stopped_ = false;
};

}  // namespace chess::gateway
