#pragma once
// The armed deadlines of one clock replica: a value, told the time. One timer for each thing that
// has a deadline; a newer deadline of the same thing replaces the older. Not thread-safe.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace chess::clock {

struct DeadlineId {
  int owner = 0;    // index among the configured owners
  std::string key;  // the owner's
  auto operator<=>(const DeadlineId&) const = default;
};

struct DueDeadline {
  DeadlineId id;
  base::TimeMs due_ms = 0;   // as the owner listed it
  base::TimeMs fire_ms = 0;  // when it was to be delivered; the same unless put off
  int attempts = 0;          // failed deliveries before
};

class DeadlineTable {
 public:
  explicit DeadlineTable(size_t limit) : limit_(limit) {}

  // Arms a deadline. The same one again changes nothing; while the thing's last deadline is under
  // way the new one waits for its end. False if the table is full (the sweep will bring it again).
  bool Arm(const DeadlineId& id, base::TimeMs due_ms);
  // Takes those to be delivered at `now_ms`, soonest first, at most `most`; they count as under way
  // until Done, PutOff or Failed is called.
  std::vector<DueDeadline> TakeDue(base::TimeMs now_ms, size_t most);
  // When the next one is to be delivered; INT64_MAX if none is armed.
  base::TimeMs NextMs() const;

  // Delivered, or gone.
  void Done(const DeadlineId& id);
  // Not to be delivered before `at_ms`: the owner says so, or another replica has it for now.
  void PutOff(const DeadlineId& id, base::TimeMs at_ms);
  // The delivery failed: again after a pause of 20 ms that doubles up to a second.
  void Failed(const DeadlineId& id, base::TimeMs now_ms);

  // Forgetting what an owner no longer lists: Mark before the owner is asked, then Arm all it
  // lists, then Prune with that mark and the end of what was asked for. Whatever was armed after
  // the mark, or is under way, stays.
  uint64_t Mark() const { return stamp_; }
  void Prune(int owner, uint64_t mark, base::TimeMs before_ms);

  size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    base::TimeMs due_ms = 0;
    base::TimeMs fire_ms = 0;
    base::TimeMs next_due_ms = 0;  // came while this one was under way; 0: none
    uint64_t stamp = 0;            // of the last Arm
    int attempts = 0;
    bool under_way = false;
  };
  using Entries = std::map<DeadlineId, Entry>;
  void Schedule(Entries::iterator at, base::TimeMs fire_ms);
  void Resume(Entries::iterator at, base::TimeMs fire_ms);

  size_t limit_;
  uint64_t stamp_ = 0;
  Entries entries_;
  std::set<std::pair<base::TimeMs, DeadlineId>> order_;  // those not under way
};

}  // namespace chess::clock
