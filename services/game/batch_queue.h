#pragma once
// Group work: whatever arrived while the previous batch was being handled becomes the next batch.
// The pattern behind appends, confirmations and loads: one round trip to Postgres for many games.

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace chess::game {

// `threads` workers, each with one batch at a time, at most `max_batch` items in it and `limit`
// items waiting. Items are taken in order of arrival. The handler must not throw. Thread-safe.
//
// A batch costs much, an item in it little. So while one worker is busy the others leave what comes
// to the next batch, unless that is `enough` items or the busy one has been at it for kPatience.
template <typename Item>
class BatchQueue {
 public:
  using Handler = std::function<void(std::vector<Item>&)>;

  BatchQueue(const std::string& name, int threads, size_t limit, size_t max_batch, Handler handler,
             size_t enough = 1)
      : limit_(limit), max_batch_(max_batch), enough_(enough), handler_(std::move(handler)) {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this] { Work(); });
      pthread_setname_np(threads_.back().native_handle(), name.substr(0, 15).c_str());
    }
  }
  ~BatchQueue() { Stop(); }
  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;

  // False, and the item untouched, if the queue is full or stopped. Never blocks.
  bool Push(Item&& item) {
    bool wake = false;
    {
      std::lock_guard lock(mutex_);
      if (stopped_ || queue_.size() >= limit_) return false;
      queue_.push_back(std::move(item));
      arrived_at_.push_back(SteadyClock::now());
      wake = busy_ == 0 || queue_.size() >= enough_ || !watched_;
    }
    if (wake) arrived_.notify_one();
    return true;
  }

  // Handles what waits, refuses more, ends the threads. Idempotent.
  void Stop() {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    arrived_.notify_all();
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

  size_t Waiting() const {
    std::lock_guard lock(mutex_);
    return queue_.size();
  }

  // How long the oldest item has waited, in seconds; 0: none waits.
  double OldestSeconds() const {
    std::lock_guard lock(mutex_);
    if (arrived_at_.empty()) return 0;
    return std::chrono::duration<double>(SteadyClock::now() - arrived_at_.front()).count();
  }

 private:
  using SteadyClock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPatience{5};

  void Work() {
    std::vector<Item> batch;
    std::unique_lock lock(mutex_);
    while (WaitForBatch(lock)) {
      const auto end = queue_.begin() + std::min(queue_.size(), max_batch_);
      batch.assign(std::make_move_iterator(queue_.begin()), std::make_move_iterator(end));
      queue_.erase(queue_.begin(), end);
      arrived_at_.erase(arrived_at_.begin(),
                        arrived_at_.begin() + static_cast<std::ptrdiff_t>(batch.size()));
      taken_ = SteadyClock::now();
      ++busy_;
      if (!queue_.empty()) arrived_.notify_one();  // more than one batch
      lock.unlock();
      handler_(batch);
      batch.clear();
      lock.lock();
      --busy_;
    }
  }

  // Returns with items to take; false when the queue is stopped and empty.
  bool WaitForBatch(std::unique_lock<std::mutex>& lock) {
    for (;;) {
      if (!queue_.empty() && (stopped_ || busy_ == 0 || queue_.size() >= enough_ ||
                              SteadyClock::now() - taken_ >= kPatience)) {
        return true;
      }
      if (stopped_ && queue_.empty()) return false;
      if (busy_ == 0 || watched_) {
        arrived_.wait(lock);
        continue;
      }
      // One of the idle workers watches, lest what waits is stuck behind a batch that hangs.
      watched_ = true;
      arrived_.wait_for(lock, kPatience);
      watched_ = false;
    }
  }

  const size_t limit_;
  const size_t max_batch_;
  const size_t enough_;
  const Handler handler_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Item> queue_;
  std::deque<SteadyClock::time_point> arrived_at_;  // of each item of queue_
  size_t busy_ = 0;                                 // workers with a batch
  SteadyClock::time_point taken_{};                 // when the last batch was taken
  bool watched_ = false;                            // an idle worker looks again within kPatience
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace chess::game
