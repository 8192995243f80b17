#pragma once
// One game in this replica's memory: its state and the tasks that wait for it, one after the
// other. At most one append and one load are under way at a time. A cache: the log is the truth,
// and losing a race for the next number only means to load and decide again.

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "game/appender.h"
#include "game/metrics.h"
#include "game/task.h"

namespace chess::game {

class GameStore;

// What a load gives.
struct LoadedGame {
  StatePtr state;
  SeatsPtr seats;
  bool compacted = false;
};

// What deciding may need besides the state: one of them.
struct Fetched {
  std::shared_ptr<const match::Chance> chance;
  SecretsPtr secrets;
  std::optional<match::NameType> fallback;
};

class LiveGame : public std::enable_shared_from_this<LiveGame> {
 public:
  LiveGame(std::string game_id, GameStore& store) : id_(std::move(game_id)), store_(store) {}

  const std::string& id() const { return id_; }
  // Queues a task (OVERLOADED if too many wait) and does what can be done. Thread-safe.
  void Push(TaskPtr task);
  // Does what can be done: deciding is allowed again.
  void Wake();
  // A state that is known to be the newest (just created), unless there is one.
  void Adopt(LoadedGame loaded);
  // The number of the state in memory; 0: none.
  int64_t seq() const;
  // Forgets the state if it was ahead of the log: `seq` here while Postgres said `last_seq`.
  void DropAhead(int64_t seq, int64_t last_seq);
  // Nothing happens in it and nobody has asked since `idle_since_ns` (`over_since_ns` if the game
  // is over); both steady.
  bool Evictable(int64_t idle_since_ns, int64_t over_since_ns) const;
  size_t MemoryBytes() const;

 private:
  // Runs after the mutex is released: answers may take their time.
  using Afterwards = std::vector<std::function<void()>>;

  // All of these run under the mutex.
  void Run(Afterwards& after);
  bool Ready(const TaskPtr& task, Afterwards& after);
  void Serve(const TaskPtr& task, Afterwards& after);
  void ServeRead(const TaskPtr& task, Afterwards& after);
  bool FindSeat(const TaskPtr& task, Afterwards& after);
  void ServeCommand(const TaskPtr& task, Afterwards& after);
  void DropAheadLocked(int64_t seq, int64_t last_seq);
  void Refuse(const TaskPtr& task, base::Error error, Afterwards& after);
  void Repeat(const TaskPtr& task, int64_t seq, Afterwards& after);
  void Append(match::DecisionRow row, std::vector<match::SecretWrite> secrets, TaskPtr task,
              Afterwards& after);
  void Keep(const TaskPtr& task, std::vector<match::SecretWrite> writes, Afterwards& after);
  void AnswerDraft(const TaskPtr& task, Afterwards& after);
  void Load(Afterwards& after);
  // Gets what deciding needs besides the state; then the queue goes on.
  void Fetch(match::Decision::Need need, Afterwards& after);
  bool NeedsFetch(Afterwards& after);
  std::string OwnView(const match::State& next, const Task& task,
                      const std::vector<match::SecretWrite>& writes) const;
  void DropNeeds();
  void FailAll(const base::Error& error, Afterwards& after);
  match::Context ContextOf(const Task& task) const;
  GameRef Ref() const;

  // A decision on its way into the log.
  struct Flight {
    TaskPtr task;  // null: the server's own
    std::shared_ptr<match::State> next;
    ProjectionPtr projection;
    std::string bell;
    std::string own_view;  // the answer's view where it tells more than the event
    rpc::Trace trace;      // its span: from here to the commit
    int64_t begin_ns = 0;  // steady
    bool brain = false;    // the brain is to be asked
    ClockTimes times;
    bool ends = false;
    bool amends = false;
    bool deadline = false;  // carried out by nobody's command
  };
  void OnAppended(const std::shared_ptr<Flight>& flight, AppendOutcome outcome);
  void LogAppend(const Flight& flight, AppendOutcome outcome) const;
  void Stored(Flight& flight, Afterwards& after);
  void Unstored(Flight& flight, AppendOutcome outcome, Afterwards& after);
  void OnLoaded(base::Result<LoadedGame> loaded);
  void OnConfirmed(const TaskPtr& task, base::Result<int64_t> last_seq);
  void OnFetched(base::Result<Fetched> fetched);
  void OnKept(const TaskPtr& task, base::Result<match::Secrets> kept);

  const std::string id_;
  GameStore& store_;
  mutable std::mutex mutex_;
  std::deque<TaskPtr> queue_;
  bool busy_ = false;    // an append or a load is under way
  bool parked_ = false;  // waits until deciding is allowed
  StatePtr state_;       // null: to be loaded
  SeatsPtr seats_;
  bool compacted_ = false;
  std::vector<ProjectionPtr> recent_;
  std::shared_ptr<const timecontrol::Outages> outages_;  // those of the last decision
  std::shared_ptr<const match::Chance> chance_;          // kept while the game runs
  SecretsPtr secrets_;                                   // as read for the next decision only
  std::optional<match::NameType> fallback_;              // for the next decision only
  int64_t used_ns_ = 0;
};
using LiveGamePtr = std::shared_ptr<LiveGame>;

}  // namespace chess::game
