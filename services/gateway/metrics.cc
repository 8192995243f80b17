#include "gateway/metrics.h"

#include "base/clock.h"
#include "rpc/status.h"

namespace chess::gateway {
namespace {

constexpr int kCodes = 17;

}  // namespace

Metrics::Metrics(metrics::Registry& r, const MethodTable& table)
    : retries(r.AddCounter("chess_gateway_retries_total", "Calls sent to a replica again.")),
      retries_refused(r.AddCounter("chess_gateway_retries_refused_total",
                                   "Retries that the budget did not allow.")),
      unknown_methods(r.AddCounter("chess_gateway_unknown_methods_total",
                                   "Native calls of methods that are not on the allow-list.")),
      bells(r.AddCounter("chess_gateway_bells_total", "Messages heard from Redis.")),
      frames(r.AddCounter("chess_gateway_live_frames_total", "Messages handed to streams.")),
      duplicates(
          r.AddCounter("chess_gateway_live_duplicates_total", "Events that a stream had already.")),
      gaps(r.AddCounter("chess_gateway_live_gaps_total", "Gaps closed from the log.")),
      slow_consumers(r.AddCounter("chess_gateway_live_slow_consumers_total",
                                  "Streams ended because their reader was too slow.")),
      silent_streams(r.AddCounter("chess_gateway_live_silent_streams_total",
                                  "Streams that left two heartbeats unanswered.")),
      round_trip(r.AddHistogram("chess_gateway_live_round_trip_seconds", "Heartbeat to Pong.",
                                metrics::LatencyBuckets())),
      http_connections(r.AddGauge("chess_gateway_http_connections", "Open HTTP connections.")),
      streams(r.AddGauge("chess_gateway_live_streams", "Open Watch streams.")),
      watched_games(r.AddGauge("chess_gateway_live_games", "Games watched by anybody.")),
      tokens(r.AddGauge("chess_gateway_tokens_cached", "Tokens remembered.")),
      redis_up(r.AddGauge("chess_gateway_redis_up", "1 while Redis can be heard.")),
      http_refused(r.AddGauge("chess_gateway_http_refused",
                              "Connections refused over a bound, since the start.")),
      http_timed_out(r.AddGauge("chess_gateway_http_timed_out",
                                "Connections ended by a deadline, since the start.")),
      beats_failed(r.AddGauge("chess_gateway_beats_failed",
                              "Beats to the game service that failed, since the start.")) {
  for (const Method& method : table.methods()) {
    PerMethod one;
    for (int code = 0; code < kCodes; ++code) {
      one.by_code.push_back(
          &r.AddCounter("grpc_server_handled_total", "Calls ended, by code.",
                        {{"grpc_service", method.service},
                         {"grpc_method", method.name},
                         {"grpc_code", rpc::CodeName(static_cast<grpc::StatusCode>(code))}}));
    }
    one.seconds = &r.AddHistogram("grpc_server_handling_seconds", "Time to the end of a call.",
                                  metrics::LatencyBuckets(),
                                  {{"grpc_service", method.service}, {"grpc_method", method.name}});
    methods_.push_back(std::move(one));
  }
  for (int i = 0; i < kLimitClasses; ++i) {
    limited_.push_back(&r.AddCounter("chess_gateway_rate_limited_total", "Calls over a rate limit.",
                                     {{"limit", LimitName(static_cast<LimitClass>(i))}}));
  }
}

void Metrics::CallEnded(const Call& call, grpc::StatusCode code) {
  PerMethod& method = methods_[call.method->index];
  const auto index = static_cast<size_t>(code);
  method.by_code[index < method.by_code.size() ? index : 2]->Increment();
  const int64_t ns = base::SystemClock().SteadyNs() - call.started_ns;
  method.seconds->Observe(static_cast<double>(ns) * 1e-9);
}

}  // namespace chess::gateway
