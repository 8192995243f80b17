#include "postgres/time_source.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>

#include "postgres/transaction.h"

namespace chess::postgres {
namespace {

constexpr double kDrift = 100e-6;  // how far a steady clock may run off, per unit of time
constexpr double kUnknownMs = 1e9;
constexpr int kFirstSamples = 4;  // quickly one after the other, to find a good one at start

struct Sample {
  int64_t offset_us = 0;  // Postgres' microseconds since 1970 minus steady microseconds
  int64_t error_us = 0;
  int64_t steady_us = 0;  // when it was taken

  double ErrorUs(int64_t now_us) const {
    return static_cast<double>(error_us) + kDrift * static_cast<double>(now_us - steady_us);
  }
};

int64_t SteadyUs() { return base::SystemClock().SteadyNs() / 1000; }

}  // namespace

struct TimeSource::Impl {
  std::shared_ptr<Pool> pool;
  int interval_ms;
  std::atomic<int64_t> offset_us;
  mutable std::mutex mutex;
  mutable std::condition_variable sampled;
  std::condition_variable stop_signal;
  std::optional<Sample> kept;
  bool stopping = false;
  std::thread thread;

  std::optional<Sample> Take() {
    int64_t before = 0;
    // The statement's own bounds, without the time spent waiting for a connection.
    const auto server_us =
        WithRead(*pool, [&](pqxx::nontransaction& transaction) -> base::Result<int64_t> {
          before = SteadyUs();
          const pqxx::result rows =
              transaction.exec("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
          return rows[0][0].as<int64_t>();
        });
    const int64_t after = SteadyUs();
    if (!server_us.ok()) return std::nullopt;
    return Sample{*server_us - (before + after) / 2, (after - before + 1) / 2, after};
  }

  void Keep(const Sample& sample) {
    std::lock_guard lock(mutex);
    if (kept.has_value()) {
      const double kept_error = kept->ErrorUs(sample.steady_us);
      const double apart = static_cast<double>(std::llabs(sample.offset_us - kept->offset_us));
      // Two bounds that do not meet: Postgres' clock was set or another server took over; the new
      // one is the truth now.
      const bool jumped = apart > kept_error + static_cast<double>(sample.error_us);
      if (!jumped && kept_error <= static_cast<double>(sample.error_us)) return;
    }
    kept = sample;
    offset_us.store(sample.offset_us, std::memory_order_relaxed);
    sampled.notify_all();
  }

  void Run() {
    int taken = 0;
    std::unique_lock lock(mutex);
    while (!stopping) {
      lock.unlock();
      const auto sample = Take();
      if (sample.has_value()) {
        Keep(*sample);
        ++taken;
      }
      lock.lock();
      int pause_ms = interval_ms;
      if (taken < kFirstSamples) pause_ms = sample.has_value() ? 0 : std::min(100, interval_ms);
      stop_signal.wait_for(lock, std::chrono::milliseconds(pause_ms), [this] { return stopping; });
    }
  }
};

TimeSource::TimeSource(PoolOptions options, int interval_ms) : impl_(std::make_unique<Impl>()) {
  options.size = 1;
  options.application_name += " time";
  options.on_connect = nullptr;
  options.on_state = nullptr;
  impl_->pool = Pool::Create(std::move(options));
  impl_->interval_ms = interval_ms;
  impl_->offset_us = base::SystemClock().NowMs() * 1000 - SteadyUs();
  impl_->thread = std::thread([impl = impl_.get()] { impl->Run(); });
  pthread_setname_np(impl_->thread.native_handle(), "pg-time");
}

TimeSource::~TimeSource() {
  {
    std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->stop_signal.notify_all();
  impl_->thread.join();
}

base::TimeMs TimeSource::NowMs() const {
  return (SteadyUs() + impl_->offset_us.load(std::memory_order_relaxed)) / 1000;
}

int64_t TimeSource::SteadyNs() const { return base::SystemClock().SteadyNs(); }

double TimeSource::ErrorMs() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->kept.has_value() ? impl_->kept->ErrorUs(SteadyUs()) / 1000 : kUnknownMs;
}

bool TimeSource::WaitReady(int timeout_ms) const {
  std::unique_lock lock(impl_->mutex);
  return impl_->sampled.wait_for(lock, std::chrono::milliseconds(timeout_ms), [this] {
    return impl_->kept.has_value() && impl_->kept->ErrorUs(SteadyUs()) <= kMaxTimeErrorMs * 1000;
  });
}

}  // namespace chess::postgres
