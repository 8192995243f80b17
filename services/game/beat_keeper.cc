#include "game/beat_keeper.h"

#include <pthread.h>

#include <chrono>

#include "rpc/log.h"

namespace chess::game {

BeatKeeper::BeatKeeper(BeatRepository& repository, const base::Clock& clock, Metrics& metrics,
                       Options options)
    : repository_(repository),
      clock_(clock),
      metrics_(metrics),
      options_(std::move(options)),
      outages_(std::make_shared<const timecontrol::Outages>()) {
  thread_ = std::thread([this] { Run(); });
  pthread_setname_np(thread_.native_handle(), "game-beat");
}

BeatKeeper::~BeatKeeper() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

bool BeatKeeper::Serving() const {
  const int64_t last = last_beat_ns_.load(std::memory_order_acquire);
  return last != 0 && clock_.SteadyNs() - last <= kOutageGapMs * 1'000'000;
}

std::shared_ptr<const timecontrol::Outages> BeatKeeper::Outages() const {
  std::lock_guard lock(mutex_);
  return outages_;
}

void BeatKeeper::OnServing(std::function<void()> act) {
  std::lock_guard lock(act_mutex_);
  on_serving_ = std::move(act);
}

void BeatKeeper::GatewayBeat() { gateway_beat_.store(clock_.NowMs(), std::memory_order_relaxed); }

void BeatKeeper::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    lock.unlock();
    Beat();
    lock.lock();
    wake_.wait_for(lock, std::chrono::milliseconds(options_.interval_ms),
                   [this] { return stopped_; });
  }
}

void BeatKeeper::Beat() {
  // Taken before the statement: what it proves ends there, not when its answer comes.
  const int64_t start_ns = clock_.SteadyNs();
  const auto answer =
      repository_.Beat(options_.replica_id, gateway_beat_.load(std::memory_order_relaxed));
  if (!answer.ok()) return;
  if (answer->newest_outage != newest_outage_ || answer->gap) {
    auto outages = repository_.Outages(clock_.NowMs() - options_.remember_ms);
    if (!outages.ok()) return;
    closed_ = *std::move(outages);
    // A gap recorded by this very beat is not in its own snapshot; ask again next time.
    newest_outage_ = answer->gap ? -1 : answer->newest_outage;
  }
  if (answer->gap) {
    CountGaps(*answer);
    const timecontrol::Outage last =
        closed_.empty() ? timecontrol::Outage{} : closed_.list().back();
    rpc::Warn("an outage was recorded", {{"start_ms", last.start},
                                         {"lasted_ms", last.end - last.start},
                                         {"outages", closed_.list().size()}});
  }
  Publish(answer->gateway_beat);
  const bool was_serving = Serving();
  last_beat_ns_.store(start_ns, std::memory_order_release);
  if (was_serving || !Serving()) return;
  std::lock_guard lock(act_mutex_);
  if (on_serving_) on_serving_();
}

void BeatKeeper::CountGaps(const BeatAnswer& answer) {
  if (answer.game_gap_ms > 0) {
    metrics_.game_outages.Increment();
    metrics_.game_outage_seconds.Increment(static_cast<double>(answer.game_gap_ms) / 1e3);
  }
  if (answer.gateway_gap_ms > 0) {
    metrics_.gateway_outages.Increment();
    metrics_.gateway_outage_seconds.Increment(static_cast<double>(answer.gateway_gap_ms) / 1e3);
  }
}

void BeatKeeper::Publish(TimeMs gateway_beat) {
  auto outages = std::make_shared<timecontrol::Outages>(closed_);
  const TimeMs silent_ms = clock_.NowMs() - gateway_beat;
  if (gateway_beat != 0 && silent_ms > kOutageGapMs && silent_ms < options_.gateway_gone_ms) {
    outages->Add({gateway_beat, timecontrol::kStillOpen});
  }
  std::lock_guard lock(mutex_);
  outages_ = std::move(outages);
}

}  // namespace chess::game
