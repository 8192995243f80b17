#include "game/metrics.h"

namespace chess::game {
namespace {

metrics::Counter& Command(metrics::Registry& registry, const char* outcome) {
  return registry.AddCounter("chess_game_commands_total",
                             "Commands of players by what became of them.",
                             {{"outcome", outcome}});
}

metrics::Counter& Append(metrics::Registry& registry, const char* outcome) {
  return registry.AddCounter("chess_game_append_troubles_total",
                             "Appends to the log that did not simply go in.",
                             {{"kind", outcome}});
}

metrics::Counter& Cache(metrics::Registry& registry, const char* kind) {
  return registry.AddCounter("chess_game_cache_total", "Work of the cache of games.",
                             {{"kind", kind}});
}

}  // namespace

Metrics::Metrics(metrics::Registry& r)
    : registry(r),
      moves_stored(r.AddCounter("chess_game_moves_total", "Moves stored.")),
      commands_stored(Command(r, "stored")),
      commands_repeated(Command(r, "repeated")),
      commands_refused(Command(r, "refused")),
      commands_away(Command(r, "away")),
      commands_unknown(Command(r, "unknown")),
      commands_overloaded(Command(r, "overloaded")),
      append_batch(r.AddHistogram("chess_game_append_batch_rows", "Decisions in one commit.",
                                  metrics::CountBuckets())),
      append_seconds(r.AddHistogram("chess_game_append_seconds", "Duration of one commit.",
                                    metrics::LatencyBuckets())),
      appends_lost(Append(r, "lost_race")),
      appends_in_doubt(Append(r, "in_doubt")),
      appends_halved(Append(r, "halved")),
      appends_failed(Append(r, "guilty_row")),
      loads(Cache(r, "load")),
      stale_loads(Cache(r, "stale")),
      ahead_of_log(Cache(r, "ahead_of_log")),
      confirmations(Cache(r, "confirmation")),
      newer_events(Cache(r, "newer_event")),
      brain_asked(r.AddCounter("chess_game_brain_questions_total",
                               "Turns that the analysis service was asked to name a type for.")),
      brain_fallbacks(r.AddCounter("chess_game_brain_fallbacks_total",
                                   "Turns that the built-in search named a type for.")),
      outages(r.AddCounter("chess_game_outages_total", "Outages recorded by this replica.")),
      flags(r.AddCounter("chess_game_deadlines_total", "Deadlines carried out.")),
      deadline_lateness(r.AddHistogram(
          "chess_game_deadline_lateness_seconds",
          "From the instant a deadline may be decided to its decision.",
          metrics::LatencyBuckets())),
      games_created(r.AddCounter("chess_game_games_created_total", "Games created.")),
      games_finished(r.AddCounter("chess_game_games_finished_total", "Games that ended.")),
      relayed(r.AddCounter("chess_game_relayed_total", "Results handed to the lobby.")),
      relay_failures(
          r.AddCounter("chess_game_relay_failures_total", "Attempts that the lobby did not take.")),
      compacted(r.AddCounter("chess_game_compacted_total", "Games compacted.")) {}

}  // namespace chess::game
