#pragma once
// Makes things happen when nobody acts. Each second every owner is asked for what is due within the
// next five; that goes into timers, and each is delivered when its time has come: never early, at
// least once. Nothing is remembered elsewhere, so a replica that starts, or Redis emptied, changes
// nothing but who delivers. One thread; gRPC's threads bring the answers.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "clock/deadline_bus.h"
#include "clock/game_time.h"
#include "clock/metrics.h"
#include "clock/owner_peer.h"
#include "redis/reply.h"

namespace chess::clock {

struct SweeperOptions {
  int sweep_interval_ms = 1000;
  int window_ms = 5000;
};

class Sweeper {
 public:
  // Starts at once. `machine`, `time`, `metrics` and the owners must outlive it.
  Sweeper(const SweeperOptions& options, const redis::Options& redis, const base::Clock& machine,
          GameTime& time, std::vector<std::unique_ptr<OwnerPeer>>& owners, Metrics& metrics);
  // Stop().
  ~Sweeper();
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  // Delivers no more, waits for what is under way (each call has a time-out). Idempotent.
  void Stop();
  // Deadlines in timers now.
  size_t armed() const;
  // How long the most overdue of them has been due and not delivered; 0: none is. While no owner
  // has told the time, since the start: then nothing can be delivered.
  double OverdueSeconds() const;
  // Shows the bus, which ends with Stop: not called then.
  void LookAtBus(const std::function<void(const DeadlineBus&)>& look) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::clock
