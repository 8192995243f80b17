#include "timecontrol/lag.h"

#include <algorithm>

namespace chess::timecontrol {

DurationMs LagGainMs(DurationMs estimated_ms) {
  const int64_t seconds = std::max<int64_t>(0, estimated_ms / 1000);
  const int64_t centis = seconds * 2 / 5 + 15;
  return std::min(kMaxLagGainMs, centis * 10);
}

DurationMs LagTracker::Compensation(DurationMs lag_ms) const {
  return std::clamp<DurationMs>(lag_ms, 0, std::max<DurationMs>(0, quota_ms));
}

DurationMs LagTracker::OnMove(DurationMs lag_ms, DurationMs gain_ms,
                              std::optional<DurationMs> rtt_ms) {
  const DurationMs compensated = Compensation(lag_ms);
  DurationMs gain = gain_ms;
  // Brought into a sane range first: the figure comes from outside.
  if (rtt_ms) gain = std::min(gain, std::clamp<DurationMs>(*rtt_ms, 0, gain_ms) + kRttAllowanceMs);
  quota_ms = std::min(quota_ms + gain - compensated, 7 * gain_ms);
  return compensated;
}

DurationMs LagTracker::FlagGraceMs() const {
  return std::clamp<DurationMs>(quota_ms, 0, kMaxFlagGraceMs);
}

DurationMs LagOf(DurationMs elapsed_ms, std::optional<DurationMs> think_ms) {
  if (!think_ms || elapsed_ms <= 0) return 0;
  // A negative report is no report of lag beyond the time that passed.
  return std::max<DurationMs>(0, elapsed_ms - std::max<DurationMs>(0, *think_ms));
}

}  // namespace chess::timecontrol
