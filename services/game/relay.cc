#include "game/relay.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <future>

#include "rpc/log.h"

namespace chess::game {
namespace {

constexpr int kClaim = 20;
constexpr int kClaimAmended = 2;  // each may take the lobby seconds, and new results wait behind
constexpr base::DurationMs kLeaseMs = 10'000;
constexpr base::DurationMs kFirstPauseMs = 200;
constexpr base::DurationMs kLongestPauseMs = 10'000;
constexpr base::DurationMs kAmendLeaseMs = 20'000;  // the lobby may have many games to rate again

base::DurationMs PauseAfter(const OutboxEntry& entry) {
  return std::min(kLongestPauseMs, kFirstPauseMs << std::clamp(entry.attempts - 1, 0, 10));
}

void CountFailure(Metrics& metrics, const OutboxEntry& entry, const std::string& reason) {
  metrics.relay_failures.Increment();
  if (reason.empty()) return;
  rpc::Warn("the lobby did not take a result", {{"game_id", entry.game_id},
                                                {"attempts", entry.attempts},
                                                {"amendments", entry.amendments},
                                                {"reason", reason}});
}

}  // namespace

Relay::Relay(ArchiveRepository& archive, LobbyPeer& lobby, GameStore& store, Metrics& metrics,
             base::DurationMs interval_ms)
    : archive_(archive),
      lobby_(lobby),
      store_(store),
      metrics_(metrics),
      interval_ms_(interval_ms) {
  if (!lobby_.configured()) return;
  thread_ = std::thread([this] { Run(); });
  pthread_setname_np(thread_.native_handle(), "game-relay");
}

Relay::~Relay() { Stop(); }

void Relay::Stop() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Relay::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    lock.unlock();
    const bool more = Round(), more_amended = AmendedRound();
    lock.lock();
    if (more || more_amended) continue;
    wake_.wait_for(lock, std::chrono::milliseconds(interval_ms_), [this] { return stopped_; });
  }
}

bool Relay::Round() {
  const auto entries = archive_.Claim(kClaim, kLeaseMs);
  if (!entries.ok()) return false;
  for (const OutboxEntry& entry : *entries) {
    if (Stopped()) return false;
    Deliver(entry);
  }
  return entries->size() == kClaim;
}

bool Relay::AmendedRound() {
  const auto entries = archive_.ClaimAmended(kClaimAmended, kAmendLeaseMs);
  if (!entries.ok()) return false;
  for (const OutboxEntry& entry : *entries) {
    if (Stopped()) return false;
    DeliverAmended(entry);
  }
  return entries->size() == kClaimAmended;
}

bool Relay::Stopped() {
  std::lock_guard lock(mutex_);
  return stopped_;
}

void Relay::Deliver(const OutboxEntry& entry) {
  // The trace of the decision that ended the game goes on.
  rpc::Trace ended;
  const bool known = rpc::ParseTraceParent(entry.trace, &ended);
  const rpc::Trace trace = known ? ended.Child() : rpc::NewTrace();
  const rpc::ScopedTrace scope(trace);
  const auto begin = std::chrono::steady_clock::now();
  std::string reason;
  const bool done = HandOver(entry, &reason);
  if (trace.sampled) {
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    rpc::LogSpan(rpc::Level::kInfo, trace, "result",
                 {{"game_id", entry.game_id},
                  {"attempts", entry.attempts},
                  {"outcome", done ? "taken" : "not yet"},
                  {"reason", reason},
                  {"ms", took.count()}});
  }
  if (done) {
    if (archive_.Delivered(entry.game_id).ok()) metrics_.relayed.Increment();
    return;
  }
  CountFailure(metrics_, entry, reason);
  // If this fails, too, the lease ends by itself.
  if (!archive_.Postpone(entry.game_id, PauseAfter(entry)).ok()) return;
}

void Relay::DeliverAmended(const OutboxEntry& entry) {
  const auto applied = lobby_.Amend(entry);
  if (applied.ok() && (!applied->applied || Record(entry, applied->rating))) {
    if (archive_.DeliveredAmended(entry).ok()) metrics_.relayed.Increment();
    return;
  }
  CountFailure(metrics_, entry, applied.ok() ? "" : applied.error().reason);
  if (!archive_.PostponeAmended(entry, PauseAfter(entry)).ok()) return;
}

bool Relay::HandOver(const OutboxEntry& entry, std::string* reason) {
  const auto applied = lobby_.Apply(entry);
  if (!applied.ok()) *reason = applied.error().reason;
  return applied.ok() && (!applied->applied || Record(entry, applied->rating));
}

bool Relay::Record(const OutboxEntry& entry, const match::RatingRecorded& rating) {
  std::promise<bool> recorded;
  store_.Act(entry.game_id, match::RecordRating{rating, entry.amendments},
             [&recorded](base::Result<Answer> answer) { recorded.set_value(answer.ok()); });
  return recorded.get_future().get();
}

}  // namespace chess::game
