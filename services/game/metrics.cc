#include "game/metrics.h"

#include <variant>

namespace chess::game {
namespace {

metrics::Counter& Trouble(metrics::Registry& registry, const char* kind) {
  return registry.AddCounter("chess_game_append_troubles_total",
                             "Decisions whose append to the log did not simply go in.",
                             {{"kind", kind}});
}

metrics::Counter& Cache(metrics::Registry& registry, const char* kind) {
  return registry.AddCounter("chess_game_cache_total", "Work of the cache of games.",
                             {{"kind", kind}});
}

metrics::Counter& Outages(metrics::Registry& registry, const char* kind) {
  return registry.AddCounter("chess_game_outages_total",
                             "Outages that this replica was the first to record.",
                             {{"kind", kind}});
}

metrics::Counter& OutageSeconds(metrics::Registry& registry, const char* kind) {
  return registry.AddCounter("chess_game_outage_seconds_total",
                             "Length of the outages that this replica was the first to record.",
                             {{"kind", kind}});
}

metrics::Gauge& Migration(metrics::Registry& registry, const char* schema) {
  return registry.AddGauge("chess_game_migration_version",
                           "The newest migration of the database; every replica tells the same.",
                           {{"schema", schema}});
}

BacklogGauges Waiting(metrics::Registry& registry, const char* kind) {
  const metrics::Labels labels = {{"kind", kind}};
  return {
      registry.AddGauge("chess_game_outbox_entries",
                        "Results, and changes of them by operators, that wait for the lobby; every "
                        "replica tells the same.",
                        labels),
      registry.AddGauge("chess_game_outbox_oldest_seconds",
                        "Age of the oldest result, or change of one, that waits for the lobby.",
                        labels)};
}

}  // namespace

Verdict VerdictOf(match::Decision::Kind kind) {
  switch (kind) {
    case match::Decision::Kind::kRepeated:
      return Verdict::kRepeated;
    case match::Decision::Kind::kKeepSecret:
      return Verdict::kKept;
    default:
      return Verdict::kStored;
  }
}

Verdict VerdictOf(const base::Error& error) {
  if (error.reason == "COMMIT_UNKNOWN") return Verdict::kUnknown;
  switch (error.code) {
    case base::Code::kInvalidArgument:
      return Verdict::kIllegal;
    case base::Code::kUnavailable:
    case base::Code::kDeadlineExceeded:
    case base::Code::kAborted:
      return Verdict::kAway;
    case base::Code::kResourceExhausted:
      return Verdict::kOverloaded;
    case base::Code::kInternal:
      return Verdict::kFailed;
    default:
      return Verdict::kRefused;
  }
}

const char* VerdictName(Verdict verdict) {
  static constexpr std::array<const char*, kVerdicts> kNames = {"stored",  "kept",       "repeated",
                                                                "illegal", "refused",    "away",
                                                                "unknown", "overloaded", "failed"};
  return kNames[static_cast<size_t>(verdict)];
}

ClockTimes ClockTimesOf(const match::DecisionRow& row) {
  ClockTimes times;
  for (const match::Event& event : row.events) {
    if (const auto* move = std::get_if<match::MovePlayed>(&event)) {
      times.lag_ms = move->lag_ms;
      times.compensated_ms += move->compensated_ms;
      times.credited_ms += move->credited_ms;
    } else if (const auto* credit = std::get_if<match::OutageCredited>(&event)) {
      times.credited_ms += credit->credited_ms;
    }
  }
  return times;
}

Metrics::Metrics(metrics::Registry& r)
    : registry(r),
      append_batch(r.AddHistogram("chess_game_append_batch_rows", "Decisions in one commit.",
                                  metrics::CountBuckets())),
      append_seconds(r.AddHistogram("chess_game_append_seconds", "Duration of one commit.",
                                    metrics::LatencyBuckets())),
      appends_lost(Trouble(r, "lost_race")),
      appends_in_doubt(Trouble(r, "in_doubt")),
      appends_halved(Trouble(r, "halved")),
      appends_failed(Trouble(r, "guilty_row")),
      appends_away(Trouble(r, "away")),
      appends_unknown(Trouble(r, "unknown")),
      loads(Cache(r, "load")),
      stale_loads(Cache(r, "stale")),
      ahead_of_log(Cache(r, "ahead_of_log")),
      confirmations(Cache(r, "confirmation")),
      newer_events(Cache(r, "newer_event")),
      brain_asked(r.AddCounter("chess_game_brain_questions_total",
                               "Turns that the analysis service was asked to name a type for.")),
      brain_fallbacks(r.AddCounter("chess_game_brain_fallbacks_total",
                                   "Turns that the built-in search named a type for.")),
      lag(r.AddHistogram("chess_game_move_lag_seconds",
                         "Lag measured on moves: elapsed time without the client's own thinking.",
                         metrics::LatencyBuckets())),
      compensated_seconds(r.AddCounter("chess_game_compensated_seconds_total",
                                       "Time given back to players for their lag.")),
      credited_seconds(r.AddCounter("chess_game_credited_seconds_total",
                                    "Time not charged to players because of outages.")),
      game_outages(Outages(r, "game")),
      game_outage_seconds(OutageSeconds(r, "game")),
      gateway_outages(Outages(r, "gateway")),
      gateway_outage_seconds(OutageSeconds(r, "gateway")),
      flags(r.AddCounter("chess_game_deadlines_total",
                         "Games that ended by a deadline: flags, first moves, drafts.")),
      deadline_lateness(
          r.AddHistogram("chess_game_deadline_lateness_seconds",
                         "From the instant a deadline may be decided to its decision.",
                         metrics::LatencyBuckets())),
      games_created(r.AddCounter("chess_game_games_created_total", "Games created.")),
      games_finished(r.AddCounter("chess_game_games_finished_total", "Games that ended.")),
      relayed(r.AddCounter("chess_game_relayed_total", "Results handed to the lobby.")),
      relay_failures(
          r.AddCounter("chess_game_relay_failures_total", "Attempts that the lobby did not take.")),
      compacted(r.AddCounter("chess_game_compacted_total", "Games compacted.")),
      live_games(r.AddGauge("chess_game_live_games",
                            "Running games in Postgres; every replica tells the same.")),
      results_waiting(Waiting(r, "result")),
      amendments_waiting(Waiting(r, "amendment")),
      game_migration(Migration(r, "game")),
      lobby_migration(Migration(r, "lobby")),
      command_seconds_(r.AddHistogram("chess_game_command_seconds",
                                      "From a player's command to its answer in this replica.",
                                      metrics::LatencyBuckets())) {
  for (int i = 0; i < kVerdicts; ++i) {
    const char* name = VerdictName(static_cast<Verdict>(i));
    commands_[i] = &r.AddCounter("chess_game_commands_total",
                                 "Commands of players by what became of them, moves included.",
                                 {{"verdict", name}});
    moves_[i] = &r.AddCounter("chess_game_moves_total", "Moves by what became of them.",
                              {{"verdict", name}});
  }
}

void BacklogGauges::Set(const Backlog& backlog) {
  entries.Set(static_cast<double>(backlog.entries));
  oldest_seconds.Set(backlog.oldest_seconds);
}

void Metrics::Answered(const match::Command& command, Verdict verdict, double seconds) {
  const auto index = static_cast<size_t>(verdict);
  commands_[index]->Increment();
  if (std::holds_alternative<match::PlayMove>(command.action)) moves_[index]->Increment();
  command_seconds_.Observe(seconds);
}

void Metrics::Count(const ClockTimes& times) {
  const auto seconds = [](base::DurationMs ms) { return static_cast<double>(ms) / 1e3; };
  if (times.lag_ms) lag.Observe(seconds(*times.lag_ms));
  if (times.compensated_ms > 0) compensated_seconds.Increment(seconds(times.compensated_ms));
  if (times.credited_ms > 0) credited_seconds.Increment(seconds(times.credited_ms));
}

}  // namespace chess::game
