#include "game/game_store.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>

#include "base/ids.h"
#include "base/limits.h"
#include "game/convert.h"
#include "game/log_convert.h"
#include "game/record.h"

namespace chess::game {
namespace {

constexpr size_t kLoadQueue = 20'000;
constexpr size_t kLoadBatch = 32;
constexpr size_t kConfirmQueue = 50'000;
constexpr size_t kConfirmBatch = 1024;
constexpr int kMaxEvents = 500;  // of one game at once

base::Result<LoadedGame> Rebuild(LoadedRows& rows) {
  if (!rows.found) return NotFoundError();
  auto state = StateOfRows(rows);
  if (!state.ok()) return std::move(state).error();
  if (!state->created()) return NotFoundError();
  LoadedGame game;
  game.compacted = !rows.record.empty();
  game.state = std::make_shared<const match::State>(*std::move(state));
  game.seats = std::make_shared<const std::array<SeatRow, 2>>(std::move(rows.seats));
  return game;
}

// What remains to be told of a compacted game: one last event with the end and the final view.
std::vector<std::string> FinalEvent(const match::State& state, rules::Seat seat) {
  match::DecisionRow row;
  row.seq = state.seq;
  row.event_time = state.event_time;
  row.events = {match::GameOver{state.ending}};
  return {ProjectRow(state, row).Event(seat)};
}

// Projects the decisions after a number, replaying the log from its start: past events are always
// told as they were then.
base::Result<std::vector<std::string>> ProjectLog(LoadedRows& rows, int64_t after, int limit,
                                                  rules::Seat seat) {
  if (!rows.record.empty()) {
    const auto game = Rebuild(rows);
    if (!game.ok()) return game.error();
    return FinalEvent(*game->state, seat);
  }
  std::vector<std::string> events;
  match::State state;
  for (const LogRow& stored : rows.log) {
    if (static_cast<int>(events.size()) >= limit) break;
    auto row = DecodeRow(rows.game_id, stored);
    if (!row.ok()) return row.error();
    const base::Status applied = match::Apply(state, *row);
    if (!applied.ok()) return applied.error();
    if (stored.seq > after) events.push_back(ProjectRow(state, *row).Event(seat));
  }
  return events;
}

}  // namespace

GameStore::GameStore(StoreParts parts, StoreOptions options)
    : parts_(std::move(parts)),
      options_(options),
      loads_("game-load", 1, kLoadQueue, kLoadBatch,
             [this](std::vector<Load>& batch) { HandleLoads(batch); }),
      confirms_("game-confirm", 1, kConfirmQueue, kConfirmBatch,
                [this](std::vector<Confirm>& batch) { HandleConfirms(batch); }) {
  parts_.beats.OnServing([this] { WakeParked(); });
  expiry_ = std::thread([this] { RunExpiry(); });
  pthread_setname_np(expiry_.native_handle(), "game-expiry");
}

GameStore::~GameStore() {
  Drain(0);
  parts_.beats.OnServing(nullptr);
  {
    std::lock_guard lock(expiry_mutex_);
    stopped_ = true;
  }
  expiry_wake_.notify_all();
  expiry_.join();
  confirms_.Stop();
  loads_.Stop();
  // What is still open is answered; a game that waits would keep itself alive.
  for (const std::weak_ptr<Task>& waiting : expiring_) {
    if (const TaskPtr task = waiting.lock()) task->Expire();
  }
}

void GameStore::Act(const std::string& game_id, match::Action action, Done done) {
  auto task = std::make_shared<Task>();
  task->command.action = std::move(action);
  task->done = std::move(done);
  Start(game_id, task, false);
}

void GameStore::Execute(const std::string& game_id, const std::string& player_id,
                        match::Command command, base::TimeMs received,
                        std::optional<base::DurationMs> rtt_ms, Done done) {
  auto task = std::make_shared<Task>();
  task->player_id = player_id;
  task->command = std::move(command);
  task->received = received;
  task->rtt_ms = rtt_ms;
  task->done = std::move(done);
  Start(game_id, task, false);
}

void GameStore::Rule(const std::string& game_id, match::Command command, AuditColumns audit,
                     Done done) {
  auto task = std::make_shared<Task>();
  task->command = std::move(command);
  task->audit = std::move(audit);
  task->done = std::move(done);
  Start(game_id, task, true);
}

void GameStore::Read(const std::string& game_id, int64_t min_seq, Done done) {
  auto task = std::make_shared<Task>();
  task->read = true;
  task->done = [min_seq, done = std::move(done)](base::Result<Answer> answer) {
    if (answer.ok() && answer->seq < min_seq) {
      done(base::MakeError(base::Code::kOutOfRange, "CURSOR_AHEAD",
                           "The log ends before the number asked for."));
      return;
    }
    done(std::move(answer));
  };
  Start(game_id, task, true);
}

void GameStore::Start(const std::string& game_id, const TaskPtr& task, bool confirm_first) {
  if (draining_.load(std::memory_order_relaxed)) {
    task->Finish(DrainingError());
    return;
  }
  if (!base::IsBase62(game_id, 8)) {
    task->Finish(NotFoundError());
    return;
  }
  open_tasks_.fetch_add(1, std::memory_order_relaxed);
  if (const rpc::Trace* trace = rpc::CurrentTrace()) task->trace = *trace;
  task->done = [this, asked = task.get(), began_ns = parts_.clock.SteadyNs(),
                done = std::move(task->done)](base::Result<Answer> answer) {
    if (!asked->read && !asked->player_id.empty()) {  // a player's command
      parts_.metrics.Answered(asked->command,
                              answer.ok() ? VerdictOf(answer->kind) : VerdictOf(answer.error()),
                              static_cast<double>(parts_.clock.SteadyNs() - began_ns) / 1e9);
    }
    done(std::move(answer));
    open_tasks_.fetch_sub(1, std::memory_order_relaxed);
  };
  task->expire_ns = parts_.clock.SteadyNs() + options_.task_ms * 1'000'000;
  {
    std::lock_guard lock(expiry_mutex_);
    expiring_.push_back(task);
  }
  const LiveGamePtr game = Find(game_id, true);
  const int64_t seen_seq = game->seq();
  if (!confirm_first || seen_seq == 0) {
    game->Push(task);  // a load is as new as the log
    return;
  }
  LastSeq(game_id, [this, game, task, seen_seq](base::Result<int64_t> last_seq) {
    if (!last_seq.ok()) {
      task->Finish(std::move(last_seq).error());
    } else if (*last_seq == 0) {
      Forget(game->id());
      task->Finish(NotFoundError());
    } else {
      game->DropAhead(seen_seq, *last_seq);
      task->min_seq = *last_seq;
      task->confirmed = true;
      game->Push(task);
    }
  });
}

void GameStore::EventsAfter(const std::string& game_id, const GameRef& game, int64_t after,
                            int limit, rules::Seat seat,
                            std::function<void(base::Result<std::vector<std::string>>)> done) {
  limit = std::clamp(limit, 1, kMaxEvents);
  std::vector<std::string> events;
  if (after >= game.state->seq) {
    done(std::move(events));
    return;
  }
  if (game.compacted) {
    done(FinalEvent(*game.state, seat));
    return;
  }
  const auto& recent = game.recent;
  if (!recent.empty() && recent.front()->seq <= after + 1 &&
      recent.back()->seq == game.state->seq) {
    for (const ProjectionPtr& projection : recent) {
      if (projection->seq > after && static_cast<int>(events.size()) < limit) {
        events.push_back(projection->Event(seat));
      }
    }
    done(std::move(events));
    return;
  }
  auto shared = std::make_shared<decltype(done)>(std::move(done));
  const bool queued = parts_.reads.Submit([this, game_id, after, limit, seat, shared] {
    auto rows = parts_.log.Load({game_id});
    if (!rows.ok()) {
      (*shared)(StoreError(rows.error()));
      return;
    }
    (*shared)(ProjectLog(rows->front(), after, limit, seat));
  });
  if (!queued) (*shared)(OverloadedError());
}

void GameStore::ViewAt(const std::string& game_id, int64_t seq, rules::Seat seat,
                       bool own_army, std::function<void(base::Result<std::string>)> done) {
  auto shared = std::make_shared<decltype(done)>(std::move(done));
  const bool queued = parts_.reads.Submit([this, game_id, seq, seat, own_army, shared] {
    auto rows = parts_.log.Load({game_id});
    if (!rows.ok()) {
      (*shared)(StoreError(rows.error()));
      return;
    }
    auto& log = rows->front().log;
    std::erase_if(log, [seq](const LogRow& row) { return row.seq > seq; });
    auto state = ReplayLog(game_id, log);
    if (!state.ok()) {
      (*shared)(state.error());
    } else if (state->seq != seq) {
      (*shared)(NotFoundError());  // compacted meanwhile
    } else if (!own_army || state->phase != match::Phase::kDrafting) {
      (*shared)(ViewBytes(*state, seat));
    } else if (const auto drafts = parts_.secrets.Drafts(game_id); drafts.ok()) {
      (*shared)(ViewBytes(*state, seat, &*drafts));
    } else {
      (*shared)(StoreError(drafts.error()));
    }
  });
  if (!queued) (*shared)(OverloadedError());
}

void GameStore::LastSeq(const std::string& game_id,
                        std::function<void(base::Result<int64_t>)> done) {
  Confirm confirm{game_id, std::move(done)};
  if (!confirms_.Push(std::move(confirm))) confirm.done(OverloadedError());
}

void GameStore::Adopt(const std::string& game_id, LoadedGame loaded) {
  Find(game_id, true)->Adopt(std::move(loaded));
}

void GameStore::Drain(base::DurationMs timeout_ms) {
  draining_.store(true);
  const int64_t until = parts_.clock.SteadyNs() + timeout_ms * 1'000'000;
  while (open_tasks_.load() > 0 && parts_.clock.SteadyNs() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void GameStore::Park(LiveGamePtr game) {
  std::lock_guard lock(parked_mutex_);
  parked_.push_back(std::move(game));
}

void GameStore::WakeParked() {
  std::vector<LiveGamePtr> games;
  {
    std::lock_guard lock(parked_mutex_);
    games.swap(parked_);
  }
  for (const LiveGamePtr& game : games) game->Wake();
}

void GameStore::Forget(const std::string& game_id) {
  Shard& shard = ShardOf(game_id);
  std::lock_guard lock(shard.mutex);
  shard.games.erase(game_id);
}

void GameStore::Evict() {
  const int64_t now = parts_.clock.SteadyNs();
  const int64_t idle = now - options_.idle_ms * 1'000'000;
  const int64_t over = now - options_.over_ms * 1'000'000;
  for (Shard& shard : shards_) {
    std::lock_guard lock(shard.mutex);
    std::erase_if(shard.games,
                  [&](const auto& entry) { return entry.second->Evictable(idle, over); });
  }
}

size_t GameStore::Games() const {
  size_t games = 0;
  for (const Shard& shard : shards_) {
    std::lock_guard lock(shard.mutex);
    games += shard.games.size();
  }
  return games;
}

size_t GameStore::MemoryBytes() const {
  size_t bytes = 0;
  for (const Shard& shard : shards_) {
    std::lock_guard lock(shard.mutex);
    for (const auto& [id, game] : shard.games) bytes += game->MemoryBytes();
  }
  return bytes;
}

LiveGamePtr GameStore::Find(const std::string& game_id, bool create) {
  Shard& shard = ShardOf(game_id);
  std::lock_guard lock(shard.mutex);
  const auto it = shard.games.find(game_id);
  if (it != shard.games.end()) return it->second;
  if (!create) return nullptr;
  return shard.games.emplace(game_id, std::make_shared<LiveGame>(game_id, *this)).first->second;
}

GameStore::Shard& GameStore::ShardOf(const std::string& game_id) {
  return shards_[std::hash<std::string>()(game_id) % shards_.size()];
}

void GameStore::HandleLoads(std::vector<Load>& batch) {
  std::vector<std::string> ids;
  for (const Load& load : batch) {
    if (std::find(ids.begin(), ids.end(), load.game_id) == ids.end()) ids.push_back(load.game_id);
  }
  parts_.metrics.loads.Increment(static_cast<double>(ids.size()));
  auto rows = parts_.log.Load(ids);
  if (!rows.ok()) {
    for (Load& load : batch) load.done(StoreError(rows.error()));
    return;
  }
  std::unordered_map<std::string, base::Result<LoadedGame>> games;
  for (LoadedRows& loaded : *rows) {
    const std::string id = loaded.game_id;
    auto game = Rebuild(loaded);
    if (!game.ok() && game.error().reason == "NEWER_EVENT") parts_.metrics.newer_events.Increment();
    games.emplace(id, std::move(game));
  }
  for (Load& load : batch) load.done(games.at(load.game_id));
}

void GameStore::HandleConfirms(std::vector<Confirm>& batch) {
  std::vector<std::string> ids;
  std::unordered_map<std::string_view, size_t> index;
  for (const Confirm& confirm : batch) {
    if (index.emplace(confirm.game_id, ids.size()).second) ids.push_back(confirm.game_id);
  }
  parts_.metrics.confirmations.Increment(static_cast<double>(batch.size()));
  auto seqs = parts_.log.LastSeqs(ids);
  for (Confirm& confirm : batch) {
    if (seqs.ok()) {
      confirm.done((*seqs)[index.at(confirm.game_id)]);
    } else {
      confirm.done(StoreError(seqs.error()));
    }
  }
}

void GameStore::RunExpiry() {
  std::unique_lock lock(expiry_mutex_);
  std::vector<TaskPtr> expired;
  while (!stopped_) {
    expiry_wake_.wait_for(lock, std::chrono::milliseconds(20), [this] { return stopped_; });
    const int64_t now = parts_.clock.SteadyNs();
    while (!expiring_.empty()) {
      TaskPtr task = expiring_.front().lock();
      if (task != nullptr && !task->answered() && task->expire_ns > now) break;
      expiring_.pop_front();
      if (task != nullptr && !task->answered()) expired.push_back(std::move(task));
    }
    lock.unlock();
    for (const TaskPtr& task : expired) {
      task->Expire();
    }
    expired.clear();
    lock.lock();
  }
}

}  // namespace chess::game
