#include "game/live_game.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"
#include "game/convert.h"
#include "game/game_store.h"
#include "game/log_convert.h"
#include "rpc/log.h"

namespace chess::game {
namespace {

constexpr size_t kRecentDecisions = 4;  // projections kept for cursors that lag a little
constexpr int kMaxLoads = 20;           // lost races of one task
constexpr base::DurationMs kFlagFreshMs = 500;

// A refusal that follows from the state, which another replica may have changed; as opposed to one
// that follows from the request alone.
bool DependsOnState(const base::Error& error) {
  if (error.code == base::Code::kFailedPrecondition) return true;
  return error.code == base::Code::kInvalidArgument && error.reason != "REQUEST_ID_INVALID" &&
         error.reason != "REQUEST_ID_REUSED" && error.reason != "MOVE_MALFORMED";
}

template <typename Kind>
bool Holds(const match::DecisionRow& row) {
  return std::any_of(row.events.begin(), row.events.end(),
                     [](const auto& event) { return std::holds_alternative<Kind>(event); });
}

const match::RatingRecorded* RatingIn(const match::DecisionRow& row) {
  for (const match::Event& event : row.events) {
    if (const auto* rated = std::get_if<match::RatingRecorded>(&event)) return rated;
  }
  return nullptr;
}

void RunAll(std::vector<std::function<void()>>& after) {
  for (auto& act : after) act();
}

}  // namespace

void LiveGame::Push(TaskPtr task) {
  Afterwards after;
  {
    std::lock_guard lock(mutex_);
    used_ns_ = store_.parts().clock.SteadyNs();
    if (queue_.size() >= base::kGameQueue) {
      after.push_back([task] { task->Finish(OverloadedError()); });
    } else {
      queue_.push_back(std::move(task));
      Run(after);
    }
  }
  RunAll(after);
}

void LiveGame::Wake() {
  Afterwards after;
  {
    std::lock_guard lock(mutex_);
    parked_ = false;
    Run(after);
  }
  RunAll(after);
}

void LiveGame::Adopt(LoadedGame loaded) {
  std::lock_guard lock(mutex_);
  if (state_ != nullptr || busy_) return;
  state_ = std::move(loaded.state);
  seats_ = std::move(loaded.seats);
  used_ns_ = store_.parts().clock.SteadyNs();
}

int64_t LiveGame::seq() const {
  std::lock_guard lock(mutex_);
  return state_ == nullptr ? 0 : state_->seq;
}

void LiveGame::DropAhead(int64_t seq, int64_t last_seq) {
  std::lock_guard lock(mutex_);
  DropAheadLocked(seq, last_seq);
}

void LiveGame::DropAheadLocked(int64_t seq, int64_t last_seq) {
  if (last_seq >= seq || busy_ || state_ == nullptr) return;
  // The log is shorter than what we remember: a store that lost commits. It is right, not we.
  store_.parts().metrics.ahead_of_log.Increment();
  rpc::LogError("the log is behind the cache", {{"game_id", id_}, {"log", last_seq}});
  state_.reset();
  recent_.clear();
}

bool LiveGame::Evictable(int64_t idle_since_ns, int64_t over_since_ns) const {
  std::lock_guard lock(mutex_);
  if (busy_ || parked_ || !queue_.empty()) return false;
  return used_ns_ < (state_ != nullptr && state_->over() ? over_since_ns : idle_since_ns);
}

size_t LiveGame::MemoryBytes() const {
  std::lock_guard lock(mutex_);
  size_t bytes = sizeof(*this) + (state_ != nullptr ? state_->MemoryBytes() : 0);
  for (const ProjectionPtr& projection : recent_) {
    for (const std::string& event : projection->events) bytes += event.capacity();
  }
  return bytes;
}

void LiveGame::Run(Afterwards& after) {
  while (!busy_ && !parked_ && !queue_.empty()) {
    TaskPtr task = queue_.front();
    if (task->answered()) {
      queue_.pop_front();
    } else if (Ready(task, after)) {
      Serve(task, after);
    }
  }
}

// The state is there and new enough, and deciding is allowed; else what is missing was begun.
bool LiveGame::Ready(const TaskPtr& task, Afterwards& after) {
  if (state_ == nullptr || state_->seq < task->min_seq) {
    if (++task->loads > kMaxLoads) {
      queue_.pop_front();
      after.push_back([task] { task->Finish(OverloadedError()); });
      return false;
    }
    if (state_ != nullptr) store_.parts().metrics.stale_loads.Increment();
    Load(after);
    return false;
  }
  if (!store_.parts().beats.Serving()) {
    parked_ = true;
    store_.Park(shared_from_this());
    return false;
  }
  return !NeedsFetch(after);
}

void LiveGame::Serve(const TaskPtr& task, Afterwards& after) {
  outages_ = store_.parts().beats.Outages();
  if (task->read) {
    ServeRead(task, after);
  } else {
    ServeCommand(task, after);
  }
  if (!busy_) DropNeeds();
}

void LiveGame::ServeRead(const TaskPtr& task, Afterwards& after) {
  if (!state_->over()) {
    if (auto due = match::DueDecision(*state_, ContextOf(*task))) {
      // A flag comes after the commands that wait: a move stamped in time beats it.
      const auto command = std::find_if(queue_.begin(), queue_.end(), [](const TaskPtr& other) {
        return !other->read && !other->answered();
      });
      if (command != queue_.end()) {
        TaskPtr first = *command;
        queue_.erase(command);
        queue_.push_front(std::move(first));
        return;
      }
      Append(*std::move(due), {}, nullptr, after);
      return;
    }
  }
  queue_.pop_front();
  Answer answer;
  answer.seq = state_->seq;
  answer.game = Ref();
  DropNeeds();
  after.push_back(
      [task, answer = std::move(answer)]() mutable { task->Finish(std::move(answer)); });
}

// Finds the caller's seat; else the command is refused. Who plays never changes.
bool LiveGame::FindSeat(const TaskPtr& task, Afterwards& after) {
  if (task->player_id.empty() || task->command.seat) return true;
  const rules::Seat seat = SeatOf(*state_, task->player_id);
  if (seat != rules::Seat::kSpectator) {
    task->command.seat = seat == rules::Seat::kWhite ? rules::Color::kWhite : rules::Color::kBlack;
    return true;
  }
  queue_.pop_front();
  base::Error error = NotFoundError();
  if (MaySee(*state_, task->player_id)) {
    error = base::MakeError(base::Code::kPermissionDenied, "NOT_A_PLAYER",
                            "Only its players play this game.");
  }
  Refuse(task, std::move(error), after);
  return false;
}

void LiveGame::ServeCommand(const TaskPtr& task, Afterwards& after) {
  if (!FindSeat(task, after)) return;
  auto decision = match::Decide(*state_, task->command, ContextOf(*task));
  if (!decision.ok()) {
    queue_.pop_front();
    Refuse(task, std::move(decision).error(), after);
    return;
  }
  switch (decision->kind) {
    case match::Decision::Kind::kAppend:
      queue_.pop_front();
      if (task->Submit()) {
        Append(std::move(decision->row), std::move(decision->secret_writes), task, after);
      }
      return;
    case match::Decision::Kind::kDeadlineFirst:
      Append(std::move(decision->row), std::move(decision->secret_writes), nullptr, after);
      return;
    case match::Decision::Kind::kKeepSecret:
      queue_.pop_front();
      Keep(task, std::move(decision->secret_writes), after);
      return;
    case match::Decision::Kind::kNeeds:
      Fetch(decision->needs, after);
      return;
    case match::Decision::Kind::kRepeated:
      queue_.pop_front();
      Repeat(task, decision->seq, after);
      return;
    case match::Decision::Kind::kNotYet:
    case match::Decision::Kind::kGone: {
      queue_.pop_front();
      Answer answer;
      answer.kind = decision->kind;
      answer.at = decision->at;
      answer.seq = state_->seq;
      after.push_back(
          [task, answer = std::move(answer)]() mutable { task->Finish(std::move(answer)); });
      return;
    }
  }
}

void LiveGame::Refuse(const TaskPtr& task, base::Error error, Afterwards& after) {
  if (!task->confirmed && DependsOnState(error)) {
    task->seen_seq = state_->seq;
    after.push_back([self = shared_from_this(), task] {
      self->store_.LastSeq(self->id_, [self, task](base::Result<int64_t> last_seq) {
        self->OnConfirmed(task, std::move(last_seq));
      });
    });
    return;
  }
  after.push_back([task, error = std::move(error)]() mutable { task->Finish(std::move(error)); });
}

void LiveGame::OnConfirmed(const TaskPtr& task, base::Result<int64_t> last_seq) {
  if (!last_seq.ok()) {
    task->Finish(std::move(last_seq).error());
    return;
  }
  Afterwards after;
  {
    std::lock_guard lock(mutex_);
    DropAheadLocked(task->seen_seq, *last_seq);
    task->confirmed = true;
    task->min_seq = std::max(task->min_seq, *last_seq);
    queue_.push_front(task);
    Run(after);
  }
  RunAll(after);
}

void LiveGame::Repeat(const TaskPtr& task, int64_t seq, Afterwards& after) {
  Answer answer;
  answer.kind = match::Decision::Kind::kRepeated;
  answer.seq = seq;
  const rules::Seat seat = rules::SeatOf(*task->command.seat);
  // The answer to a lock shows the army, which no projection does: ViewAt reads it.
  const bool lock = std::holds_alternative<match::LockDraft>(task->command.action);
  for (const ProjectionPtr& projection : recent_) {
    if (projection->seq == seq && !lock) answer.view = projection->View(seat);
  }
  if (answer.view.empty() && ((seq == state_->seq && !lock) || compacted_)) {
    answer.view = ViewBytes(*state_, seat);
  }
  if (!answer.view.empty()) {
    after.push_back(
        [task, answer = std::move(answer)]() mutable { task->Finish(std::move(answer)); });
    return;
  }
  after.push_back([self = shared_from_this(), task, answer = std::move(answer), seat, seq, lock] {
    self->store_.ViewAt(self->id_, seq, seat, lock,
                        [task, answer](base::Result<std::string> view) mutable {
                          if (!view.ok()) {
                            task->Finish(std::move(view).error());
                            return;
                          }
                          answer.view = *std::move(view);
                          task->Finish(std::move(answer));
                        });
  });
}

void LiveGame::Append(match::DecisionRow row, std::vector<match::SecretWrite> secrets, TaskPtr task,
                      Afterwards& after) {
  auto flight = std::make_shared<Flight>();
  flight->task = std::move(task);
  flight->next = std::make_shared<match::State>(*state_);
  CHESS_CHECK(match::Apply(*flight->next, row).ok());
  const match::State& next = *flight->next;
  auto projection = std::make_shared<Projection>(ProjectRow(next, row));
  flight->trace = SpanOf(flight->task);
  flight->begin_ns = store_.parts().clock.SteadyNs();
  flight->bell = BellBytes(id_, *projection, rpc::TraceBytes(flight->trace));
  flight->projection = std::move(projection);
  flight->brain = Holds<match::BrainPending>(row);
  if (flight->task != nullptr) flight->own_view = OwnView(next, *flight->task, secrets);
  flight->times = ClockTimesOf(row);
  flight->ends = next.over() && !state_->over();
  flight->amends = next.amendments > state_->amendments;

  const base::Clock& clock = store_.parts().clock;
  Appender::Item item;
  item.row.game_id = id_;
  item.row.row = EncodeRow(row);
  CHESS_CHECK(secrets.size() <= 1);  // one army is locked at a time
  for (const match::SecretWrite& write : secrets) {
    item.row.secret =
        SecretColumns{rules::Index(write.seat), write.draft.edition, write.draft.army};
  }
  DropNeeds();
  if (auto deadline = match::DeadlineOf(next, outages_.get())) {
    // While an outage is open nobody knows when it may be decided: the time without it is early,
    // and who comes early is told to come again.
    if (deadline->time == timecontrol::kStillOpen) deadline = match::DeadlineOf(next);
    item.row.deadline = deadline->time;
  }
  if (flight->ends) {
    item.row.end = EndColumnsOf(next);
    item.row.end->trace = rpc::TraceParent(flight->trace);
    flight->deadline = row.of_server();
    if (flight->deadline) {
      const base::TimeMs now = clock.NowMs();
      item.row.not_after = now + kFlagFreshMs;
      if (const auto due = match::DeadlineOf(*state_, outages_.get())) {
        store_.parts().metrics.deadline_lateness.Observe(
            static_cast<double>(std::max<base::TimeMs>(0, now - due->time)) / 1e3);
      }
    }
  }
  if (flight->amends) item.row.end = EndColumnsOf(next);
  if (flight->task != nullptr) item.row.audit = flight->task->audit;
  if (const match::RatingRecorded* rated = RatingIn(row)) {
    item.row.rating = RatingColumns{rated->before, rated->after};
  }
  item.give_up_ns =
      flight->task != nullptr ? flight->task->expire_ns : clock.SteadyNs() + 1'900'000'000;
  item.done = [self = shared_from_this(), flight](AppendOutcome outcome) {
    self->OnAppended(flight, outcome);
  };
  busy_ = true;
  if (!store_.parts().appender.Submit(std::move(item))) {
    busy_ = false;
    if (flight->task == nullptr) {
      FailAll(OverloadedError(), after);
    } else {
      after.push_back([flight] { flight->task->Finish(OverloadedError()); });
    }
  }
}

void LiveGame::OnAppended(const std::shared_ptr<Flight>& flight, AppendOutcome outcome) {
  LogAppend(*flight, outcome);
  Afterwards after;
  {
    std::lock_guard lock(mutex_);
    busy_ = false;
    if (outcome == AppendOutcome::kStored) {
      Stored(*flight, after);
    } else {
      Unstored(*flight, outcome, after);
    }
    Run(after);
  }
  RunAll(after);
}

void LiveGame::Stored(Flight& flight, Afterwards& after) {
  Metrics& metrics = store_.parts().metrics;
  state_ = std::move(flight.next);
  if (recent_.size() >= kRecentDecisions) recent_.erase(recent_.begin());
  recent_.push_back(flight.projection);
  store_.parts().bus.Ring(id_, state_->seq, state_->event_time, std::move(flight.bell));
  metrics.Count(flight.times);
  if (flight.ends) metrics.games_finished.Increment();
  if (flight.deadline) metrics.flags.Increment();
  if (state_->over()) chance_.reset();
  if (flight.brain && !state_->over()) {
    after.push_back([self = shared_from_this(), state = state_, trace = flight.trace] {
      const rpc::ScopedTrace scope(trace);
      self->store_.AskBrain(self->id_, state);
    });
  }
  if (flight.task == nullptr) return;
  after.push_back([task = flight.task, projection = flight.projection,
                   own_view = std::move(flight.own_view)]() mutable {
    if (task->answered()) return;
    Answer answer;
    answer.seq = projection->seq;
    if (!own_view.empty()) {
      answer.view = std::move(own_view);
    } else if (task->command.seat) {
      answer.view = projection->View(rules::SeatOf(*task->command.seat));
    }
    task->Finish(std::move(answer));
  });
}

void LiveGame::Unstored(Flight& flight, AppendOutcome outcome, Afterwards& after) {
  Metrics& metrics = store_.parts().metrics;
  const TaskPtr task = flight.task;
  if (outcome == AppendOutcome::kLost) {
    metrics.stale_loads.Increment();
    state_.reset();
    if (task != nullptr && task->Requeue()) queue_.push_front(task);
    return;
  }
  base::Error error = AwayError();
  if (outcome == AppendOutcome::kFailed) {
    error = base::MakeError(base::Code::kInternal, "INTERNAL", "The log refused the decision.");
  } else if (outcome == AppendOutcome::kUnknown) {
    error = CommitUnknownError();
    state_.reset();
  }
  if (outcome == AppendOutcome::kAway) metrics.appends_away.Increment();
  if (outcome == AppendOutcome::kUnknown) metrics.appends_unknown.Increment();
  if (task == nullptr) {
    FailAll(error, after);  // what waited for the deadline to be carried out
  } else {
    after.push_back([task, error] { task->Finish(error); });
  }
}

void LiveGame::Load(Afterwards& after) {
  busy_ = true;
  const bool queued =
      store_.PushLoad({id_, [self = shared_from_this()](base::Result<LoadedGame> loaded) {
                         self->OnLoaded(std::move(loaded));
                       }});
  if (queued) return;
  busy_ = false;
  FailAll(OverloadedError(), after);
}

void LiveGame::OnLoaded(base::Result<LoadedGame> loaded) {
  Afterwards after;
  bool gone = false;
  {
    std::lock_guard lock(mutex_);
    busy_ = false;
    DropNeeds();
    if (loaded.ok()) {
      if (state_ == nullptr || loaded->state->seq != state_->seq) recent_.clear();
      state_ = std::move(loaded->state);
      seats_ = std::move(loaded->seats);
      compacted_ = loaded->compacted;
    } else {
      gone = state_ == nullptr;
      FailAll(loaded.error(), after);
    }
    Run(after);
  }
  if (gone) store_.Forget(id_);
  RunAll(after);
}

void LiveGame::FailAll(const base::Error& error, Afterwards& after) {
  for (TaskPtr& task : queue_) {
    after.push_back([task = std::move(task), error] { task->Finish(error); });
  }
  queue_.clear();
}

match::Context LiveGame::ContextOf(const Task& task) const {
  match::Context context;
  context.now = store_.parts().clock.NowMs();
  context.received = task.received;
  context.rtt_ms = task.rtt_ms;
  context.clock_error_ms =
      static_cast<base::DurationMs>(std::ceil(store_.parts().clock_error_ms()));
  context.outages = outages_.get();
  context.chance = chance_.get();
  context.secrets = secrets_.get();
  context.fallback = fallback_;
  return context;
}

GameRef LiveGame::Ref() const { return {state_, seats_, recent_, compacted_, secrets_}; }

}  // namespace chess::game
