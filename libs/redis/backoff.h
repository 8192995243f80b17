#pragma once
// When to try again: 50 ms after the first failure, doubling to 1 s; and who is told that there is
// something to try again. Not thread-safe.

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace chess::redis {

class Backoff {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `on_state`: as in Options; may be empty.
  explicit Backoff(std::function<void(const std::string&)> on_state = nullptr)
      : on_state_(std::move(on_state)) {}

  // True if an attempt may be made at `now`.
  bool May(Time now) const { return now >= next_; }
  Time next() const { return next_; }
  void Failed(Time now, const std::string& why) {
    next_ = now + pause_;
    pause_ = std::min(pause_ * 2, kLongest);
    Tell(true, "down: " + why);
  }
  void Succeeded() {
    next_ = {};
    pause_ = kFirst;
    Tell(false, "up");
  }

 private:
  void Tell(bool down, const std::string& state) {
    if (std::exchange(down_, down) != down && on_state_) on_state_(state);
  }

  static constexpr std::chrono::milliseconds kFirst{50}, kLongest{1000};
  std::chrono::milliseconds pause_ = kFirst;
  Time next_{};
  bool down_ = false;
  std::function<void(const std::string&)> on_state_;
};

}  // namespace chess::redis
