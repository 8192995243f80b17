#include "clock/deadline_table.h"

#include <algorithm>
#include <cstdint>

namespace chess::clock {
namespace {

constexpr base::DurationMs kFirstPauseMs = 20;
constexpr base::DurationMs kLongestPauseMs = 1000;

}  // namespace

void DeadlineTable::Schedule(Entries::iterator at, base::TimeMs fire_ms) {
  at->second.fire_ms = fire_ms;
  order_.emplace(fire_ms, at->first);
}

bool DeadlineTable::Arm(const DeadlineId& id, base::TimeMs due_ms) {
  auto at = entries_.find(id);
  if (at == entries_.end()) {
    if (entries_.size() >= limit_) return false;
    at = entries_.emplace(id, Entry{}).first;
    at->second.due_ms = due_ms;
    at->second.stamp = ++stamp_;
    Schedule(at, due_ms);
    return true;
  }
  Entry& entry = at->second;
  entry.stamp = ++stamp_;
  if (entry.due_ms == due_ms) return true;
  if (entry.under_way) {
    entry.next_due_ms = due_ms;
    return true;
  }
  order_.erase({entry.fire_ms, id});
  entry.due_ms = due_ms;
  entry.attempts = 0;
  Schedule(at, due_ms);
  return true;
}

std::vector<DueDeadline> DeadlineTable::TakeDue(base::TimeMs now_ms, size_t most) {
  std::vector<DueDeadline> due;
  while (due.size() < most && !order_.empty() && order_.begin()->first <= now_ms) {
    const DeadlineId id = order_.begin()->second;
    order_.erase(order_.begin());
    Entry& entry = entries_.at(id);
    entry.under_way = true;
    due.push_back({id, entry.due_ms, entry.fire_ms, entry.attempts});
  }
  return due;
}

base::TimeMs DeadlineTable::NextMs() const {
  return order_.empty() ? INT64_MAX : order_.begin()->first;
}

// Ends being under way: at `fire_ms`, unless another deadline has come meanwhile.
void DeadlineTable::Resume(Entries::iterator at, base::TimeMs fire_ms) {
  Entry& entry = at->second;
  entry.under_way = false;
  if (entry.next_due_ms == 0) return Schedule(at, fire_ms);
  entry.due_ms = std::exchange(entry.next_due_ms, 0);
  entry.attempts = 0;
  Schedule(at, entry.due_ms);
}

void DeadlineTable::Done(const DeadlineId& id) {
  const auto at = entries_.find(id);
  if (at == entries_.end()) return;
  if (at->second.next_due_ms != 0) {
    Resume(at, 0);
  } else {
    entries_.erase(at);
  }
}

void DeadlineTable::PutOff(const DeadlineId& id, base::TimeMs at_ms) {
  const auto at = entries_.find(id);
  if (at == entries_.end()) return;
  at->second.attempts = 0;
  Resume(at, at_ms);
}

void DeadlineTable::Failed(const DeadlineId& id, base::TimeMs now_ms) {
  const auto at = entries_.find(id);
  if (at == entries_.end()) return;
  const int doublings = std::min(at->second.attempts++, 6);
  Resume(at, now_ms + std::min(kFirstPauseMs << doublings, kLongestPauseMs));
}

void DeadlineTable::Prune(int owner, uint64_t mark, base::TimeMs before_ms) {
  auto at = entries_.lower_bound(DeadlineId{owner, ""});
  while (at != entries_.end() && at->first.owner == owner) {
    const Entry& entry = at->second;
    const bool stays = entry.under_way || entry.stamp > mark || entry.due_ms >= before_ms;
    if (stays) {
      ++at;
      continue;
    }
    order_.erase({entry.fire_ms, at->first});
    at = entries_.erase(at);
  }
}

}  // namespace chess::clock
