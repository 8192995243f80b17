#include "redis/publisher.h"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "redis/backoff.h"
#include "redis/connection.h"

namespace chess::redis {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr size_t kBatch = 256;  // messages in one exchange
constexpr size_t kGather = 8;   // so many do not wait for more

}  // namespace

struct Publisher::Impl {
  struct Message {
    std::string channel, payload;
  };

  Options options;
  size_t limit;
  mutable std::mutex mutex;
  std::condition_variable filled;
  std::deque<Message> queue;
  PublisherStats stats;
  size_t gatherings = 0;  // alive
  bool stopping = false;
  bool healthy = false;
  std::unique_ptr<Connection> connection;  // of the thread
  Backoff backoff;                         // of the thread
  std::thread thread;

  bool Due() const { return !queue.empty() && (gatherings == 0 || queue.size() >= kGather); }

  // How many of the batch Redis took.
  size_t Send(std::vector<std::vector<std::string>>* batch) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      const bool reused = connection != nullptr;
      if (!reused) {
        if (!backoff.May(SteadyClock::now())) return 0;
        std::string why;
        connection = Connection::Open(options, &why);
        if (connection == nullptr) {
          backoff.Failed(SteadyClock::now(), why);
          return 0;
        }
      }
      std::vector<Reply> replies;
      const bool good = connection->Exchange(*batch, &replies);
      if (good) {
        backoff.Succeeded();
        return static_cast<size_t>(std::count_if(replies.begin(), replies.end(),
                                                 [](const Reply& r) { return !r.is_error(); }));
      }
      const std::string why = connection->error();
      connection.reset();
      // A connection that Redis closed while idle took nothing: say it again on a new one.
      if (!reused || !replies.empty()) {
        backoff.Failed(SteadyClock::now(), why);
        return replies.size();
      }
    }
    return 0;
  }

  void Run() {
    std::unique_lock lock(mutex);
    while (true) {
      filled.wait(lock, [this] { return stopping || Due(); });
      if (queue.empty()) return;
      std::vector<std::vector<std::string>> batch;
      while (!queue.empty() && batch.size() < kBatch) {
        batch.push_back(
            {"PUBLISH", std::move(queue.front().channel), std::move(queue.front().payload)});
        queue.pop_front();
      }
      lock.unlock();
      const size_t sent = Send(&batch);
      lock.lock();
      stats.published += sent;
      stats.dropped += batch.size() - sent;
      healthy = connection != nullptr;
      // The end must not take one time-out per batch.
      if (stopping && !healthy) {
        stats.dropped += queue.size();
        return;
      }
    }
  }
};

Publisher::Publisher(Options options, size_t queue_limit) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
  impl_->backoff = Backoff(impl_->options.on_state);
  impl_->limit = queue_limit;
  impl_->thread = std::thread([impl = impl_.get()] { impl->Run(); });
  pthread_setname_np(impl_->thread.native_handle(), "redis-publish");
}

Publisher::~Publisher() {
  {
    std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->filled.notify_all();
  impl_->thread.join();
}

bool Publisher::Publish(std::string channel, std::string payload) {
  bool wake = false;
  {
    std::lock_guard lock(impl_->mutex);
    if (impl_->queue.size() >= impl_->limit || impl_->stopping) {
      ++impl_->stats.dropped;
      return false;
    }
    impl_->queue.push_back({std::move(channel), std::move(payload)});
    wake = impl_->Due();
  }
  if (wake) impl_->filled.notify_one();
  return true;
}

Publisher::Gathering::Gathering(Publisher& publisher) : publisher_(publisher) {
  std::lock_guard lock(publisher_.impl_->mutex);
  ++publisher_.impl_->gatherings;
}

Publisher::Gathering::~Gathering() {
  bool wake = false;
  {
    std::lock_guard lock(publisher_.impl_->mutex);
    --publisher_.impl_->gatherings;
    wake = publisher_.impl_->Due();
  }
  if (wake) publisher_.impl_->filled.notify_one();
}

bool Publisher::Healthy() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->healthy;
}

PublisherStats Publisher::Stats() const {
  std::lock_guard lock(impl_->mutex);
  PublisherStats stats = impl_->stats;
  stats.queued = impl_->queue.size();
  return stats;
}

}  // namespace chess::redis
