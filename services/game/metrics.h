#pragma once
// The catalogue of the game service's metrics.

#include "metrics/registry.h"

namespace chess::game {

struct Metrics {
  explicit Metrics(metrics::Registry& registry);

  metrics::Registry& registry;
  // Moves and other commands by what became of them.
  metrics::Counter& moves_stored;
  metrics::Counter& commands_stored;
  metrics::Counter& commands_repeated;
  metrics::Counter& commands_refused;
  metrics::Counter& commands_away;
  metrics::Counter& commands_unknown;
  metrics::Counter& commands_overloaded;
  // The log.
  metrics::Histogram& append_batch;
  metrics::Histogram& append_seconds;
  metrics::Counter& appends_lost;
  metrics::Counter& appends_in_doubt;
  metrics::Counter& appends_halved;
  metrics::Counter& appends_failed;
  // The cache.
  metrics::Counter& loads;
  metrics::Counter& stale_loads;
  metrics::Counter& ahead_of_log;
  metrics::Counter& confirmations;
  metrics::Counter& newer_events;
  // The brain.
  metrics::Counter& brain_asked;
  metrics::Counter& brain_fallbacks;
  // Time.
  metrics::Counter& outages;
  metrics::Counter& flags;
  metrics::Histogram& deadline_lateness;
  // After the end.
  metrics::Counter& games_created;
  metrics::Counter& games_finished;
  metrics::Counter& relayed;
  metrics::Counter& relay_failures;
  metrics::Counter& compacted;
};

}  // namespace chess::game
