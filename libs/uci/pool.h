#pragma once
// A fixed number of engine processes, each with a thread. Work waits in a bounded queue; an engine
// that dies or hangs is killed and started again, and its work is done once more on a fresh one.
// Thread-safe.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/result.h"
#include "uci/engine.h"

namespace chess::uci {

struct PoolSettings {
  EngineSettings engine;
  int engines = 1;
  size_t queue = 64;  // searches that may wait
  // Told of an engine that does not start (once until one starts or the cause changes; `fen` is
  // empty) and of each that failed at a search of `fen`. Runs on an engine's thread; may be empty.
  std::function<void(const base::Error& error, const std::string& fen)> on_failure;
};

struct PoolStats {
  int running = 0;            // engines that are up
  int busy = 0;               // engines that search
  size_t waiting = 0;         // searches in the queue
  double oldest_seconds = 0;  // how long the oldest of them has waited
  int64_t searches = 0;       // done since the start
  int64_t restarts = 0;       // engines started again
  int64_t failures = 0;       // searches that failed on every engine they were given
};

class Pool {
 public:
  using Progress = std::function<bool(const Lines&)>;
  using Done = std::function<void(base::Result<SearchResult>)>;

  // Engines start in the background. `settings.engine.command` is not checked here: see Healthy.
  explicit Pool(PoolSettings settings);
  ~Pool();  // ends all engines; waiting work is told ENGINES_BUSY

  // Queues a search. `progress` and `done` run on the engine's thread; `done` exactly once.
  // ENGINES_BUSY (kResourceExhausted, retry hint) if the queue is full; then neither is called.
  base::Status Submit(SearchRequest request, Progress progress, Done done);
  // At least one engine is up.
  bool Healthy() const;
  PoolStats Stats() const;
  int engines() const { return settings_.engines; }  // that should be up
  // The engine's own name for itself; "engine" before it has started.
  std::string engine_name() const;

 private:
  struct Work {
    SearchRequest request;
    Progress progress;
    Done done;
    std::chrono::steady_clock::time_point since;
  };
  void Run();
  // The engine of this thread, started where needed; null while it cannot be started.
  bool Ensure(std::unique_ptr<Engine>& engine);
  void Carry(Work& work, std::unique_ptr<Engine>& engine);
  void Complain(const base::Error& error, const std::string& fen) const;

  const PoolSettings settings_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Work> queue_;
  PoolStats stats_;
  std::string name_ = "engine";
  std::string start_failure_;  // what was last said of an engine that does not start
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace chess::uci
