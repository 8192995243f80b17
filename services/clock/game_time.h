#pragma once
// Game time without Postgres: the owners of deadlines say what time it is with every answer, and
// the machine's steady clock carries on between answers. Thread-safe.

#include <mutex>

#include "base/clock.h"

namespace chess::clock {

class GameTime {
 public:
  // `machine` must outlive this; only its steady clock is used.
  explicit GameTime(const base::Clock& machine) : machine_(machine) {}

  // An owner answered `server_ms` (rounded down) to a call made at steady instant `before_ns` and
  // ended at `after_ns`. The best sample is kept: the one with the smallest error now, which ages
  // by 100 ppm, the drift of a steady clock.
  void Sample(int64_t before_ns, base::TimeMs server_ms, int64_t after_ns);

  // True once anybody has answered.
  bool Known() const;
  // The most likely game time, in nanoseconds and milliseconds. Needs Known().
  int64_t NowNs() const;
  base::TimeMs NowMs() const { return NowNs() / 1'000'000; }
  // Bound of the error now, in nanoseconds. Needs Known().
  int64_t ErrorNs() const;

 private:
  struct Kept {
    int64_t offset_ns = 0;
    int64_t error_ns = 0;
    int64_t at_ns = 0;
  };
  int64_t ErrorAt(const Kept& kept, int64_t steady_ns) const;

  const base::Clock& machine_;
  mutable std::mutex mutex_;
  Kept kept_;
  bool known_ = false;
};

}  // namespace chess::clock
