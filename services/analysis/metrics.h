#pragma once
// The catalogue of the analysis service's metrics.

#include "metrics/registry.h"
#include "uci/pool.h"

namespace chess::analysis {

struct Metrics {
  // `pool` must outlive the registry's last Render.
  Metrics(metrics::Registry& registry, const uci::Pool& pool);

  metrics::Counter& evaluations;  // chess_analysis_evaluations_total
  metrics::Counter& refused;      // chess_analysis_refused_in_rated_game_total
  metrics::Counter& names;        // chess_analysis_brain_answers_total
  metrics::Histogram& seconds;    // chess_analysis_evaluation_seconds: from the queue to the end
};

}  // namespace chess::analysis
