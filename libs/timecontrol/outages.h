#pragma once
// Times at which no game could have accepted a move. A running clock is not charged for them, and
// no flag falls in them or within a second after. See docs/architecture.md, "Time".

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/clock.h"

namespace chess::timecontrol {

using base::DurationMs;
using base::TimeMs;

inline constexpr TimeMs kStillOpen = std::numeric_limits<TimeMs>::max();
inline constexpr DurationMs kAfterOutageMs = 1000;  // no flag this long after an outage

// [start, end); end is kStillOpen while the outage lasts.
struct Outage {
  TimeMs start = 0;
  TimeMs end = 0;
  bool operator==(const Outage&) const = default;
};

// A sorted list of disjoint outages. A value; not thread-safe while it is changed.
class Outages {
 public:
  Outages() = default;
  // Adds one; overlapping and touching ones are merged. Empty or backward ones are ignored.
  void Add(Outage outage);
  // Closes the open outage, if there is one, at `end` (dropping it if it would be empty).
  void Close(TimeMs end);
  // Forgets those that ended before `time`.
  void Forget(TimeMs time);

  const std::vector<Outage>& list() const { return list_; }
  bool empty() const { return list_.empty(); }

  // Milliseconds of [from, to) that lie in outages.
  DurationMs OverlapMs(TimeMs from, TimeMs to) const;

  // The instant at which a clock that runs from `from` with `budget_ms` left is used up: from +
  // budget, later by every outage on the way. kStillOpen if an open outage comes first.
  TimeMs EndOf(TimeMs from, DurationMs budget_ms) const;

  // If `now` lies in an outage or within kAfterOutageMs after one: when flags may fall again
  // (kStillOpen while the outage is open).
  std::optional<TimeMs> SettlingUntil(TimeMs now) const;

 private:
  std::vector<Outage> list_;
};

}  // namespace chess::timecontrol
