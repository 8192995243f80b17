#include "game/game_bus.h"

#include <pthread.h>

#include <chrono>

#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "redis/keys.h"

namespace chess::game {
namespace {

constexpr int64_t kRecentNs = 10'000'000'000;  // in the digest for this long after an append

}  // namespace

GameBus::GameBus(redis::Publisher* publisher, const base::Clock& clock)
    : publisher_(publisher), clock_(clock) {
  thread_ = std::thread([this] { Run(); });
  pthread_setname_np(thread_.native_handle(), "game-digest");
}

GameBus::~GameBus() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void GameBus::Ring(const std::string& game_id, int64_t seq, base::TimeMs event_time,
                   std::string bell) {
  if (publisher_ == nullptr) return;
  // Serialised messages may be joined: the fields of both are one message.
  internal::v1::GameBell times;
  times.set_event_ms(event_time);
  times.set_rung_ms(clock_.NowMs());
  times.AppendToString(&bell);
  publisher_->Publish(redis::GameEventsChannel(game_id), std::move(bell));
  const int64_t now = clock_.SteadyNs();
  std::lock_guard lock(mutex_);
  recent_[game_id] = {seq, now};
}

std::unique_ptr<redis::Publisher::Gathering> GameBus::Gather() {
  if (publisher_ == nullptr) return nullptr;
  return std::make_unique<redis::Publisher::Gathering>(*publisher_);
}

void GameBus::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    wake_.wait_for(lock, std::chrono::seconds(1), [this] { return stopped_; });
    if (stopped_ || publisher_ == nullptr) continue;
    std::string digest = TakeDigest();
    if (digest.empty()) continue;
    lock.unlock();
    publisher_->Publish(redis::GameDigestChannel(), std::move(digest));
    lock.lock();
  }
}

std::string GameBus::TakeDigest() {
  internal::v1::GameDigest digest;
  const int64_t now = clock_.SteadyNs();
  for (auto it = recent_.begin(); it != recent_.end();) {
    if (now - it->second.time_ns > kRecentNs) {
      it = recent_.erase(it);
      continue;
    }
    digest.add_game_ids(it->first);
    digest.add_last_seqs(it->second.seq);
    ++it;
  }
  return digest.SerializeAsString();
}

}  // namespace chess::game
