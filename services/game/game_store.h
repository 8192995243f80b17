#pragma once
// The games in this replica's memory, and everything that is asked of them. Never blocks: answers
// come on other threads (Postgres workers), each within about two seconds. What is asked belongs to
// the trace of the thread that asks (rpc::ScopedTrace).
//
// Errors of all tasks: GAME_NOT_FOUND, DEPENDENCY_AWAY (nothing was stored), COMMIT_UNKNOWN (repeat
// with the same request id), OVERLOADED, DRAINING, NEWER_EVENT; and those of match::Decide.

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "game/appender.h"
#include "game/batch_queue.h"
#include "game/beat_keeper.h"
#include "game/brain.h"
#include "game/game_bus.h"
#include "game/live_game.h"
#include "game/log_repository.h"
#include "game/metrics.h"
#include "game/secret_repository.h"
#include "game/task.h"
#include "rpc/executor.h"

namespace chess::game {

// What the store works with; all must outlive it.
struct StoreParts {
  LogRepository& log;
  Appender& appender;
  SecretRepository& secrets;
  Brain& brain;
  BeatKeeper& beats;
  GameBus& bus;
  rpc::Executor& reads;      // replays for old cursors and repetitions
  const base::Clock& clock;  // game time
  std::function<double()> clock_error_ms;
  Metrics& metrics;
};

struct StoreOptions {
  base::DurationMs task_ms = 1900;        // a task is answered within this time
  base::DurationMs idle_ms = 5 * 60'000;  // then a running game leaves memory
  base::DurationMs over_ms = 30'000;      // the same for a game that is over
};

class GameStore {
 public:
  using Done = std::function<void(base::Result<Answer>)>;

  GameStore(StoreParts parts, StoreOptions options);
  ~GameStore();
  GameStore(const GameStore&) = delete;
  GameStore& operator=(const GameStore&) = delete;

  // A player's command; its seat is found in the game (NOT_A_PLAYER). `received` is the gateway's
  // stamp (0: now).
  void Execute(const std::string& game_id, const std::string& player_id, match::Command command,
               base::TimeMs received, std::optional<base::DurationMs> rtt_ms, Done done);
  // The server's own: DeadlineDue, RecordRating.
  void Act(const std::string& game_id, match::Action action, Done done);
  // An operator's: OperatorEnd, OperatorAmend. `audit` is stored with the row; its detail gets the
  // row's number. A repetition is the caller's to notice (audit_repository.h).
  void Rule(const std::string& game_id, match::Command command, AuditColumns audit, Done done);
  // The game, confirmed against the log, with due deadlines applied. CURSOR_AHEAD if the log does
  // not reach `min_seq`.
  void Read(const std::string& game_id, int64_t min_seq, Done done);
  // Serialised GameEvents after a number, in order, at most `limit`, as `seat` may see them; from
  // memory or the log. `game` must come from Read. Of a compacted game: one last event.
  void EventsAfter(const std::string& game_id, const GameRef& game, int64_t after, int limit,
                   rules::Seat seat,
                   std::function<void(base::Result<std::vector<std::string>>)> done);
  // The last numbers, from Postgres; 0: no such game. One query for whatever is asked meanwhile.
  void LastSeq(const std::string& game_id, std::function<void(base::Result<int64_t>)> done);
  // Asks the brain about the turn that has just begun; its answer comes as an act of the server.
  void AskBrain(const std::string& game_id, const StatePtr& state);
  // A game that was just created here.
  void Adopt(const std::string& game_id, LoadedGame loaded);

  // No new tasks (DRAINING); waits for those that run, at most `timeout_ms`.
  void Drain(base::DurationMs timeout_ms);
  // Deciding is allowed again (BeatKeeper).
  void WakeParked();
  // Drops games that nobody uses.
  void Evict();
  size_t Games() const;
  size_t MemoryBytes() const;
  // What waits to be loaded or confirmed, and for how long the oldest has, in seconds.
  struct Waiting {
    size_t length = 0;
    double oldest_seconds = 0;
  };
  Waiting LoadsWaiting() const { return {loads_.Waiting(), loads_.OldestSeconds()}; }
  Waiting ConfirmsWaiting() const { return {confirms_.Waiting(), confirms_.OldestSeconds()}; }

 private:
  friend class LiveGame;
  struct Load {
    std::string game_id;
    std::function<void(base::Result<LoadedGame>)> done;
  };
  struct Confirm {
    std::string game_id;
    std::function<void(base::Result<int64_t>)> done;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::unordered_map<std::string, LiveGamePtr> games;
  };

  // --- for LiveGame ---
  const StoreParts& parts() const { return parts_; }
  bool PushLoad(Load load) { return loads_.Push(std::move(load)); }
  void Park(LiveGamePtr game);
  void Forget(const std::string& game_id);
  // What deciding needs besides the state.
  void Fetch(const std::string& game_id, match::Decision::Need need, const StatePtr& state,
             std::function<void(base::Result<Fetched>)> done);
  // Keeps armies in progress; `done` gets what is then kept.
  void Keep(const std::string& game_id, std::vector<match::SecretWrite> writes,
            std::function<void(base::Result<match::Secrets>)> done);
  // The view of a seat right after decision `seq`, replayed from the log; `own_army`: with the army
  // it was placing then.
  void ViewAt(const std::string& game_id, int64_t seq, rules::Seat seat, bool own_army,
              std::function<void(base::Result<std::string>)> done);

  void Start(const std::string& game_id, const TaskPtr& task, bool confirm_first);
  LiveGamePtr Find(const std::string& game_id, bool create);
  Shard& ShardOf(const std::string& game_id);
  void HandleLoads(std::vector<Load>& batch);
  void HandleConfirms(std::vector<Confirm>& batch);
  void RunExpiry();

  StoreParts parts_;
  const StoreOptions options_;
  std::array<Shard, 16> shards_;
  std::mutex parked_mutex_;
  std::vector<LiveGamePtr> parked_;
  std::atomic<bool> draining_{false};
  std::atomic<int64_t> open_tasks_{0};
  std::mutex expiry_mutex_;
  std::condition_variable expiry_wake_;
  std::deque<std::weak_ptr<Task>> expiring_;  // in the order of their expiry: all wait equally long
  bool stopped_ = false;
  BatchQueue<Load> loads_;
  BatchQueue<Confirm> confirms_;
  std::thread expiry_;
};

}  // namespace chess::game
