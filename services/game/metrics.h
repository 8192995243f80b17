#pragma once
// The catalogue of the game service's metrics.

#include <array>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "game/rows.h"
#include "match/command.h"
#include "match/decide.h"
#include "match/event.h"
#include "metrics/registry.h"

namespace chess::game {

// What became of a player's command.
enum class Verdict {
  kStored,      // a decision is in the log
  kKept,        // an army in progress was kept beside the log
  kRepeated,    // the answer of the first time was given again
  kIllegal,     // the request itself is wrong: no such move, malformed
  kRefused,     // not now or not by this caller: not your turn, game over
  kAway,        // nothing was stored: Postgres is away, or this replica is going away
  kUnknown,     // not known whether it was stored
  kOverloaded,  // a queue was full
  kFailed,      // a fault of ours
};
inline constexpr int kVerdicts = 9;

// By the kind of decision or the error that a command was answered with.
Verdict VerdictOf(match::Decision::Kind kind);
Verdict VerdictOf(const base::Error& error);
const char* VerdictName(Verdict verdict);

// What a decision says of clocks.
struct ClockTimes {
  std::optional<base::DurationMs> lag_ms;  // of the move, if there is one
  base::DurationMs compensated_ms = 0;
  base::DurationMs credited_ms = 0;
};
ClockTimes ClockTimesOf(const match::DecisionRow& row);

// How much waits for the lobby, and for how long its oldest has.
struct BacklogGauges {
  metrics::Gauge& entries;
  metrics::Gauge& oldest_seconds;
  void Set(const Backlog& backlog);
};

struct Metrics {
  explicit Metrics(metrics::Registry& registry);

  // A player's command was answered, so many seconds after it came.
  void Answered(const match::Command& command, Verdict verdict, double seconds);
  // A decision was stored.
  void Count(const ClockTimes& times);

  metrics::Registry& registry;
  // The log.
  metrics::Histogram& append_batch;
  metrics::Histogram& append_seconds;
  metrics::Counter& appends_lost;
  metrics::Counter& appends_in_doubt;
  metrics::Counter& appends_halved;
  metrics::Counter& appends_failed;
  metrics::Counter& appends_away;
  metrics::Counter& appends_unknown;
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
  metrics::Histogram& lag;
  metrics::Counter& compensated_seconds;
  metrics::Counter& credited_seconds;
  metrics::Counter& game_outages;
  metrics::Counter& game_outage_seconds;
  metrics::Counter& gateway_outages;
  metrics::Counter& gateway_outage_seconds;
  metrics::Counter& flags;
  metrics::Histogram& deadline_lateness;
  // Before the beginning and after the end.
  metrics::Counter& games_created;
  metrics::Counter& games_finished;
  metrics::Counter& relayed;
  metrics::Counter& relay_failures;
  metrics::Counter& compacted;
  // What stands in Postgres, counted by the housekeeper; the same on every replica.
  metrics::Gauge& live_games;
  BacklogGauges results_waiting;
  BacklogGauges amendments_waiting;
  metrics::Gauge& game_migration;
  metrics::Gauge& lobby_migration;

 private:
  std::array<metrics::Counter*, kVerdicts> commands_, moves_;
  metrics::Histogram& command_seconds_;
};

}  // namespace chess::game
