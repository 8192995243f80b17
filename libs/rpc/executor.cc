#include "rpc/executor.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace chess::rpc {

using SteadyClock = std::chrono::steady_clock;

struct Executor::Impl {
  struct Waiting {
    Task task;
    SteadyClock::time_point since;
  };
  size_t limit;
  mutable std::mutex mutex;
  std::condition_variable ready;
  std::deque<Waiting> queue;
  bool stopping = false;
  std::atomic<uint64_t> refused{0}, finished{0};
  std::vector<std::thread> threads;

  void Work() {
    while (true) {
      Task task;
      {
        std::unique_lock lock(mutex);
        ready.wait(lock, [this] { return stopping || !queue.empty(); });
        if (queue.empty()) return;
        task = std::move(queue.front().task);
        queue.pop_front();
      }
      task();
      finished.fetch_add(1, std::memory_order_relaxed);
    }
  }
};

Executor::Executor(std::string name, int threads, size_t queue_limit)
    : impl_(std::make_unique<Impl>()) {
  impl_->limit = queue_limit;
  for (int i = 0; i < threads; ++i) {
    impl_->threads.emplace_back([impl = impl_.get()] { impl->Work(); });
    pthread_setname_np(impl_->threads.back().native_handle(), name.substr(0, 15).c_str());
  }
}

Executor::~Executor() { Stop(); }

bool Executor::Submit(Task task) {
  {
    std::lock_guard lock(impl_->mutex);
    if (impl_->stopping || impl_->queue.size() >= impl_->limit) {
      impl_->refused.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
    impl_->queue.push_back({std::move(task), SteadyClock::now()});
  }
  impl_->ready.notify_one();
  return true;
}

void Executor::Stop() {
  std::vector<std::thread> threads;
  {
    std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
    threads.swap(impl_->threads);
  }
  impl_->ready.notify_all();
  for (std::thread& thread : threads) thread.join();
}

size_t Executor::Queued() const {
  std::lock_guard lock(impl_->mutex);
  return impl_->queue.size();
}

double Executor::OldestSeconds() const {
  std::lock_guard lock(impl_->mutex);
  if (impl_->queue.empty()) return 0;
  return std::chrono::duration<double>(SteadyClock::now() - impl_->queue.front().since).count();
}

uint64_t Executor::Refused() const { return impl_->refused.load(); }
uint64_t Executor::Finished() const { return impl_->finished.load(); }

}  // namespace chess::rpc
