#pragma once
// What the clock counts. Names are the catalogue; updates are thread-safe.

#include "metrics/registry.h"

namespace chess::clock {

struct Metrics {
  explicit Metrics(metrics::Registry& registry)
      : lateness(registry.AddHistogram(
            "chess_clock_deadline_lateness_seconds",
            "From the instant a deadline may be carried out until its owner had done so.",
            LatenessBuckets())),
        dispatch(registry.AddHistogram(
            "chess_clock_dispatch_lateness_seconds",
            "From the instant a deadline may be carried out until its delivery began.",
            LatenessBuckets())),
        done(Deliveries(registry, "done")),
        gone(Deliveries(registry, "gone")),
        not_yet(Deliveries(registry, "not_yet")),
        failed(Deliveries(registry, "failed")),
        claims_won(Claims(registry, "won")),
        claims_lost(Claims(registry, "lost")),
        claims_away(Claims(registry, "away")),
        sweeps_ok(Sweeps(registry, "ok")),
        sweeps_failed(Sweeps(registry, "failed")),
        notices(registry.AddCounter("chess_clock_notices_total",
                                    "Near deadlines that owners announced.")),
        full(registry.AddCounter("chess_clock_timers_full_total",
                                 "Deadlines not armed because the table was full.")) {}

  metrics::Histogram& lateness;
  metrics::Histogram& dispatch;
  metrics::Counter& done;
  metrics::Counter& gone;
  metrics::Counter& not_yet;
  metrics::Counter& failed;
  metrics::Counter& claims_won;
  metrics::Counter& claims_lost;
  metrics::Counter& claims_away;
  metrics::Counter& sweeps_ok;
  metrics::Counter& sweeps_failed;
  metrics::Counter& notices;
  metrics::Counter& full;

 private:
  // Seconds. The promise is a median below 10 ms, and 1 s without Redis.
  static const std::vector<double>& LatenessBuckets() {
    static const std::vector<double> bounds = {0.001, 0.002, 0.003, 0.005, 0.0075, 0.01,
                                               0.015, 0.025, 0.05,  0.1,   0.25,   0.5,
                                               1,     2,     5,     15,    60};
    return bounds;
  }
  static metrics::Counter& Deliveries(metrics::Registry& registry, const char* outcome) {
    return registry.AddCounter("chess_clock_deliveries_total", "Deadlines delivered.",
                               {{"outcome", outcome}});
  }
  static metrics::Counter& Claims(metrics::Registry& registry, const char* outcome) {
    return registry.AddCounter("chess_clock_claims_total",
                               "Claims on deadlines shared with other replicas.",
                               {{"outcome", outcome}});
  }
  static metrics::Counter& Sweeps(metrics::Registry& registry, const char* outcome) {
    return registry.AddCounter("chess_clock_sweeps_total", "Owners asked what is due.",
                               {{"outcome", outcome}});
  }
};

}  // namespace chess::clock
