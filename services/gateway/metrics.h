#pragma once
// The gateway's metrics: this is their catalogue.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gateway/edge/call.h"
#include "gateway/edge/method_table.h"
#include "metrics/registry.h"

namespace chess::gateway {

// Why a Watch stream ended.
enum class StreamEnd { kClient, kSlow, kDeadline, kSession, kDrain };
inline constexpr int kStreamEnds = 5;

class Metrics {
 public:
  Metrics(metrics::Registry& registry, const MethodTable& methods);

  // An edge call has ended (grpc_server_handled_total, grpc_server_handling_seconds).
  void CallEnded(const Call& call, grpc::StatusCode code);

  // --- Calls ---
  metrics::Counter& retries;          // chess_gateway_retries_total
  metrics::Counter& retries_refused;  // chess_gateway_retries_refused_total: the budget was spent
  metrics::Counter& unknown_methods;  // chess_gateway_unknown_methods_total (native port)
  // chess_gateway_rate_limited_total{limit}
  metrics::Counter& RateLimited(LimitClass limit) { return *limited_[static_cast<int>(limit)]; }

  // --- Streams ---
  metrics::Counter& bells;           // chess_gateway_bells_total
  metrics::Histogram& bell_lag;      // chess_gateway_bell_lag_seconds: commit to hearing of it
  metrics::Histogram& stream_lag;    // chess_gateway_live_lag_seconds: received to handed on
  metrics::Counter& frames;          // chess_gateway_live_frames_total: handed to streams
  metrics::Counter& duplicates;      // chess_gateway_live_duplicates_total: dropped by number
  metrics::Counter& gaps;            // chess_gateway_live_gaps_total: read from the log
  metrics::Counter& slow_consumers;  // chess_gateway_live_slow_consumers_total
  metrics::Counter& silent_streams;  // chess_gateway_live_silent_streams_total: two unanswered
                                     // heartbeats
  metrics::Histogram& round_trip;    // chess_gateway_live_round_trip_seconds
  // chess_gateway_live_streams_ended_total{reason}: why Watch streams ended.
  metrics::Counter& StreamEnded(StreamEnd reason) { return *ended_[static_cast<int>(reason)]; }

  // Values kept elsewhere, copied here by the loop once a second (the registry reads from another
  // thread): see Gateway::Sample.
  metrics::Gauge& ready;              // chess_ready
  metrics::Gauge& calls;              // chess_gateway_calls
  metrics::Gauge& http_connections;   // chess_gateway_http_connections
  metrics::Gauge& player_streams;     // chess_gateway_live_streams{kind}: of a known player …
  metrics::Gauge& anonymous_streams;  // … and of nobody known
  metrics::Gauge& game_topics;        // chess_gateway_live_topics{kind}
  metrics::Gauge& player_topics;
  metrics::Gauge& watched_games;     // chess_gateway_live_games
  metrics::Gauge& players;           // chess_gateway_live_players
  metrics::Gauge& tokens;            // chess_gateway_tokens_cached
  metrics::Counter& tokens_asked;    // chess_gateway_tokens_asked_total
  metrics::Counter& tokens_stale;    // chess_gateway_tokens_stale_uses_total
  metrics::Gauge& redis_up;          // chess_redis_up{client}
  metrics::Counter& http_accepted;   // chess_gateway_http_accepted_total
  metrics::Counter& http_refused;    // chess_gateway_http_refused_total
  metrics::Counter& http_timed_out;  // chess_gateway_http_timed_out_total
  metrics::Counter& http_bad;        // chess_gateway_http_bad_requests_total
  metrics::Counter& beats_failed;    // chess_gateway_beats_failed_total

 private:
  struct PerMethod {
    std::vector<metrics::Counter*> by_code;
    metrics::Histogram* seconds = nullptr;
  };
  std::vector<PerMethod> methods_;
  std::vector<metrics::Counter*> limited_;
  std::vector<metrics::Counter*> ended_;
};

}  // namespace chess::gateway
