#include "clock/sweeper.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "base/limits.h"
#include "clock/deadline_bus.h"
#include "clock/deadline_table.h"
#include "rpc/log.h"

namespace chess::clock {
namespace {

constexpr size_t kUnderWay = 512;            // deliveries at a time
constexpr int64_t kMostCaution = 5'000'000;  // ns; beyond it the owner decides
constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kHasteNs = 100 * kNsPerMs;  // next sweep after a failed or partial one
constexpr int64_t kIdleNs = 60'000 * kNsPerMs;

}  // namespace

struct Sweeper::Impl {
  SweeperOptions options;
  const base::Clock& machine;
  GameTime& time;
  std::vector<std::unique_ptr<OwnerPeer>>& owners;
  Metrics& metrics;
  const int64_t start_ns;  // steady

  mutable std::mutex mutex;
  std::condition_variable wake;
  DeadlineTable table{base::kClockTimers};
  std::vector<int64_t> next_sweep_ns;  // steady, per owner; INT64_MAX while one is under way
  size_t calls = 0;                    // under way, of both kinds
  size_t deliveries = 0;               // of them
  bool stopping = false;
  std::unique_ptr<DeadlineBus> bus;
  std::thread thread;

  Impl(const SweeperOptions& sweeper_options, const redis::Options& redis, const base::Clock& clock,
       GameTime& game_time, std::vector<std::unique_ptr<OwnerPeer>>& peers, Metrics& counters)
      : options(sweeper_options),
        machine(clock),
        time(game_time),
        owners(peers),
        metrics(counters),
        start_ns(clock.SteadyNs()),
        next_sweep_ns(peers.size(), 0) {
    bus = std::make_unique<DeadlineBus>(
        redis, DeadlineBus::Handlers{[this](const Notice& notice) { Hear(notice); },
                                     [this] { SweepSoon(); }});
    thread = std::thread([this] { Run(); });
  }

  // --- Hearing ---

  void Hear(const Notice& notice) {
    for (size_t owner = 0; owner < owners.size(); ++owner) {
      if (owners[owner]->name() != notice.owner) continue;
      metrics.notices.Increment();
      const std::lock_guard lock(mutex);
      Arm({static_cast<int>(owner), std::string(notice.key)}, notice.due_ms);
      wake.notify_all();
    }
  }

  // Needs the lock.
  void Arm(const DeadlineId& id, base::TimeMs due_ms) {
    if (!table.Arm(id, due_ms)) metrics.full.Increment();
  }

  void SweepSoon() {
    const std::lock_guard lock(mutex);
    for (int64_t& next : next_sweep_ns) {
      if (next != INT64_MAX) next = 0;
    }
    wake.notify_all();
  }

  // --- Sweeping ---

  // Needs the lock, which it lets go during the call (an answer may come at once).
  void Sweep(std::unique_lock<std::mutex>& lock, size_t owner) {
    next_sweep_ns[owner] = INT64_MAX;
    ++calls;
    const uint64_t mark = table.Mark();
    lock.unlock();
    // As long as nobody has told the time, everything is asked for, and judged when it is known.
    const base::TimeMs before_ms =
        time.Known() ? time.NowMs() + options.window_ms : machine.NowMs() + options.window_ms;
    const int64_t begin_ns = machine.SteadyNs();
    owners[owner]->ListDue(before_ms, [=, this](base::Result<Listing> listing) {
      Swept(owner, mark, before_ms, begin_ns, listing);
    });
    lock.lock();
  }

  void Swept(size_t owner, uint64_t mark, base::TimeMs before_ms, int64_t begin_ns,
             const base::Result<Listing>& listing) {
    const int64_t now_ns = machine.SteadyNs();
    const bool first = listing.ok() && !time.Known();
    if (listing.ok()) time.Sample(begin_ns, listing->now_ms, now_ns);
    (listing.ok() ? metrics.sweeps_ok : metrics.sweeps_failed).Increment();
    const std::lock_guard lock(mutex);
    int64_t pause_ns = options.sweep_interval_ms * kNsPerMs;
    if (listing.ok()) {
      for (const ListedDeadline& deadline : listing->deadlines) {
        Arm({static_cast<int>(owner), deadline.key}, deadline.due_ms);
      }
      if (listing->complete) table.Prune(static_cast<int>(owner), mark, before_ms);
    }
    if (!listing.ok() || !listing->complete || first) pause_ns = std::min(pause_ns, kHasteNs);
    next_sweep_ns[owner] = now_ns + pause_ns;
    --calls;
    wake.notify_all();
  }

  // --- Delivering ---

  // Game time that has certainly come, unless the error is so large that the owner had better
  // decide. Needs time.Known().
  base::TimeMs CertainMs() const {
    return (time.NowNs() - std::min(time.ErrorNs(), kMostCaution)) / kNsPerMs;
  }

