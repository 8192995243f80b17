#pragma once
// Threads for work that blocks or takes long, so that gRPC's callback threads never do. Bounded:
// when the queue is full the work is refused at once and the caller answers RESOURCE_EXHAUSTED.
// Give the Pool as many connections as the executor has threads and no task waits for one.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace chess::rpc {

class Executor {
 public:
  using Task = std::function<void()>;

  // Threads start at once; `name` (≤ 15 characters) shows in debuggers and top.
  Executor(std::string name, int threads, size_t queue_limit);
  // Stop().
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Queues `task`; false (and the task is dropped) if the queue is full or Stop was called.
  // Never blocks. Tasks start in order of arrival. Tasks must not throw. Thread-safe.
  bool Submit(Task task);
  // Finishes what is queued, refuses more, joins the threads. Idempotent.
  void Stop();

  size_t Queued() const;         // waiting now
  double OldestSeconds() const;  // how long the oldest of them has waited; 0: none waits
  uint64_t Refused() const;      // since the start
  uint64_t Finished() const;     // since the start

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::rpc
