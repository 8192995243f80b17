#pragma once
// Group commit: decisions of many games go into the log in one statement. A batch is whatever
// arrived while the previous one was being written.
//
// What becomes of a row is told exactly once, on one of the appender's threads:
//   kStored   it is in the log, durably
//   kLost     another row has its number, or its time was over: reload and decide again
//   kAway     Postgres is away; the row was not stored and never will be
//   kFailed   Postgres refuses this very row (a fault of ours); not stored
//   kUnknown  given up while in doubt (only when the service stops)
// A commit of unknown outcome is settled by repeating the same insert on new connections for as
// long as it takes; the row's content then says whose it is. A batch that fails for another reason
// is retried in halves down to the guilty row.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "game/batch_queue.h"
#include "game/game_bus.h"
#include "game/log_repository.h"
#include "game/metrics.h"
#include "game/rows.h"

namespace chess::game {

enum class AppendOutcome { kStored, kLost, kAway, kFailed, kUnknown };

class Appender {
 public:
  struct Item {
    AppendRow row;
    int64_t give_up_ns = 0;  // steady; a row not sent by then is kAway. 0: never
    std::function<void(AppendOutcome)> done;
  };

  // `bus`, if there is one, is told which bells belong to one batch.
  Appender(LogRepository& log, const base::Clock& clock, Metrics& metrics, int threads,
           GameBus* bus = nullptr);
  // Stop().
  ~Appender();

  // False if the queue is full; `done` is not called then. Thread-safe.
  bool Submit(Item item);
  // Writes what waits, then ends; rows still in doubt `kStopMs` later are told kUnknown.
  void Stop();
  size_t Waiting() const { return queue_.Waiting(); }
  double OldestSeconds() const { return queue_.OldestSeconds(); }

 private:
  using Items = std::vector<Item*>;

  void Write(std::vector<Item>& batch);
  void WriteRange(const Items& items, bool in_doubt);
  // Told what the statement said. In doubt a row not returned may still be ours.
  void Settle(const Items& items, const std::vector<bool>& stored, bool in_doubt);
  void Halve(const Items& items, bool in_doubt);
  bool GiveUp(const Items& items) const;
  void Pause();

  LogRepository& log_;
  const base::Clock& clock_;
  Metrics& metrics_;
  GameBus* bus_;
  std::atomic<int64_t> stop_ns_{0};  // steady; 0: running
  BatchQueue<Item> queue_;
};

}  // namespace chess::game
