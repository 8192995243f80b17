#pragma once
// When to try again: 50 ms after the first failure, doubling to 1 s. Not thread-safe.

#include <algorithm>
#include <chrono>

namespace chess::redis {

class Backoff {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // True if an attempt may be made at `now`.
  bool May(Time now) const { return now >= next_; }
  Time next() const { return next_; }
  void Failed(Time now) {
    next_ = now + pause_;
    pause_ = std::min(pause_ * 2, kLongest);
  }
  void Succeeded() {
    next_ = {};
    pause_ = kFirst;
  }

 private:
  static constexpr std::chrono::milliseconds kFirst{50}, kLongest{1000};
  std::chrono::milliseconds pause_ = kFirst;
  Time next_{};
};

}  // namespace chess::redis
