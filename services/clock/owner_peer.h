#pragma once
// A service that owns deadlines, over gRPC. Calls return at once; `done` runs on a gRPC thread,
// exactly once, and must not block. Thread-safe. Must outlive its calls.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace chess::clock {

struct ListedDeadline {
  std::string key;
  base::TimeMs due_ms = 0;
};

struct Listing {
  std::vector<ListedDeadline> deadlines;  // soonest first
  base::TimeMs now_ms = 0;                // the owner's game time
  bool complete = false;                  // nothing before the asked time was left out
};

struct Delivery {
  enum class Outcome { kDone, kGone, kNotYet } outcome = Outcome::kGone;
  base::TimeMs at_ms = 0;  // kNotYet
};

class OwnerPeer {
 public:
  // `targets`: the internal addresses of the owner's replicas, comma-separated; the next one is
  // used after one was UNAVAILABLE.
  OwnerPeer(const std::string& name, const std::string& targets, const std::string& secret);
  ~OwnerPeer();

  const std::string& name() const { return name_; }
  void ListDue(base::TimeMs before_ms, std::function<void(base::Result<Listing>)> done);
  void Deliver(const std::string& key, base::TimeMs due_ms,
               std::function<void(base::Result<Delivery>)> done);

 private:
  struct Impl;
  std::string name_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::clock
