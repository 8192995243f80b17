#pragma once
// Rows of the game schema as plain values; what repositories take and give. Times are game time in
// milliseconds; `events` and `record` are the bytes that codec.h makes and reads.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"

namespace chess::game {

using base::TimeMs;

// A row of the log as it is stored.
struct LogRow {
  int64_t seq = 0;
  std::string request_id;  // 16 bytes
  TimeMs event_time = 0;
  std::string events;
  bool operator==(const LogRow&) const = default;
};

// Columns of games that the last decision of a game sets.
struct EndColumns {
  std::string state;  // "finished", "aborted"
  std::string score;
  std::string reason;
  std::string variant_end;
  std::string final_fen;
  std::string last_move;
  int plies = 0;
  bool outbox = false;         // to be handed to the lobby
  std::string trace;           // of the decision, as a traceparent; may be empty
  std::string operator_cause;  // match::NameOf; empty: no operator's decision
  // How often the result was changed. Above 0: this changes it again, what was rated counts no
  // longer, and the lobby has to hear of that.
  int amendments = 0;
  bool operator==(const EndColumns&) const = default;
};

// What an operator did, as it goes into game.audit with the change itself.
struct AuditColumns {
  std::string operator_name;
  std::string action;  // "game_end", …
  std::string reason;
  std::string detail;  // a JSON object
};

// Columns of games that the rating sets; by colour.
struct RatingColumns {
  std::array<int32_t, 2> before{};
  std::array<int32_t, 2> after{};
  bool operator==(const RatingColumns&) const = default;
};

// An army that is locked by the row it goes with.
struct SecretColumns {
  int seat = 0;  // 0 White, 1 Black
  int32_t edition = 0;
  std::string payload;
};

// A decision to be appended, with the side rows that go with it.
struct AppendRow {
  std::string game_id;
  LogRow row;
  std::optional<TimeMs> deadline;
  // The row is not stored once Postgres' clock has passed this: a flag must not fall in an outage
  // that began after it was decided. 0: no limit.
  TimeMs not_after = 0;
  std::optional<EndColumns> end;
  std::optional<RatingColumns> rating;
  std::optional<SecretColumns> secret;
  std::optional<AuditColumns> audit;
};

// One player of a game as the row remembers them.
struct SeatRow {
  std::string player_id;
  std::string name;  // at creation
  bool guest = false;
  bool bot = false;
  int32_t rating = 0;
  bool provisional = false;
};

// A game about to be created, with its first decision.
struct NewGameRow {
  std::string game_id;
  std::array<SeatRow, 2> seats;
  std::string rule_set, family, start_fen, time_control, speed, draw_policy, visibility;
  bool rated = false;
  LogRow first;
  std::optional<TimeMs> deadline;
  // Games that are over at ply 0.
  std::optional<EndColumns> end;
  std::string chance_secret;  // 32 bytes; empty: a game without chance
};

// A row of games, as lists show it.
struct GameRow {
  std::string game_id;
  std::array<SeatRow, 2> seats;
  std::string rule_set, start_fen, time_control, speed, draw_policy, visibility, state;
  bool rated = false;
  TimeMs create_time = 0;
  TimeMs end_time = 0;
  std::string score, end_reason, variant_end, final_fen, last_move, operator_cause;
  int plies = 0;
};

// Everything needed to rebuild a game.
struct LoadedRows {
  std::string game_id;
  bool found = false;
  std::array<SeatRow, 2> seats;
  std::vector<LogRow> log;  // empty where compacted
  std::string record;       // empty where not compacted
};

struct DeadlineRow {
  std::string game_id;
  TimeMs due = 0;
};

// What the lobby does not have yet.
struct Backlog {
  int64_t entries = 0;
  double oldest_seconds = 0;  // age of the oldest of them
};

}  // namespace chess::game
