#pragma once
// The catalogue of the analysis service's metrics.

#include "base/result.h"
#include "metrics/registry.h"
#include "uci/pool.h"

namespace chess::analysis {

struct Metrics {
  // `pool` must outlive the registry's last Render.
  Metrics(metrics::Registry& registry, const uci::Pool& pool);

  // An evaluation has ended, or was refused with an error.
  void Ended(const base::Status& status, double seconds);

  metrics::Counter& names;      // chess_analysis_brain_answers_total
  metrics::Histogram& seconds;  // chess_analysis_evaluation_seconds: from the queue to the end

 private:
  // chess_analysis_evaluations_total{outcome}
  metrics::Counter& done_;
  metrics::Counter& in_rated_game_;
  metrics::Counter& busy_;
  metrics::Counter& failed_;
};

}  // namespace chess::analysis
