#include "game/appender.h"

#include <algorithm>
#include <chrono>
#include <unordered_set>

#include "base/limits.h"
#include "postgres/transaction.h"
#include "rpc/log.h"

namespace chess::game {
namespace {

constexpr int64_t kStopNs = 5'000'000'000;  // after Stop, rows in doubt wait this long
constexpr size_t kOwnBatch = 32;  // so many rows are worth a commit beside the one under way
constexpr auto kRetryPause = std::chrono::milliseconds(20);

void Tell(const std::vector<Appender::Item*>& items, AppendOutcome outcome) {
  for (Appender::Item* item : items) item->done(outcome);
}

std::vector<const AppendRow*> RowsOf(const std::vector<Appender::Item*>& items) {
  std::vector<const AppendRow*> rows;
  rows.reserve(items.size());
  for (const Appender::Item* item : items) rows.push_back(&item->row);
  return rows;
}

}  // namespace

Appender::Appender(LogRepository& log, const base::Clock& clock, Metrics& metrics, int threads,
                   GameBus* bus)
    : log_(log),
      clock_(clock),
      metrics_(metrics),
      bus_(bus),
      queue_(
          "game-append", threads, base::kAppendQueue, base::kAppendBatch,
          [this](std::vector<Item>& batch) { Write(batch); }, kOwnBatch) {}

Appender::~Appender() { Stop(); }

bool Appender::Submit(Item item) { return queue_.Push(std::move(item)); }

void Appender::Stop() {
  int64_t running = 0;
  stop_ns_.compare_exchange_strong(running, clock_.SteadyNs());
  queue_.Stop();
}

void Appender::Write(std::vector<Item>& batch) {
  // Two rows of one game (a game evicted and loaded anew while its last append was under way) go in
  // one after the other: the answer of a batch names games.
  std::unordered_set<std::string_view> games;
  Items once, again;
  const int64_t now = clock_.SteadyNs();
  for (Item& item : batch) {
    if (item.give_up_ns != 0 && now > item.give_up_ns) {
      item.done(AppendOutcome::kAway);
    } else if (games.insert(item.row.game_id).second) {
      once.push_back(&item);
    } else {
      again.push_back(&item);
    }
  }
  if (!once.empty()) WriteRange(once, false);
  for (Item* item : again) WriteRange({item}, false);
}

void Appender::WriteRange(const Items& items, bool in_doubt) {
  const auto rows = RowsOf(items);
  for (;;) {
    const int64_t start = clock_.SteadyNs();
    const auto stored = log_.Append(rows);
    metrics_.append_seconds.Observe(static_cast<double>(clock_.SteadyNs() - start) / 1e9);
    if (stored.ok()) {
      metrics_.append_batch.Observe(static_cast<double>(items.size()));
      Settle(items, *stored, in_doubt);
      return;
    }
    const base::Error& error = stored.error();
    if (postgres::IsCommitUnknown(error)) {
      if (!in_doubt) metrics_.appends_in_doubt.Increment(static_cast<double>(items.size()));
      in_doubt = true;
    } else if (error.code != base::Code::kUnavailable && error.code != base::Code::kAborted &&
               error.code != base::Code::kResourceExhausted &&
               error.code != base::Code::kDeadlineExceeded) {
      rpc::Warn("the log refuses a batch", {{"rows", items.size()},
                                            {"reason", error.reason},
                                            {"error", error.message}});
      Halve(items, in_doubt);
      return;
    }
    if (in_doubt) {
      const int64_t stopped = stop_ns_.load();
      if (stopped != 0 && clock_.SteadyNs() - stopped > kStopNs) {
        Tell(items, AppendOutcome::kUnknown);
        return;
      }
    } else if (GiveUp(items)) {
      Tell(items, AppendOutcome::kAway);
      return;
    }
    Pause();
  }
}

void Appender::Settle(const Items& items, const std::vector<bool>& stored, bool in_doubt) {
  Items missing;
  {
    const auto gathering = bus_ != nullptr && items.size() > 1 ? bus_->Gather() : nullptr;
    for (size_t i = 0; i < items.size(); ++i) {
      if (stored[i]) {
        items[i]->done(AppendOutcome::kStored);
      } else {
        missing.push_back(items[i]);
      }
    }
  }
  if (missing.empty()) return;
  if (!in_doubt) {
    metrics_.appends_lost.Increment(static_cast<double>(missing.size()));
    Tell(missing, AppendOutcome::kLost);
    return;
  }
  // The first attempt may have gone in: then the row there is exactly ours.
  const auto rows = RowsOf(missing);
  for (;;) {
    const auto ours = log_.Stored(rows);
    if (ours.ok()) {
      for (size_t i = 0; i < missing.size(); ++i) {
        missing[i]->done((*ours)[i] ? AppendOutcome::kStored : AppendOutcome::kLost);
      }
      return;
    }
    const int64_t stopped = stop_ns_.load();
    if (stopped != 0 && clock_.SteadyNs() - stopped > kStopNs) {
      Tell(missing, AppendOutcome::kUnknown);
      return;
    }
    Pause();
  }
}

void Appender::Halve(const Items& items, bool in_doubt) {
  if (items.size() == 1) {
    metrics_.appends_failed.Increment();
    rpc::LogError("the log refuses a decision", {{"game_id", items[0]->row.game_id},
                                                 {"seq", items[0]->row.row.seq}});
    items[0]->done(AppendOutcome::kFailed);
    return;
  }
  metrics_.appends_halved.Increment();
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
  WriteRange(Items(items.begin(), middle), in_doubt);
  WriteRange(Items(middle, items.end()), in_doubt);
}

bool Appender::GiveUp(const Items& items) const {
  if (stop_ns_.load() != 0) return true;
  const int64_t now = clock_.SteadyNs();
  return std::any_of(items.begin(), items.end(), [now](const Item* item) {
    return item->give_up_ns != 0 && now > item->give_up_ns;
  });
}

void Appender::Pause() { std::this_thread::sleep_for(kRetryPause); }

}  // namespace chess::game
