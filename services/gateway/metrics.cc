#include "gateway/metrics.h"

#include "base/clock.h"
#include "metrics/dependencies.h"
#include "rpc/status.h"

namespace chess::gateway {
namespace {

constexpr int kCodes = 17;
constexpr const char* kEndNames[kStreamEnds] = {"client", "slow", "deadline", "session", "drain"};

metrics::Gauge& Streams(metrics::Registry& registry, const char* kind) {
  return registry.AddGauge("chess_gateway_live_streams", "Open Watch streams.", {{"kind", kind}});
}

metrics::Gauge& Topics(metrics::Registry& registry, const char* kind) {
  return registry.AddGauge("chess_gateway_live_topics", "Topics that Watch streams follow.",
                           {{"kind", kind}});
}

}  // namespace

Metrics::Metrics(metrics::Registry& r, const MethodTable& table)
    : retries(r.AddCounter("chess_gateway_retries_total", "Calls sent to a replica again.")),
      retries_refused(r.AddCounter("chess_gateway_retries_refused_total",
                                   "Retries that the budget did not allow.")),
      unknown_methods(r.AddCounter("chess_gateway_unknown_methods_total",
                                   "Native calls of methods that are not on the allow-list.")),
      bells(r.AddCounter("chess_gateway_bells_total", "Messages heard from Redis.")),
      bell_lag(r.AddHistogram("chess_gateway_bell_lag_seconds",
                              "From an event's commit to its bell being heard here.",
                              metrics::LatencyBuckets())),
      stream_lag(r.AddHistogram(
          "chess_gateway_live_lag_seconds",
          "From an event (a move: its receipt at a gateway) to its handing to a stream.",
          metrics::LatencyBuckets())),
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
      ready(r.AddGauge("chess_ready", "1 while the service is ready: see /readyz.")),
      calls(r.AddGauge("chess_gateway_calls", "Calls under way, streams included.")),
      http_connections(r.AddGauge("chess_gateway_http_connections", "Open HTTP connections.")),
      player_streams(Streams(r, "player")),
      anonymous_streams(Streams(r, "anonymous")),
      game_topics(Topics(r, "game")),
      player_topics(Topics(r, "player")),
      watched_games(r.AddGauge("chess_gateway_live_games", "Games watched by anybody.")),
      players(r.AddGauge("chess_gateway_live_players", "Players with an open Watch stream here.")),
      tokens(r.AddGauge("chess_gateway_tokens_cached", "Tokens remembered.")),
      tokens_asked(r.AddCounter("chess_gateway_tokens_asked_total",
                                "Tokens that the lobby was asked about.")),
      tokens_stale(r.AddCounter("chess_gateway_tokens_stale_uses_total",
                                "Old answers about tokens used because the lobby was away.")),
      redis_up(r.AddGauge("chess_redis_up", metrics::kRedisUpHelp, {{"client", "subscriber"}})),
      http_accepted(
          r.AddCounter("chess_gateway_http_accepted_total", "HTTP connections accepted.")),
      http_refused(r.AddCounter("chess_gateway_http_refused_total",
                                "HTTP connections refused over a bound.")),
      http_timed_out(r.AddCounter("chess_gateway_http_timed_out_total",
                                  "HTTP connections ended by a deadline.")),
      http_bad(r.AddCounter("chess_gateway_http_bad_requests_total",
                            "HTTP requests that could not be understood.")),
      beats_failed(r.AddCounter("chess_gateway_beats_failed_total",
                                "Beats to the game service that failed.")) {
  for (const Method& method : table.methods()) {
    PerMethod one;
    for (int code = 0; code < kCodes; ++code) {
      one.by_code.push_back(
          &r.AddCounter("grpc_server_handled_total", "Calls ended, by status code.",
                        {{"grpc_service", method.service},
                         {"grpc_method", method.name},
                         {"grpc_code", rpc::CodeName(static_cast<grpc::StatusCode>(code))}}));
    }
    one.seconds =
        &r.AddHistogram("grpc_server_handling_seconds",
                        "Time from a call's first byte to its status.", metrics::LatencyBuckets(),
                        {{"grpc_service", method.service}, {"grpc_method", method.name}});
    methods_.push_back(std::move(one));
  }
  for (int i = 0; i < kLimitClasses; ++i) {
    limited_.push_back(&r.AddCounter("chess_gateway_rate_limited_total", "Calls over a rate limit.",
                                     {{"limit", LimitName(static_cast<LimitClass>(i))}}));
  }
  for (const char* reason : kEndNames) {
    ended_.push_back(&r.AddCounter("chess_gateway_live_streams_ended_total",
                                   "Watch streams that ended, by why.", {{"reason", reason}}));
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
