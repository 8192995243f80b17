#include "timecontrol/time_control.h"

#include <algorithm>
#include <string>

#include "base/limits.h"

namespace chess::timecontrol {
namespace {

constexpr int kEstimatedMoves = 40;        // a game's length, for the estimate
constexpr int kEstimatedPeriodMoves = 25;  // moves of it that are played in byo-yomi

TimeControl Both(const SideControl& side) { return TimeControl{{side, side}}; }

SideControl OneStage(Kind kind, DurationMs time_ms, DurationMs bonus_ms) {
  SideControl side;
  side.kind = kind;
  side.stage_count = 1;
  side.stages[0] = Stage{0, time_ms, bonus_ms};
  return side;
}

base::Status Within(std::string_view field, int64_t value, int64_t min, int64_t max) {
  if (value >= min && value <= max) return {};
  base::Error error = base::MakeError(
      base::Code::kInvalidArgument, "TIME_CONTROL_INVALID",
      "The time control's " + std::string(field) + " is " + std::to_string(value) +
          "; it must be from " + std::to_string(min) + " to " + std::to_string(max) + ".");
  error.metadata = {{"field", std::string(field)},
                    {"value", std::to_string(value)},
                    {"min", std::to_string(min)},
                    {"max", std::to_string(max)}};
  return error;
}

base::Status ValidateStages(const SideControl& side) {
  if (auto s = Within("stage_count", side.stage_count, 1, kMaxStages); !s.ok()) return s;
  for (int i = 0; i < side.stage_count; ++i) {
    const Stage& stage = side.stages[i];
    // Only the last stage is open-ended; all before it say how many moves they last.
    const bool last = i + 1 == side.stage_count;
    if (auto s = Within("moves", stage.moves, last ? 0 : 1, last ? 0 : kMaxStageMoves); !s.ok()) {
      return s;
    }
    const DurationMs least = i == 0 ? 0 : 1;
    if (auto s = Within("time_ms", stage.time_ms, least, kMaxStageTimeMs); !s.ok()) return s;
    if (auto s = Within("bonus_ms", stage.bonus_ms, 0, kMaxBonusMs); !s.ok()) return s;
  }
  const Stage& first = side.stages[0];
  // In byo-yomi a period can stand for the main time.
  const DurationMs start =
      first.time_ms + first.bonus_ms + (side.kind == Kind::kByoyomi ? side.period_ms : 0);
  return Within("time_ms", start, kMinTotalMs, kMaxStageTimeMs + kMaxBonusMs + kMaxPeriodMs);
}

base::Status ValidateSide(const SideControl& side) {
  switch (side.kind) {
    case Kind::kNone:
      return Within("stage_count", side.stage_count, 0, 0);
    case Kind::kCorrespondence:
      if (auto s = Within("stage_count", side.stage_count, 0, 0); !s.ok()) return s;
      return Within("days", side.days, 1, kMaxDays);
    case Kind::kByoyomi:
      if (auto s = Within("periods", side.periods, 1, kMaxPeriods); !s.ok()) return s;
      if (auto s = Within("period_ms", side.period_ms, kSecondMs, kMaxPeriodMs); !s.ok()) return s;
      if (auto s = Within("stage_count", side.stage_count, 1, 1); !s.ok()) return s;
      return ValidateStages(side);
    case Kind::kFischer:
    case Kind::kDelay:
    case Kind::kBronstein:
      return ValidateStages(side);
  }
  return Within("kind", static_cast<int>(side.kind), 0, static_cast<int>(Kind::kCorrespondence));
}

}  // namespace

int SideControl::StageAt(int moves_made) const {
  int end = 0;
  for (int i = 0; i + 1 < stage_count; ++i) {
    end += stages[i].moves;
    if (moves_made < end) return i;
  }
  return stage_count == 0 ? 0 : stage_count - 1;
}

DurationMs SideControl::BonusAt(int moves_made) const {
  return stage_count == 0 ? 0 : stages[StageAt(moves_made)].bonus_ms;
}

DurationMs SideControl::PerMoveMs() const {
  if (kind == Kind::kNone) return base::kUntimedMoveMs;
  if (kind == Kind::kCorrespondence) return days * kDayMs;
  return 0;
}

DurationMs SideControl::EstimatedMs() const {
  if (kind == Kind::kNone || kind == Kind::kCorrespondence) return 0;
  DurationMs total = 0;
  int begin = 0;
  for (int i = 0; i < stage_count && begin < kEstimatedMoves; ++i) {
    const bool last = i + 1 == stage_count;
    const int end = last ? kEstimatedMoves : std::min(begin + stages[i].moves, kEstimatedMoves);
    total += stages[i].time_ms + stages[i].bonus_ms * (end - begin);
    begin = end;
  }
  if (kind == Kind::kByoyomi) total += kEstimatedPeriodMoves * period_ms;
  return total;
}

bool TimeControl::real_time() const {
  return side[0].kind != Kind::kNone && side[0].kind != Kind::kCorrespondence;
}

TimeControl Untimed() { return TimeControl{}; }

TimeControl Fischer(DurationMs initial_ms, DurationMs increment_ms) {
  return Both(OneStage(Kind::kFischer, initial_ms, increment_ms));
}

TimeControl SimpleDelay(DurationMs initial_ms, DurationMs delay_ms) {
  return Both(OneStage(Kind::kDelay, initial_ms, delay_ms));
}

TimeControl Bronstein(DurationMs initial_ms, DurationMs delay_ms) {
  return Both(OneStage(Kind::kBronstein, initial_ms, delay_ms));
}

TimeControl Byoyomi(DurationMs main_ms, int periods, DurationMs period_ms) {
  SideControl side = OneStage(Kind::kByoyomi, main_ms, 0);
  side.periods = static_cast<int16_t>(periods);
  side.period_ms = period_ms;
  return Both(side);
}

TimeControl Correspondence(int days) {
  SideControl side;
  side.kind = Kind::kCorrespondence;
  side.days = static_cast<int16_t>(days);
  return Both(side);
}

base::Status Validate(const TimeControl& control) {
  for (const SideControl& side : control.side) {
    if (auto s = ValidateSide(side); !s.ok()) return s;
  }
  const Kind white = control.side[kWhite].kind;
  const Kind black = control.side[kBlack].kind;
  const bool per_move = !control.real_time();
  const bool black_per_move = black == Kind::kNone || black == Kind::kCorrespondence;
  if ((per_move || black_per_move) && white != black) {
    base::Error error = base::MakeError(
        base::Code::kInvalidArgument, "TIME_CONTROL_INVALID",
        "One side cannot play by the clock, without one, or by days a move while the other does "
        "not.");
    error.metadata = {{"field", "kind"}};
    return error;
  }
  return {};
}

Speed SpeedOf(DurationMs estimated_ms) {
  const int64_t seconds = estimated_ms / kSecondMs;
  if (seconds < 30) return Speed::kUltrabullet;
  if (seconds < 180) return Speed::kBullet;
  if (seconds < 480) return Speed::kBlitz;
  if (seconds < 1500) return Speed::kRapid;
  if (seconds < 21'600) return Speed::kClassical;
  return Speed::kCorrespondence;
}

Speed SpeedOf(const TimeControl& control) {
  if (!control.real_time()) return Speed::kCorrespondence;
  return SpeedOf(std::max(control.side[kWhite].EstimatedMs(), control.side[kBlack].EstimatedMs()));
}

std::string_view SpeedName(Speed speed) {
  constexpr std::string_view kNames[kSpeedCount] = {"ultrabullet", "bullet",    "blitz",
                                                    "rapid",       "classical", "correspondence"};
  return kNames[static_cast<int>(speed)];
}

DurationMs FirstMoveMs(const TimeControl& control, bool unfamiliar) {
  if (!control.real_time()) return control.side[kWhite].PerMoveMs();
  // A clock so long that it counts as correspondence still gets what classical gets.
  constexpr DurationMs kSeconds[kSpeedCount] = {15, 20, 25, 30, 35, 35};
  const DurationMs limit = kSeconds[static_cast<int>(SpeedOf(control))] * kSecondMs;
  return unfamiliar ? limit * 5 / 4 : limit;
}

}  // namespace chess::timecontrol
