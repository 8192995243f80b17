#pragma once
// The two clocks of a game as a value, and the arithmetic on it. Nothing here reads a clock: every
// instant is an argument (game time, milliseconds). Pure; a state is small and trivially copyable.
//
// Use: NewClock → StartTurn when both have moved → for each move Charge (what it would cost, and
// whether it comes too late) → PlayMove (applies the charge, starts the other side) → Stop.

#include <array>
#include <cstdint>
#include <optional>

#include "timecontrol/lag.h"
#include "timecontrol/outages.h"
#include "timecontrol/time_control.h"

namespace chess::timecontrol {

struct SideClock {
  DurationMs remaining_ms = 0;  // at the turn's start; in byo-yomi main time, 0 when in periods
  int32_t moves = 0;            // moves made by this side, timed or not
  int16_t periods = 0;          // byo-yomi periods left, the present one included
  LagTracker lag;

  bool operator==(const SideClock&) const = default;
};

struct ClockState {
  std::array<SideClock, 2> side{};
  int8_t running = kNobody;   // whose clock runs
  int8_t paused = kNobody;    // whose clock ran when the game was paused
  TimeMs turn_start = 0;      // when the running stretch of the turn began
  DurationMs turn_spent = 0;  // what this turn had used before a pause

  bool operator==(const ClockState&) const = default;
};

// Full clocks, standing still. A first stage of 0 s with a bonus starts with one bonus.
ClockState NewClock(const TimeControl& control);

// `side`'s clock runs from `at` (also after a correction: the turn begins anew).
void StartTurn(ClockState& clock, int side, TimeMs at);

// What is known of a move's way to us.
struct MoveTiming {
  TimeMs received = 0;                     // the receipt stamp, game time
  std::optional<DurationMs> think_ms;      // the client's own measure, if it gave one
  std::optional<DurationMs> rtt_ms;        // the measured round trip, if known
};

// What a move costs. All in milliseconds, none negative.
struct MoveCharge {
  DurationMs elapsed_ms = 0;      // from the start of the turn to the receipt
  DurationMs credited_ms = 0;     // of it in outages
  DurationMs lag_ms = 0;          // the network's share of the rest
  DurationMs compensated_ms = 0;  // of the lag, given back under the quota
  DurationMs charged_ms = 0;      // max(0, elapsed - credited - compensated)
  bool flagged = false;           // charged reaches what the side had: the move came too late
};

// The price of a move by `side` with these timings. A side whose clock does not run pays nothing.
MoveCharge Charge(const TimeControl& control, const ClockState& clock, int side,
                  const MoveTiming& timing, const Outages& outages);

// Carries out a charge that was not flagged: takes it off, counts the move, adds increments, gives
// back delays, opens the next stage, refills the lag quota, and starts the other side at
// `received`. On a clock that stands still only the move is counted.
void PlayMove(const TimeControl& control, ClockState& clock, int side, const MoveTiming& timing,
              const MoveCharge& charge);

// Charge and, unless flagged, PlayMove in one step.
MoveCharge OnMove(const TimeControl& control, ClockState& clock, int side,
                  const MoveTiming& timing, const Outages& outages = {});

// Everything stops at `at`: what the running side had used is taken off (not below 0, with the
// delay respected), so that the state shows the final clocks. No effect if nothing runs.
void Stop(const TimeControl& control, ClockState& clock, TimeMs at, const Outages& outages = {});

// The running turn is interrupted and resumed; what it had used stays used.
void Pause(ClockState& clock, TimeMs at);
void Resume(ClockState& clock, TimeMs at);

// Gives `side` more time (main time or the move's allowance), at any moment.
void AddTime(ClockState& clock, int side, DurationMs ms);

// The time `side` may still use in a turn that begins now with nothing spent: remaining time, delay
// and periods together.
DurationMs TurnBudgetMs(const TimeControl& control, const SideClock& clock, int side);

// When the running side's time is used up, outages on the way included; none if nothing runs.
std::optional<TimeMs> FlagDeadline(const TimeControl& control, const ClockState& clock,
                                   const Outages& outages = {});

// A flag may be decided at `now`: the deadline, the lag the player may still claim and the error of
// our clock have passed, and no outage is open or ended less than a second ago.
bool FlagDecidable(TimeMs now, TimeMs deadline, DurationMs quota_ms, DurationMs clock_error_ms,
                   const Outages& outages = {});
// The first instant at which FlagDecidable can hold (kStillOpen: not known yet).
TimeMs FlagDecidableAt(TimeMs now, TimeMs deadline, DurationMs quota_ms,
                       DurationMs clock_error_ms, const Outages& outages = {});

// What a player sees at `now`: time left (main time, or of the present period), periods left.
struct Reading {
  std::array<DurationMs, 2> remaining_ms{};
  std::array<int, 2> periods{};
  int running = kNobody;
};
Reading ReadClock(const TimeControl& control, const ClockState& clock, TimeMs now,
                  const Outages& outages = {});

}  // namespace chess::timecontrol
