#include "game/housekeeper.h"

#include <pthread.h>

#include <chrono>

#include "game/record.h"
#include "rpc/log.h"

namespace chess::game {
namespace {

constexpr base::DurationMs kForgetBeatsMs = 3'600'000;
constexpr int kDeleteBatch = 1000;  // of each kind, each time

}  // namespace

Housekeeper::Housekeeper(ArchiveRepository& archive, LogRepository& log, BeatRepository& beats,
                         RetentionRepository& retention, GameStore& store, const base::Clock& clock,
                         Metrics& metrics, Options options)
    : archive_(archive),
      log_(log),
      beats_(beats),
      retention_(retention),
      store_(store),
      clock_(clock),
      metrics_(metrics),
      options_(options) {
  thread_ = std::thread([this] { Run(); });
  pthread_setname_np(thread_.native_handle(), "game-house");
}

Housekeeper::~Housekeeper() { Stop(); }

void Housekeeper::Stop() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool Housekeeper::Stopped() {
  std::lock_guard lock(mutex_);
  return stopped_;
}

void Housekeeper::Run() {
  int64_t compacted_ns = clock_.SteadyNs();
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    wake_.wait_for(lock, std::chrono::milliseconds(options_.evict_interval_ms),
                   [this] { return stopped_; });
    if (stopped_) return;
    lock.unlock();
    store_.Evict();
    Count();
    const int64_t now = clock_.SteadyNs();
    if (now - compacted_ns >= options_.compact_interval_ms * 1'000'000) {
      compacted_ns = now;
      Tidy();
    }
    lock.lock();
  }
}

void Housekeeper::Count() {
  const auto census = archive_.Count();
  if (!census.ok()) return;
  metrics_.live_games.Set(static_cast<double>(census->running));
  metrics_.results_waiting.Set(census->results);
  metrics_.amendments_waiting.Set(census->amendments);
  metrics_.game_migration.Set(static_cast<double>(census->game_migration));
  metrics_.lobby_migration.Set(static_cast<double>(census->lobby_migration));
}

void Housekeeper::Tidy() {
  while (Compact() == options_.compact_batch && !Stopped()) {
  }
  if (!beats_.Forget(clock_.NowMs() - kForgetBeatsMs).ok()) {
    rpc::Debug("old beats could not be dropped");
  }
  const auto gone = retention_.Delete(kDeleteBatch, std::nullopt, "");
  if (!gone.ok()) {
    rpc::Debug("what is too old could not be deleted", {{"reason", gone.error().reason}});
  } else if (gone->aborted_games + gone->outages + gone->audit > 0) {
    rpc::Info("deleted what is too old", {{"aborted_games", gone->aborted_games},
                                          {"outages", gone->outages},
                                          {"audit", gone->audit}});
  }
}

int Housekeeper::Compact() {
  const auto ids =
      archive_.Compactable(clock_.NowMs() - options_.compact_after_ms, options_.compact_batch);
  if (!ids.ok() || ids->empty()) return 0;
  const auto games = log_.Load(*ids);
  if (!games.ok()) return 0;
  int compacted = 0;
  for (const LoadedRows& rows : *games) compacted += CompactGame(rows) ? 1 : 0;
  metrics_.compacted.Increment(compacted);
  return compacted;
}

bool Housekeeper::CompactGame(const LoadedRows& rows) {
  if (!rows.found || rows.log.empty()) return false;
  const auto record = MakeRecord(rows.game_id, rows.log);
  if (!record.ok()) {
    rpc::LogError("a game cannot be compacted",
                  {{"game_id", rows.game_id}, {"reason", record.error().reason}});
    return false;
  }
  const auto done = archive_.Compact(rows.game_id, rows.log.back().seq, *record);
  return done.ok() && *done;
}

}  // namespace chess::game
