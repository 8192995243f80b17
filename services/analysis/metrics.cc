#include "analysis/metrics.h"

namespace chess::analysis {
namespace {

metrics::Counter& Evaluations(metrics::Registry& registry, const char* outcome) {
  return registry.AddCounter("chess_analysis_evaluations_total",
                             "Evaluations asked for, by what became of them.",
                             {{"outcome", outcome}});
}

}  // namespace

Metrics::Metrics(metrics::Registry& registry, const uci::Pool& pool)
    : names(registry.AddCounter("chess_analysis_brain_answers_total",
                                "Turns of hand-and-brain games that a type was named for.")),
      seconds(registry.AddHistogram("chess_analysis_evaluation_seconds",
                                    "From the queue to the last line.", metrics::LatencyBuckets())),
      done_(Evaluations(registry, "done")),
      in_rated_game_(Evaluations(registry, "in_rated_game")),
      busy_(Evaluations(registry, "busy")),
      failed_(Evaluations(registry, "failed")) {
  const auto gauge = [&](const char* name, const char* help, auto value) {
    registry.MirrorGauge(name, help, {},
                         [&pool, value] { return static_cast<double>(value(pool.Stats())); });
  };
  gauge("chess_analysis_engines", "Engine processes that are up.",
        [](const uci::PoolStats& stats) { return stats.running; });
  gauge("chess_analysis_engines_busy", "Engine processes that search.",
        [](const uci::PoolStats& stats) { return stats.busy; });
  gauge("chess_analysis_queue_length", "Searches that wait for an engine.",
        [](const uci::PoolStats& stats) { return stats.waiting; });
  gauge("chess_analysis_queue_oldest_seconds", "How long the oldest waiting search has waited.",
        [](const uci::PoolStats& stats) { return stats.oldest_seconds; });
  registry.MirrorGauge("chess_analysis_engines_limit", "Engine processes that should be up.", {},
                       [&pool] { return static_cast<double>(pool.engines()); });
  const auto counter = [&](const char* name, const char* help, auto value) {
    registry.MirrorCounter(name, help, {},
                           [&pool, value] { return static_cast<double>(value(pool.Stats())); });
  };
  counter("chess_analysis_searches_total", "Searches that an engine was given.",
          [](const uci::PoolStats& stats) { return stats.searches; });
  counter("chess_analysis_search_failures_total",
          "Searches that failed on every engine they were given.",
          [](const uci::PoolStats& stats) { return stats.failures; });
  counter("chess_analysis_engine_restarts_total", "Engines started again.",
          [](const uci::PoolStats& stats) { return stats.restarts; });
}

void Metrics::Ended(const base::Status& status, double duration_seconds) {
  if (status.ok()) {
    done_.Increment();
    seconds.Observe(duration_seconds);
  } else if (status.error().reason == "IN_RATED_GAME") {
    in_rated_game_.Increment();
  } else if (status.error().code == base::Code::kResourceExhausted) {
    busy_.Increment();
  } else {
    failed_.Increment();
  }
}

}  // namespace chess::analysis
