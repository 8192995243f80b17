#pragma once
// Periodic work beside the games: games that nobody uses leave memory, finished ones are compacted,
// beats of replicas long gone are dropped, what retention says goes; and what stands in Postgres is
// counted.

#include <condition_variable>
#include <mutex>
#include <thread>

#include "game/archive_repository.h"
#include "game/beat_repository.h"
#include "game/game_store.h"
#include "game/log_repository.h"
#include "game/metrics.h"
#include "game/retention_repository.h"

namespace chess::game {

class Housekeeper {
 public:
  struct Options {
    base::DurationMs evict_interval_ms = 5'000;
    base::DurationMs compact_interval_ms = 60'000;
    base::DurationMs compact_after_ms = 3'600'000;  // after the end
    int compact_batch = 100;
  };

  Housekeeper(ArchiveRepository& archive, LogRepository& log, BeatRepository& beats,
              RetentionRepository& retention, GameStore& store, const base::Clock& clock,
              Metrics& metrics, Options options);
  ~Housekeeper();
  Housekeeper(const Housekeeper&) = delete;
  Housekeeper& operator=(const Housekeeper&) = delete;
  void Stop();

  // Compacts a batch of what may be compacted now; the number of games. Thread-safe.
  int Compact();

 private:
  void Run();
  // The gauges of what stands in Postgres.
  void Count();
  void Tidy();
  bool Stopped();
  bool CompactGame(const LoadedRows& rows);

  ArchiveRepository& archive_;
  LogRepository& log_;
  BeatRepository& beats_;
  RetentionRepository& retention_;
  GameStore& store_;
  const base::Clock& clock_;
  Metrics& metrics_;
  const Options options_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace chess::game
