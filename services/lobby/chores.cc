#include "lobby/chores.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "lobby/housekeeping_repository.h"
#include "lobby/matchmaker.h"
#include "lobby/metrics.h"
#include "lobby/start_repository.h"
#include "rpc/log.h"

namespace chess::lobby {

using SteadyClock = std::chrono::steady_clock;

namespace {
// Attempts of one look; each may take the game service's time-out, and claims last two seconds.
constexpr int kStartsAtOnce = 1;
constexpr int kStartsALook = 200;
}  // namespace

struct Chores::Impl {
  StartRepository& starts;
  Matchmaker& matchmaker;
  HousekeepingRepository& housekeeping;
  Metrics& metrics;
  std::chrono::milliseconds relay_interval, sweep_interval;
  std::mutex mutex;
  std::condition_variable wake;
  bool stopping = false;
  std::thread thread;

  bool Stopping() {
    const std::lock_guard lock(mutex);
    return stopping;
  }

  // One game after another, so that a game service that hangs costs one time-out a look.
  void Relay() {
    for (int i = 0; i < kStartsALook && !Stopping(); ++i) {
      const auto due = starts.ClaimDue(kStartsAtOnce);
      if (!due.ok() || due->empty()) break;
      if (!matchmaker.TryStart(due->front())) break;
    }
    const auto waiting = starts.CountWaiting();
    if (!waiting.ok()) return;
    metrics.starts_waiting.Set(static_cast<double>(waiting->count));
    metrics.starts_oldest.Set(waiting->oldest_seconds);
  }

  void Sweep() {
    const auto swept = housekeeping.Sweep();
    if (!swept.ok()) return;
    metrics.swept.Increment(static_cast<double>(swept->total()));
    if (swept->total() == 0) return;
    rpc::Info("swept what has had its time", {{"events", swept->events},
                                              {"requests", swept->requests},
                                              {"sessions", swept->sessions},
                                              {"guests", swept->guests},
                                              {"challenges", swept->challenges}});
  }

  void Run() {
    auto next_sweep = SteadyClock::now();
    std::unique_lock lock(mutex);
    while (!stopping) {
      lock.unlock();
      Relay();
      if (SteadyClock::now() >= next_sweep && !Stopping()) {
        Sweep();
        next_sweep = SteadyClock::now() + sweep_interval;
      }
      lock.lock();
      wake.wait_for(lock, relay_interval, [&] { return stopping; });
    }
  }
};

Chores::Chores(StartRepository& starts, Matchmaker& matchmaker,
               HousekeepingRepository& housekeeping, Metrics& metrics, int relay_interval_ms,
               int sweep_interval_ms)
    : impl_(new Impl{starts, matchmaker, housekeeping, metrics,
                     std::chrono::milliseconds(relay_interval_ms),
                     std::chrono::milliseconds(sweep_interval_ms)}) {
  impl_->thread = std::thread([this] { impl_->Run(); });
}

Chores::~Chores() { Stop(); }

void Chores::Stop() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->wake.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
}

}  // namespace chess::lobby
