#pragma once
// Group work: whatever arrived while the previous batch was being handled becomes the next batch.
// The pattern behind appends, confirmations and loads: one round trip to Postgres for many games.

#include <pthread.h>

#include <algorithm>
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
template <typename Item>
class BatchQueue {
 public:
  using Handler = std::function<void(std::vector<Item>&)>;

  BatchQueue(const std::string& name, int threads, size_t limit, size_t max_batch, Handler handler)
      : limit_(limit), max_batch_(max_batch), handler_(std::move(handler)) {
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
    {
      std::lock_guard lock(mutex_);
      if (stopped_ || queue_.size() >= limit_) return false;
      queue_.push_back(std::move(item));
    }
    arrived_.notify_one();
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

 private:
  void Work() {
    std::vector<Item> batch;
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [this] { return stopped_ || !queue_.empty(); });
        if (queue_.empty()) return;
        const auto end = queue_.begin() + std::min(queue_.size(), max_batch_);
        batch.assign(std::make_move_iterator(queue_.begin()), std::make_move_iterator(end));
        queue_.erase(queue_.begin(), end);
      }
      handler_(batch);
      batch.clear();
    }
  }

  const size_t limit_;
  const size_t max_batch_;
  const Handler handler_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Item> queue_;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace chess::game
