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

class Metrics {
 public:
  Metrics(metrics::Registry& registry, const MethodTable& methods);

  // An edge call has ended (grpc_server_handled_total, grpc_server_handling_seconds).
  void CallEnded(const Call& call, grpc::StatusCode code);

  metrics::Counter& retries;          // chess_gateway_retries_total
  metrics::Counter& retries_refused;  // chess_gateway_retries_refused_total: the budget was spent
  metrics::Counter& unknown_methods;  // chess_gateway_unknown_methods_total (native port)
  metrics::Counter& bells;            // chess_gateway_bells_total
  metrics::Counter& frames;           // chess_gateway_live_frames_total: handed to streams
  metrics::Counter& duplicates;       // chess_gateway_live_duplicates_total: dropped by number
  metrics::Counter& gaps;             // chess_gateway_live_gaps_total: read from the log
  metrics::Counter& slow_consumers;   // chess_gateway_live_slow_consumers_total
  metrics::Counter& silent_streams;   // chess_gateway_live_silent_streams_total: two unanswered
                                      // heartbeats
  metrics::Histogram& round_trip;     // chess_gateway_live_round_trip_seconds

  // chess_gateway_rate_limited_total{limit}
  metrics::Counter& RateLimited(LimitClass limit) { return *limited_[static_cast<int>(limit)]; }

  // Values kept elsewhere, copied here by the loop once a second (the registry reads from another
  // thread): see Gateway::Sample.
  metrics::Gauge& http_connections;  // chess_gateway_http_connections
  metrics::Gauge& streams;           // chess_gateway_live_streams
  metrics::Gauge& watched_games;     // chess_gateway_live_games
  metrics::Gauge& tokens;            // chess_gateway_tokens_cached
  metrics::Gauge& redis_up;          // chess_gateway_redis_up
  metrics::Gauge& http_refused;      // chess_gateway_http_refused
  metrics::Gauge& http_timed_out;    // chess_gateway_http_timed_out
  metrics::Gauge& beats_failed;      // chess_gateway_beats_failed

 private:
  struct PerMethod {
    std::vector<metrics::Counter*> by_code;
    metrics::Histogram* seconds = nullptr;
  };
  std::vector<PerMethod> methods_;
  std::vector<metrics::Counter*> limited_;
};

}  // namespace chess::gateway
