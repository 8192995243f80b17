#include "analysis/metrics.h"

namespace chess::analysis {

Metrics::Metrics(metrics::Registry& registry, const uci::Pool& pool)
    : evaluations(registry.AddCounter("chess_analysis_evaluations_total",
                                      "Evaluations that an engine was asked for.")),
      refused(registry.AddCounter("chess_analysis_refused_in_rated_game_total",
                                  "Evaluations refused because a rated game of the caller runs.")),
      names(registry.AddCounter("chess_analysis_brain_answers_total",
                                "Turns of hand-and-brain games that a type was named for.")),
      seconds(registry.AddHistogram("chess_analysis_evaluation_seconds",
                                    "From the queue to the last line.",
                                    metrics::LatencyBuckets())) {
  registry.MirrorGauge("chess_analysis_engines", "Engine processes that are up.", {},
                       [&pool] { return static_cast<double>(pool.Stats().running); });
  registry.MirrorGauge("chess_analysis_engines_busy", "Engine processes that search.", {},
                       [&pool] { return static_cast<double>(pool.Stats().busy); });
  registry.MirrorGauge("chess_analysis_queue", "Evaluations that wait for an engine.", {},
                       [&pool] { return static_cast<double>(pool.Stats().waiting); });
  registry.MirrorCounter("chess_analysis_engine_restarts_total", "Engines started again.", {},
                         [&pool] { return static_cast<double>(pool.Stats().restarts); });
}

}  // namespace chess::analysis
