#pragma once
// Waiting for a condition instead of sleeping: polls each millisecond.

#include <chrono>
#include <functional>
#include <thread>

namespace chess::testing {

// True as soon as `condition` holds, false if it does not within `timeout_ms`.
inline bool WaitFor(const std::function<bool()>& condition, int timeout_ms = 10'000) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= deadline) return condition();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace chess::testing