  // Needs the lock, which it lets go meanwhile.
  void Fire(std::unique_lock<std::mutex>& lock) {
    const base::TimeMs now_ms = CertainMs();
    std::vector<DueDeadline> due = table.TakeDue(now_ms, kUnderWay - deliveries);
    if (due.empty()) return;
    calls += due.size();
    deliveries += due.size();
    lock.unlock();
    std::vector<std::string> members;
    for (const DueDeadline& deadline : due) {
      members.push_back(owners[deadline.id.owner]->name() + " " + deadline.id.key + " " +
                        std::to_string(deadline.fire_ms));
    }
    // A delivery that failed was this replica's already.
    const auto claims = bus->ClaimAll(members, now_ms);
    for (size_t i = 0; i < due.size(); ++i) {
      if (claims[i] == DeadlineBus::Claim::kLost && due[i].attempts == 0) {
        Lost(due[i], now_ms);
      } else {
        (claims[i] == DeadlineBus::Claim::kAway ? metrics.claims_away : metrics.claims_won)
            .Increment();
        Deliver(due[i]);
      }
    }
    lock.lock();
  }

  // Another replica delivers it. If it has died over it, the claim lapses and this one tries; if it
  // has not, the next sweep does not list the deadline any more.
  void Lost(const DueDeadline& deadline, base::TimeMs now_ms) {
    metrics.claims_lost.Increment();
    const std::lock_guard lock(mutex);
    table.PutOff(deadline.id, now_ms + kClaimMs);
    --calls;
    --deliveries;
  }

  void Deliver(const DueDeadline& deadline) {
    metrics.dispatch.Observe(LateSeconds(deadline));
    owners[deadline.id.owner]->Deliver(
        deadline.id.key, deadline.due_ms,
        [this, deadline](base::Result<Delivery> delivery) { Delivered(deadline, delivery); });
  }

  double LateSeconds(const DueDeadline& deadline) const {
    return std::max<int64_t>(0, time.NowNs() - deadline.fire_ms * kNsPerMs) / 1e9;
  }

  void Delivered(const DueDeadline& deadline, const base::Result<Delivery>& delivery) {
    const bool done = delivery.ok() && delivery->outcome == Delivery::Outcome::kDone;
    if (done) metrics.lateness.Observe(LateSeconds(deadline));
    const std::lock_guard lock(mutex);
    if (!delivery.ok()) {
      metrics.failed.Increment();
      table.Failed(deadline.id, time.NowMs());
    } else if (delivery->outcome == Delivery::Outcome::kNotYet) {
      metrics.not_yet.Increment();
      table.PutOff(deadline.id, std::max(delivery->at_ms, time.NowMs() + 1));
    } else {
      (done ? metrics.done : metrics.gone).Increment();
      table.Done(deadline.id);
    }
    --calls;
    --deliveries;
    wake.notify_all();
  }

  // --- The thread ---

  // Steady nanoseconds until something is to be done. Needs the lock.
  int64_t WaitNs() const {
    const int64_t now_ns = machine.SteadyNs();
    int64_t wait_ns = kIdleNs;
    for (const int64_t next : next_sweep_ns) {
      if (next != INT64_MAX) wait_ns = std::min(wait_ns, next - now_ns);
    }
    const base::TimeMs next_ms = table.NextMs();
    if (time.Known() && next_ms != INT64_MAX && deliveries < kUnderWay) {
      const int64_t certain_ns = time.NowNs() - std::min(time.ErrorNs(), kMostCaution);
      wait_ns = std::min(wait_ns, next_ms * kNsPerMs - certain_ns);
    }
    return std::max<int64_t>(wait_ns, 0);
  }

  void Run() {
    std::unique_lock lock(mutex);
    while (!stopping) {
      for (size_t owner = 0; owner < owners.size(); ++owner) {
        if (next_sweep_ns[owner] <= machine.SteadyNs()) Sweep(lock, owner);
      }
      if (time.Known()) Fire(lock);
      if (stopping) break;
      const int64_t wait_ns = WaitNs();
      if (wait_ns > 0) wake.wait_for(lock, std::chrono::nanoseconds(wait_ns));
    }
  }

  void Stop() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    wake.notify_all();
    if (thread.joinable()) thread.join();
    std::unique_lock lock(mutex);
    std::unique_ptr<DeadlineBus> ended = std::move(bus);
    lock.unlock();
    ended.reset();  // no more notices
    lock.lock();
    wake.wait(lock, [this] { return calls == 0; });
  }
};

Sweeper::Sweeper(const SweeperOptions& options, const redis::Options& redis,
                 const base::Clock& machine, GameTime& time,
                 std::vector<std::unique_ptr<OwnerPeer>>& owners, Metrics& metrics)
    : impl_(new Impl(options, redis, machine, time, owners, metrics)) {}

Sweeper::~Sweeper() { Stop(); }

void Sweeper::Stop() { impl_->Stop(); }

size_t Sweeper::armed() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->table.size();
}

double Sweeper::OverdueSeconds() const {
  const std::lock_guard lock(impl_->mutex);
  const base::TimeMs next_ms = impl_->table.NextMs();
  if (!impl_->time.Known() && !impl_->owners.empty()) {
    return static_cast<double>(impl_->machine.SteadyNs() - impl_->start_ns) / 1e9;
  }
  if (next_ms == INT64_MAX) return 0;
  return std::max<double>(0, static_cast<double>(impl_->CertainMs() - next_ms) / 1e3);
}

void Sweeper::LookAtBus(const std::function<void(const DeadlineBus&)>& look) const {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->bus != nullptr) look(*impl_->bus);
}

}  // namespace chess::clock
