#include "timecontrol/outages.h"

#include <algorithm>

namespace chess::timecontrol {

void Outages::Add(Outage outage) {
  if (outage.end <= outage.start) return;
  std::vector<Outage> merged;
  merged.reserve(list_.size() + 1);
  for (const Outage& other : list_) {
    if (other.end < outage.start || other.start > outage.end) {
      merged.push_back(other);
    } else {
      outage.start = std::min(outage.start, other.start);
      outage.end = std::max(outage.end, other.end);
    }
  }
  const auto place = std::upper_bound(
      merged.begin(), merged.end(), outage,
      [](const Outage& a, const Outage& b) { return a.start < b.start; });
  merged.insert(place, outage);
  list_ = std::move(merged);
}

void Outages::Close(TimeMs end) {
  if (list_.empty() || list_.back().end != kStillOpen) return;
  list_.back().end = end;
  if (end <= list_.back().start) list_.pop_back();
}

void Outages::Forget(TimeMs time) {
  std::erase_if(list_, [time](const Outage& outage) { return outage.end < time; });
}

DurationMs Outages::OverlapMs(TimeMs from, TimeMs to) const {
  DurationMs total = 0;
  for (const Outage& outage : list_) {
    const TimeMs begin = std::max(from, outage.start);
    const TimeMs end = std::min(to, outage.end);
    if (end > begin) total += end - begin;
  }
  return total;
}

TimeMs Outages::EndOf(TimeMs from, DurationMs budget_ms) const {
  TimeMs end = from + budget_ms;
  for (const Outage& outage : list_) {
    if (outage.end <= from) continue;
    // The list is sorted, so the first outage that begins after the end changes nothing any more.
    if (outage.start >= end) break;
    if (outage.end == kStillOpen) return kStillOpen;
    end += outage.end - std::max(outage.start, from);
  }
  return end;
}

std::optional<TimeMs> Outages::SettlingUntil(TimeMs now) const {
  for (const Outage& outage : list_) {
    if (now < outage.start) break;
    if (outage.end == kStillOpen) return kStillOpen;
    if (now < outage.end + kAfterOutageMs) return outage.end + kAfterOutageMs;
  }
  return std::nullopt;
}

}  // namespace chess::timecontrol
