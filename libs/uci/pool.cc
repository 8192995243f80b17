#include "uci/pool.h"

#include <chrono>

namespace chess::uci {
namespace {

constexpr int kTries = 2;                                   // a search is tried on two engines
constexpr auto kStartAgainAfter = std::chrono::seconds(1);  // one that cannot be started

base::Error Busy() {
  base::Error error = base::MakeError(base::Code::kResourceExhausted, "ENGINES_BUSY",
                                      "All engines are busy; try again in a moment.");
  error.metadata.emplace_back("limit", "engine_queue");
  error.retry_after_ms = 2000;
  return error;
}

}  // namespace

Pool::Pool(PoolSettings settings) : settings_(std::move(settings)) {
  for (int i = 0; i < settings_.engines; ++i) threads_.emplace_back([this] { Run(); });
}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  for (Work& work : queue_) work.done(Busy());
}

base::Status Pool::Submit(SearchRequest request, Progress progress, Done done) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queue_.size() >= settings_.queue) return Busy();
    queue_.push_back({std::move(request), std::move(progress), std::move(done),
                      std::chrono::steady_clock::now()});
  }
  wake_.notify_one();
  return {};
}

bool Pool::Healthy() const {
  const std::lock_guard lock(mutex_);
  return stats_.running > 0;
}

PoolStats Pool::Stats() const {
  const std::lock_guard lock(mutex_);
  PoolStats stats = stats_;
  stats.waiting = queue_.size();
  if (!queue_.empty()) {
    stats.oldest_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - queue_.front().since)
            .count();
  }
  return stats;
}

std::string Pool::engine_name() const {
  const std::lock_guard lock(mutex_);
  return name_;
}

bool Pool::Ensure(std::unique_ptr<Engine>& engine) {
  if (engine) return true;
  base::Result<std::unique_ptr<Engine>> started = Engine::Start(settings_.engine);
  if (!started) {
    {
      const std::lock_guard lock(mutex_);
      if (start_failure_ == started.error().message) return false;
      start_failure_ = started.error().message;
    }
    Complain(started.error(), "");
    return false;
  }
  engine = std::move(*started);
  const std::lock_guard lock(mutex_);
  ++stats_.running;
  name_ = engine->name();
  start_failure_.clear();
  return true;
}

void Pool::Complain(const base::Error& error, const std::string& fen) const {
  if (settings_.on_failure) settings_.on_failure(error, fen);
}

void Pool::Run() {
  std::unique_ptr<Engine> engine;
  while (true) {
    const bool up = Ensure(engine);
    std::unique_lock lock(mutex_);
    const auto wanted = [this] { return stopping_ || !queue_.empty(); };
    if (up) {
      wake_.wait(lock, wanted);
    } else {
      // Work that waits is answered all the same: Carry tries to start an engine once more.
      wake_.wait_for(lock, kStartAgainAfter, wanted);
    }
    if (stopping_) return;
    if (queue_.empty()) continue;
    Work work = std::move(queue_.front());
    queue_.pop_front();
    ++stats_.busy;
    lock.unlock();
    Carry(work, engine);
    lock.lock();
    --stats_.busy;
    ++stats_.searches;
  }
}

void Pool::Carry(Work& work, std::unique_ptr<Engine>& engine) {
  base::Result<SearchResult> result = base::MakeError(base::Code::kUnavailable, "ENGINE_FAILED",
                                                      "The engine could not be started.");
  for (int i = 0; i < kTries; ++i) {
    if (!Ensure(engine)) break;
    result = engine->Search(work.request, [this, &work](const Lines& lines) {
      {
        const std::lock_guard lock(mutex_);
        if (stopping_) return false;
      }
      return work.progress(lines);
    });
    if (result.ok()) break;
    Complain(result.error(), work.request.fen);
    engine.reset();  // kills it: what hangs or lies is not used again
    const std::lock_guard lock(mutex_);
    --stats_.running;
    ++stats_.restarts;
  }
  if (!result.ok()) {
    const std::lock_guard lock(mutex_);
    ++stats_.failures;
  }
  work.done(std::move(result));
}

}  // namespace chess::uci
