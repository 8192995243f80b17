#pragma once
// Lag compensation under a quota (the figures of scalachess `LagTracker`): the network's share of a
// move is given back as long as the player's quota lasts; a client cannot claim without bound.

#include <optional>

#include "base/clock.h"

namespace chess::timecontrol {

using base::DurationMs;

inline constexpr DurationMs kMaxLagGainMs = 1000;
inline constexpr DurationMs kRttAllowanceMs = 140;  // a gain is at most the round trip plus this
inline constexpr DurationMs kMaxFlagGraceMs = 2000;  // what a flag leaves for lag, at most

// What a move adds to the quota: min(100, seconds * 2/5 + 15) centiseconds, of the estimated
// duration of the control (SideControl::EstimatedMs). Never negative.
DurationMs LagGainMs(DurationMs estimated_ms);

// One player's quota. A value of eight bytes.
struct LagTracker {
  DurationMs quota_ms = 0;

  bool operator==(const LagTracker&) const = default;

  // The quota at the start: three gains.
  static LagTracker Start(DurationMs gain_ms) { return LagTracker{3 * gain_ms}; }

  // What may be given back for a lag (below 0 counts as 0).
  DurationMs Compensation(DurationMs lag_ms) const;

  // Gives back and refills: quota += min(gain, rtt + 140 ms) - compensated, never above seven
  // gains. `rtt_ms`: the measured round trip, if known. Returns what was compensated.
  DurationMs OnMove(DurationMs lag_ms, DurationMs gain_ms, std::optional<DurationMs> rtt_ms);

  // What a flag must leave the player for a move that may be on its way: min(quota, 2 s).
  DurationMs FlagGraceMs() const;
};

// The lag of a move: what the server measured minus what the client says it thought, within
// [0, elapsed]. Without a report the lag is 0.
DurationMs LagOf(DurationMs elapsed_ms, std::optional<DurationMs> think_ms);

}  // namespace chess::timecontrol
