#include "timecontrol/clock_state.h"

#include <algorithm>

namespace chess::timecontrol {
namespace {

DurationMs FirstAllowance(const SideControl& control) {
  if (control.stage_count == 0) return control.PerMoveMs();
  const Stage& stage = control.stages[0];
  const bool from_bonus = stage.time_ms == 0 && control.kind != Kind::kDelay;
  return from_bonus ? stage.bonus_ms : stage.time_ms;
}

// The part of the charged time that the clock does not show: a simple delay.
DurationMs DelayOf(const SideControl& control, const SideClock& clock) {
  return control.kind == Kind::kDelay ? control.BonusAt(clock.moves) : 0;
}

// Takes `used_ms` off the clock, running through main time and then byo-yomi periods.
void TakeOff(const SideControl& control, SideClock& clock, DurationMs used_ms) {
  used_ms = std::max<DurationMs>(0, used_ms - DelayOf(control, clock));
  const DurationMs over = used_ms - clock.remaining_ms;
  clock.remaining_ms = std::max<DurationMs>(0, clock.remaining_ms - used_ms);
  if (control.kind == Kind::kByoyomi && over > 0 && control.period_ms > 0) {
    const int64_t gone = over / control.period_ms;
    clock.periods = static_cast<int16_t>(std::max<int64_t>(0, clock.periods - gone));
  }
}

// What a move made in time adds: increments, given-back delay, the next stage, the next day.
void AddAfterMove(const SideControl& control, SideClock& clock, DurationMs used_ms) {
  const DurationMs bonus = control.BonusAt(clock.moves);
  if (control.kind == Kind::kFischer) clock.remaining_ms += bonus;
  if (control.kind == Kind::kBronstein) clock.remaining_ms += std::min(bonus, used_ms);
  if (control.PerMoveMs() > 0) clock.remaining_ms = control.PerMoveMs();
}

void CountMove(const SideControl& control, SideClock& clock) {
  const int before = control.StageAt(clock.moves);
  ++clock.moves;
  const int after = control.StageAt(clock.moves);
  if (control.stage_count > 0 && after != before) {
    clock.remaining_ms += control.stages[after].time_ms;
  }
}

DurationMs RunningMs(const ClockState& clock, TimeMs now, const Outages& outages) {
  if (clock.running == kNobody) return 0;
  const DurationMs stretch = std::max<DurationMs>(0, now - clock.turn_start);
  return clock.turn_spent + stretch - outages.OverlapMs(clock.turn_start, now);
}

}  // namespace

ClockState NewClock(const TimeControl& control) {
  ClockState clock;
  for (int i = 0; i < 2; ++i) {
    const SideControl& side = control.side[i];
    clock.side[i].remaining_ms = FirstAllowance(side);
    clock.side[i].periods = side.periods;
    clock.side[i].lag = LagTracker::Start(LagGainMs(side.EstimatedMs()));
  }
  return clock;
}

void StartTurn(ClockState& clock, int side, TimeMs at) {
  clock.running = static_cast<int8_t>(side);
  clock.paused = kNobody;
  clock.turn_start = at;
  clock.turn_spent = 0;
}

MoveCharge Charge(const TimeControl& control, const ClockState& clock, int side,
                  const MoveTiming& timing, const Outages& outages) {
  MoveCharge charge;
  if (clock.running != side) return charge;
  const DurationMs stretch = std::max<DurationMs>(0, timing.received - clock.turn_start);
  charge.elapsed_ms = clock.turn_spent + stretch;
  charge.credited_ms = outages.OverlapMs(clock.turn_start, timing.received);
  const DurationMs rest = charge.elapsed_ms - charge.credited_ms;
  charge.lag_ms = LagOf(rest, timing.think_ms);
  charge.compensated_ms = clock.side[side].lag.Compensation(charge.lag_ms);
  charge.charged_ms = rest - charge.compensated_ms;
  charge.flagged = charge.charged_ms >= TurnBudgetMs(control, clock.side[side], side);
  return charge;
}

void PlayMove(const TimeControl& control, ClockState& clock, int side, const MoveTiming& timing,
              const MoveCharge& charge) {
  SideClock& mine = clock.side[side];
  const SideControl& rule = control.side[side];
  if (clock.running != side) {
    CountMove(rule, mine);
    return;
  }
  TakeOff(rule, mine, charge.charged_ms);
  AddAfterMove(rule, mine, charge.charged_ms);
  CountMove(rule, mine);
  mine.lag.OnMove(charge.lag_ms, LagGainMs(rule.EstimatedMs()), timing.rtt_ms);
  StartTurn(clock, 1 - side, timing.received);
}

MoveCharge OnMove(const TimeControl& control, ClockState& clock, int side,
                  const MoveTiming& timing, const Outages& outages) {
  const MoveCharge charge = Charge(control, clock, side, timing, outages);
  if (!charge.flagged) PlayMove(control, clock, side, timing, charge);
  return charge;
}

void Stop(const TimeControl& control, ClockState& clock, TimeMs at, const Outages& outages) {
  if (clock.running != kNobody) {
    const int side = clock.running;
    TakeOff(control.side[side], clock.side[side], RunningMs(clock, at, outages));
  }
  clock.running = kNobody;
  clock.paused = kNobody;
  clock.turn_spent = 0;
}

void Pause(ClockState& clock, TimeMs at) {
  if (clock.running == kNobody) return;
  clock.turn_spent += std::max<DurationMs>(0, at - clock.turn_start);
  clock.paused = clock.running;
  clock.running = kNobody;
}

void Resume(ClockState& clock, TimeMs at) {
  if (clock.paused == kNobody) return;
  clock.running = clock.paused;
  clock.paused = kNobody;
  clock.turn_start = at;
}

void AddTime(ClockState& clock, int side, DurationMs ms) { clock.side[side].remaining_ms += ms; }

DurationMs TurnBudgetMs(const TimeControl& control, const SideClock& clock, int side) {
  const SideControl& rule = control.side[side];
  return clock.remaining_ms + DelayOf(rule, clock) + clock.periods * rule.period_ms;
}

std::optional<TimeMs> FlagDeadline(const TimeControl& control, const ClockState& clock,
                                   const Outages& outages) {
  if (clock.running == kNobody) return std::nullopt;
  const DurationMs budget = TurnBudgetMs(control, clock.side[clock.running], clock.running);
  return outages.EndOf(clock.turn_start, std::max<DurationMs>(0, budget - clock.turn_spent));
}

TimeMs FlagDecidableAt(TimeMs now, TimeMs deadline, DurationMs quota_ms,
                       DurationMs clock_error_ms, const Outages& outages) {
  if (deadline == kStillOpen) return kStillOpen;
  const TimeMs due = deadline + std::clamp<DurationMs>(quota_ms, 0, kMaxFlagGraceMs) +
                     std::max<DurationMs>(0, clock_error_ms);
  const TimeMs at = std::max(now, due);
  const std::optional<TimeMs> settled = outages.SettlingUntil(at);
  return settled ? *settled : due;
}

bool FlagDecidable(TimeMs now, TimeMs deadline, DurationMs quota_ms, DurationMs clock_error_ms,
                   const Outages& outages) {
  return FlagDecidableAt(now, deadline, quota_ms, clock_error_ms, outages) <= now;
}

Reading ReadClock(const TimeControl& control, const ClockState& clock, TimeMs now,
                  const Outages& outages) {
  Reading reading;
  reading.running = clock.running;
  for (int i = 0; i < 2; ++i) {
    const SideControl& rule = control.side[i];
    SideClock side = clock.side[i];
    DurationMs into_period = 0;
    const bool mine = clock.running == i;
    const DurationMs used = mine ? RunningMs(clock, now, outages)
                                 : (clock.paused == i ? clock.turn_spent : 0);
    if (rule.kind == Kind::kByoyomi && rule.period_ms > 0) {
      into_period = std::max<DurationMs>(0, used - side.remaining_ms) % rule.period_ms;
    }
    TakeOff(rule, side, used);
    const bool in_period = side.remaining_ms == 0 && side.periods > 0 && rule.period_ms > 0;
    reading.remaining_ms[i] = in_period ? rule.period_ms - into_period : side.remaining_ms;
    reading.periods[i] = side.periods;
  }
  return reading;
}

}  // namespace chess::timecontrol
