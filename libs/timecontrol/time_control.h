#pragma once
// How much time each side has: a value. Validation with reasons, speed classes, first-move limits.
// Sides are indices: 0 White, 1 Black. All durations are int64 milliseconds. Pure; thread-safe.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace chess::timecontrol {

using base::DurationMs;
using base::TimeMs;

inline constexpr int kWhite = 0;
inline constexpr int kBlack = 1;
inline constexpr int kNobody = -1;

inline constexpr DurationMs kSecondMs = 1000;
inline constexpr DurationMs kDayMs = 24LL * 3600 * 1000;

// Limits of a valid control (Validate).
inline constexpr int kMaxStages = 4;
inline constexpr int kMaxStageMoves = 200;
inline constexpr DurationMs kMinTotalMs = kSecondMs;        // time for the first move to count
inline constexpr DurationMs kMaxStageTimeMs = kDayMs;       // one stage's time
inline constexpr DurationMs kMaxBonusMs = 600 * kSecondMs;  // increment or delay a move
inline constexpr int kMaxPeriods = 30;
inline constexpr DurationMs kMaxPeriodMs = 600 * kSecondMs;
inline constexpr int kMaxDays = 30;

enum class Kind : uint8_t {
  kNone,            // no clock; base::kUntimedMoveMs a move so that every game ends
  kFischer,         // stages; the bonus is added after every move (also "no increment": bonus 0)
  kDelay,           // simple (US) delay: the first `bonus_ms` of each move are not charged
  kBronstein,       // what a move used is given back, up to `bonus_ms`
  kByoyomi,         // one stage of main time, then `periods` periods of `period_ms`
  kCorrespondence,  // `days` for each move
};

// One stretch of a control: `time_ms` for `moves` moves (0: for the rest of the game).
struct Stage {
  int32_t moves = 0;
  DurationMs time_ms = 0;
  DurationMs bonus_ms = 0;
  bool operator==(const Stage&) const = default;
};

// The control of one side.
struct SideControl {
  Kind kind = Kind::kNone;
  uint8_t stage_count = 0;   // 0 for kNone and kCorrespondence
  int16_t periods = 0;       // byo-yomi only
  int16_t days = 0;          // correspondence only
  DurationMs period_ms = 0;  // byo-yomi only
  std::array<Stage, kMaxStages> stages{};

  bool operator==(const SideControl&) const = default;

  // The stage that the side's next move belongs to after `moves_made` moves of that side.
  int StageAt(int moves_made) const;
  // The bonus (increment or delay) of the side's next move after `moves_made` moves.
  DurationMs BonusAt(int moves_made) const;
  // The allowance of every single move of kNone and kCorrespondence; 0 for the others.
  DurationMs PerMoveMs() const;
  // Estimated duration of 40 moves: the time of the stages that begin within them, plus 40 bonuses
  // (lichess/scalachess `estimateTotalSeconds`); byo-yomi counts 25 periods. 0 for kNone and
  // kCorrespondence.
  DurationMs EstimatedMs() const;
};

// Both sides' controls. Default: no clock.
struct TimeControl {
  std::array<SideControl, 2> side{};

  bool operator==(const TimeControl&) const = default;
  // True if neither kNone nor kCorrespondence: a clock in the usual sense.
  bool real_time() const;
  bool untimed() const { return side[0].kind == Kind::kNone; }
};

// Makers for the usual cases, the same for both sides. They do not validate.
TimeControl Untimed();
TimeControl Fischer(DurationMs initial_ms, DurationMs increment_ms);
TimeControl SimpleDelay(DurationMs initial_ms, DurationMs delay_ms);
TimeControl Bronstein(DurationMs initial_ms, DurationMs delay_ms);
TimeControl Byoyomi(DurationMs main_ms, int periods, DurationMs period_ms);
TimeControl Correspondence(int days);

// Ok, or INVALID_ARGUMENT with reason TIME_CONTROL_INVALID, a sentence, and metadata
// {field, value, min, max} for the first thing that is out of its limits. Both sides must be of the
// same family: none with none, correspondence with correspondence.
base::Status Validate(const TimeControl& control);

// Speed classes by estimated duration (scalachess `Speed`): ultrabullet < 30 s, bullet < 180,
// blitz < 480, rapid < 1500, classical < 21600, else correspondence (also: no clock).
enum class Speed : uint8_t { kUltrabullet, kBullet, kBlitz, kRapid, kClassical, kCorrespondence };
inline constexpr int kSpeedCount = 6;

Speed SpeedOf(DurationMs estimated_ms);
// The speed of the side with more time.
Speed SpeedOf(const TimeControl& control);
std::string_view SpeedName(Speed speed);  // "ultrabullet" … "correspondence"

// How long a player may take for the very first move before the game is aborted: 15, 20, 25, 30,
// 35 s by speed, a quarter more where the start position has to be studied (`unfamiliar`, e.g.
// Chess960). Without a clock and in correspondence: the allowance of one move.
DurationMs FirstMoveMs(const TimeControl& control, bool unfamiliar);

}  // namespace chess::timecontrol
