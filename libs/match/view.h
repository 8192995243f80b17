#pragma once
// What an audience may see of a game. Everything that a client gets goes through here.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "match/event.h"
#include "match/state.h"
#include "rules/game/view.h"

namespace chess::match {

using rules::Seat;

// A played move as far as it may be seen; empty texts where it may not.
struct PlyView {
  int32_t ply = 0;  // 1 is White's first move
  std::string uci;
  std::string san;
  std::optional<DurationMs> clock_ms;  // none in games without a clock
};

struct ClockFace {
  DurationMs remaining_ms = 0;         // at the view's event time
  std::optional<TimeMs> flag_time;     // compensation and outages not counted; none: not running
  int32_t periods = 0;                 // byo-yomi periods left
};

struct ClocksView {
  std::array<ClockFace, 2> face;
  std::optional<Color> running;
};

// Of bounded size: the history is not in it (MovesOf).
struct MatchView {
  std::shared_ptr<const Settings> settings;
  int64_t seq = 0;
  TimeMs event_time = 0;
  rules::View board;
  int32_t turn = 0;  // what expected_turn must be
  Color to_move = Color::kWhite;
  std::optional<PlyView> last_move;
  std::optional<ClocksView> clocks;    // none in games without a clock
  std::optional<Color> draw_offer_by;
  std::array<bool, 2> may_offer_draw{};
  bool may_abort = false;
  bool draw_claimable = false;         // by the side to move
  std::optional<TimeMs> first_move_deadline;
  Ending ending;
  TimeMs end_time = 0;                 // 0: running
};

MatchView ViewOf(const State& state, Seat seat);

// The moves so far, as far as `seat` may see them.
std::vector<PlyView> MovesOf(const State& state, Seat seat);

// A move as it is told.
struct MoveHappening {
  PlyView move;
  DurationMs compensated_ms = 0;
  DurationMs credited_ms = 0;
};
struct CreatedHappening {};

using Happening = std::variant<CreatedHappening, MoveHappening, DrawOffered, DrawDeclined,
                               DrawWithdrawn, OutageCredited, GameOver, RatingRecorded>;

// One decision as an audience may see it. Number and order are the same for every audience.
struct Projection {
  int64_t seq = 0;
  TimeMs event_time = 0;
  std::vector<Happening> happenings;
  MatchView view;  // after it
};

// `state` is the state right after `row` was applied.
Projection ProjectEvents(const State& state, const DecisionRow& row, Seat audience);

// True if every audience sees the same (no rule of the set hides anything): one projection serves
// all, under the audience word "all".
bool SameForAll(const State& state);
// "all" where SameForAll, else "white", "black", "spectator".
std::string_view AudienceWord(const State& state, Seat seat);

}  // namespace chess::match
