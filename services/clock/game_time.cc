#include "clock/game_time.h"

namespace chess::clock {
namespace {

constexpr int64_t kDriftPerMillion = 100;
constexpr int64_t kHalfMs = 500'000;

}  // namespace

int64_t GameTime::ErrorAt(const Kept& kept, int64_t steady_ns) const {
  return kept.error_ns + (steady_ns - kept.at_ns) / 1'000'000 * kDriftPerMillion;
}

void GameTime::Sample(int64_t before_ns, base::TimeMs server_ms, int64_t after_ns) {
  Kept fresh;
  // Rounded down, so the true time was half a millisecond later, give or take as much.
  fresh.offset_ns = server_ms * 1'000'000 + kHalfMs - (before_ns + (after_ns - before_ns) / 2);
  fresh.error_ns = (after_ns - before_ns) / 2 + kHalfMs;
  fresh.at_ns = after_ns;
  const std::lock_guard lock(mutex_);
  if (known_ && ErrorAt(kept_, after_ns) < fresh.error_ns) return;
  kept_ = fresh;
  known_ = true;
}

bool GameTime::Known() const {
  const std::lock_guard lock(mutex_);
  return known_;
}

int64_t GameTime::NowNs() const {
  const std::lock_guard lock(mutex_);
  return machine_.SteadyNs() + kept_.offset_ns;
}

int64_t GameTime::ErrorNs() const {
  const std::lock_guard lock(mutex_);
  return ErrorAt(kept_, machine_.SteadyNs());
}

}  // namespace chess::clock
