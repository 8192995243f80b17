#pragma once
// What the lobby counts. Names are the catalogue; updates are thread-safe.

#include "metrics/registry.h"

namespace chess::lobby {

struct Metrics {
  explicit Metrics(metrics::Registry& registry)
      : guests(registry.AddCounter("chess_lobby_guests_total", "Guests made.")),
        by_name(registry.AddCounter("chess_lobby_challenges_total", "Challenges made.",
                                    {{"kind", "name"}})),
        by_code(registry.AddCounter("chess_lobby_challenges_total", "Challenges made.",
                                    {{"kind", "code"}})),
        started(Ends(registry, "started")),
        declined(Ends(registry, "declined")),
        cancelled(Ends(registry, "cancelled")),
        expired(Ends(registry, "expired")),
        refused(Ends(registry, "refused")),
        starts_ok(Starts(registry, "ok")),
        starts_failed(Starts(registry, "failed")),
        starts_waiting(registry.AddGauge(
            "chess_lobby_game_starts_waiting",
            "Accepted challenges without a game yet; every replica tells the same.")),
        starts_oldest(
            registry.AddGauge("chess_lobby_game_starts_oldest_seconds",
                              "How long the oldest accepted challenge has waited for its game.")),
        ratings(registry.AddCounter("chess_lobby_ratings_applied_total", "Games rated.")),
        challenge_limits(Limits(registry, "challenges")),
        running_limits(Limits(registry, "running_games")),
        limit_unknown(registry.AddCounter(
            "chess_lobby_running_games_unknown_total",
            "Games begun without knowing how many their players have running.")),
        swept(registry.AddCounter("chess_lobby_rows_swept_total", "Rows that had their time.")) {}

  metrics::Counter& guests;
  metrics::Counter& by_name;
  metrics::Counter& by_code;
  metrics::Counter& started;
  metrics::Counter& declined;
  metrics::Counter& cancelled;
  metrics::Counter& expired;
  metrics::Counter& refused;
  metrics::Counter& starts_ok;
  metrics::Counter& starts_failed;
  metrics::Gauge& starts_waiting;
  metrics::Gauge& starts_oldest;
  metrics::Counter& ratings;
  metrics::Counter& challenge_limits;
  metrics::Counter& running_limits;
  metrics::Counter& limit_unknown;
  metrics::Counter& swept;

 private:
  static metrics::Counter& Ends(metrics::Registry& registry, const char* end) {
    return registry.AddCounter("chess_lobby_challenge_ends_total", "Challenges closed.",
                               {{"end", end}});
  }
  static metrics::Counter& Limits(metrics::Registry& registry, const char* limit) {
    return registry.AddCounter("chess_lobby_limits_hit_total",
                               "Calls refused because a limit of the lobby was hit.",
                               {{"limit", limit}});
  }
  static metrics::Counter& Starts(metrics::Registry& registry, const char* outcome) {
    return registry.AddCounter("chess_lobby_game_start_attempts_total", "Calls of CreateGame.",
                               {{"outcome", outcome}});
  }
};

}  // namespace chess::lobby
