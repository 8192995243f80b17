#pragma once
// Game time: Postgres' clock as seen from this process, with a bound on the error.
//
// A thread asks Postgres for its time each second over a connection of its own. A sample taken
// between steady instants a and b has offset = server - (a+b)/2 and error (b-a)/2; the kept sample
// is the one with the smallest error after ageing (drift of the steady clock, 100 ppm). Between
// samples the steady clock carries on, also while Postgres is away; then ErrorMs grows.

#include <cstdint>
#include <functional>
#include <memory>

#include "base/clock.h"
#include "postgres/pool.h"

namespace chess::postgres {

inline constexpr double kMaxTimeErrorMs = 5.0;  // above it a service is not ready

class TimeSource : public base::Clock {
 public:
  // Starts the thread. `options` gives the address; one connection is used.
  explicit TimeSource(PoolOptions options, int interval_ms = 1000);
  ~TimeSource() override;

  // Game time. Before the first sample: the machine's own clock. Never runs backwards by more than
  // the error bound. Thread-safe, one atomic load.
  base::TimeMs NowMs() const override;
  int64_t SteadyNs() const override;
  // Bound of |NowMs - Postgres' time| in ms, now; 1e9 before the first sample.
  double ErrorMs() const;
  bool Ready() const { return ErrorMs() <= kMaxTimeErrorMs; }
  // Waits for the first good sample; false if not within `timeout_ms`.
  bool WaitReady(int timeout_ms) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::postgres
