#pragma once
// Time as an argument. Wall time is milliseconds since the Unix epoch (UTC); durations are
// milliseconds. Nothing below floor 3 reads a clock: it is given the time.

#include <atomic>
#include <cstdint>

namespace chess::base {

using TimeMs = int64_t;      // milliseconds since 1970-01-01 00:00 UTC
using DurationMs = int64_t;  // milliseconds

class Clock {
 public:
  virtual ~Clock() = default;
  // Wall time, thread-safe. Game code uses game time (Postgres time) instead; see services/game.
  virtual TimeMs NowMs() const = 0;
  // Monotonic nanoseconds, for measuring durations only.
  virtual int64_t SteadyNs() const = 0;
};

// The machine's clocks. One instance for the process.
const Clock& SystemClock();

// A clock that stands still until told. Thread-safe.
class FakeClock : public Clock {
 public:
  explicit FakeClock(TimeMs start) : now_(start) {}
  TimeMs NowMs() const override { return now_.load(); }
  int64_t SteadyNs() const override { return now_.load() * 1'000'000; }
  void Advance(DurationMs by) { now_.fetch_add(by); }
  void Set(TimeMs to) { now_.store(to); }

 private:
  std::atomic<TimeMs> now_;
};

}  // namespace chess::base
