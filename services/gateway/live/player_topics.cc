#include "gateway/live/player_topics.h"

#include <algorithm>

#include "base/clock.h"
#include "gateway/edge/wire.h"
#include "redis/keys.h"
#include "rpc/log.h"

namespace chess::gateway {
namespace {

constexpr char kListPlayerEvents[] =
    "/chess.lobby.internal.v1.LobbyInternalService/ListPlayerEvents";
constexpr int64_t kTimeoutMs = 3000;
constexpr int64_t kConfirmMs = 1000;  // Redis says nothing for so long: it is as good as away
constexpr int64_t kFirstRetryMs = 100;
constexpr int64_t kLongestRetryMs = 1600;
constexpr uint32_t kSessionRevoked = 5;  // PlayerEvent.session_revoked

int64_t NowMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

int64_t SeqOf(std::string_view event) {
  for (WireReader reader(event); reader.Next();) {
    if (reader.field() == 1 && !reader.is_text()) return static_cast<int64_t>(reader.number());
  }
  return 0;
}

// True for SessionRevoked; `session_id` is what it names.
bool IsRevocation(std::string_view event, std::string* session_id) {
  for (WireReader reader(event); reader.Next();) {
    if (reader.field() != kSessionRevoked) continue;
    *session_id = PeekFirstField(reader.text());
    return true;
  }
  return false;
}

}  // namespace

PlayerTopics::PlayerTopics(InternalClient& client, Endpoints& lobby, Bells& bells, Metrics& metrics,
                           Revoked revoked)
    : client_(client),
      lobby_(lobby),
      bells_(bells),
      metrics_(metrics),
      revoked_(std::move(revoked)) {}

void PlayerTopics::Add(Watch& watch, bool wants_events, int64_t after_seq) {
  const std::string player_id(watch.player_id());
  const uint64_t id = next_id_++;
  Feed& feed = feeds_[player_id];
  if (feed.subscriptions.empty()) {
    feed.generation = id;
    bells_.Subscribe(redis::PlayerEventsChannel(player_id),
                     [this, player_id, id](bool) { Confirmed(player_id, id); });
    unconfirmed_.emplace_back(NowMs() + kConfirmMs, player_id);
  }
  auto subscription = std::make_unique<Subscription>();
  subscription->id = id;
  subscription->watch = &watch;
  subscription->player_id = player_id;
  subscription->wants_events = wants_events;
  subscription->cursor = after_seq;
  Subscription& added = *subscription;
  feed.subscriptions.push_back(&added);
  by_watch_[&watch] = id;
  subscriptions_.emplace(id, std::move(subscription));
  if (feed.confirmed) Fetch(added);
}

void PlayerTopics::Remove(Watch& watch) {
  const auto found = by_watch_.find(&watch);
  if (found == by_watch_.end()) return;
  const auto one = subscriptions_.find(found->second);
  by_watch_.erase(found);
  const auto feed = feeds_.find(one->second->player_id);
  std::erase(feed->second.subscriptions, one->second.get());
  subscriptions_.erase(one);
  if (!feed->second.subscriptions.empty()) return;
  bells_.Unsubscribe(redis::PlayerEventsChannel(feed->first));
  feeds_.erase(feed);
}

void PlayerTopics::Confirmed(const std::string& player_id, uint64_t generation) {
  const auto found = feeds_.find(player_id);
  if (found == feeds_.end() || found->second.generation != generation) return;
  found->second.confirmed = true;
  for (Subscription* one : found->second.subscriptions) Fetch(*one);
}

void PlayerTopics::Fetch(Subscription& subscription) {
  if (!subscription.wants_events) return;
  if (subscription.fetching) {
    subscription.again = true;
    return;
  }
  subscription.fetching = true;
  subscription.again = false;
  std::string request;
  AppendText(&request, 1, subscription.player_id);
  AppendNumber(&request, 2, static_cast<uint64_t>(subscription.cursor));
  // Later looks are our own round.
  static const rpc::Trace kNone;
  const rpc::ScopedTrace scope(subscription.open ? kNone : subscription.watch->call()->trace);
  client_.Ask(lobby_, kListPlayerEvents, request, kTimeoutMs, {},
              [this, id = subscription.id](const grpc::Status& status, std::string_view answer) {
                Fetched(id, status, answer);
              });
}

void PlayerTopics::Fetched(uint64_t id, const grpc::Status& status, std::string_view answer) {
  const auto found = subscriptions_.find(id);
  if (found == subscriptions_.end()) return;
  Subscription& subscription = *found->second;
  if (!status.ok()) {  // `fetching` stays: one retry at a time
    const int64_t wait =
        std::min(kLongestRetryMs, kFirstRetryMs << std::min(subscription.failures++, 4));
    retries_.emplace_back(NowMs() + wait, id);
    return;
  }
  subscription.failures = 0;
  subscription.fetching = false;
  // Without a cursor the lobby sends what stands open, under numbers of its own choice.
  const bool state = !subscription.open && subscription.cursor == 0;
  const int64_t before = subscription.cursor;
  int64_t last_seq = 0;
  for (WireReader reader(answer); reader.Next();) {
    if (reader.field() == 2) last_seq = static_cast<int64_t>(reader.number());
    if (reader.field() != 1) continue;
    const int64_t seq = SeqOf(reader.text());
    if (!state && seq <= subscription.cursor) continue;
    if (!state && !subscription.watch->HasRoom()) {  // the rest is asked for when there is
      subscription.open = true;
      subscription.fetching = true;
      retries_.emplace_back(NowMs() + kFirstRetryMs, id);
      return;
    }
    subscription.cursor = std::max(subscription.cursor, seq);
    subscription.watch->Deliver(ResponseFrame(kResponsePlayerEvent, reader.text()));
    metrics_.frames.Increment();
  }
  // Numbers that are gone (older than seven days) are skipped, and so is a cursor of a log that was
  // set back.
  const bool nothing_new = subscription.cursor == before;
  if (state || nothing_new) subscription.cursor = last_seq;
  subscription.open = true;
  if (subscription.again || subscription.cursor < last_seq) Fetch(subscription);
}

void PlayerTopics::DeliverEvent(Subscription& subscription, int64_t seq, std::string_view event,
                                FramePtr* frame) {
  if (!subscription.wants_events) return;
  if (!subscription.open || subscription.fetching || seq > subscription.cursor + 1) {
    return Fetch(subscription);
  }
  if (seq <= subscription.cursor) {
    metrics_.duplicates.Increment();
    return;
  }
  if (!*frame) *frame = ResponseFrame(kResponsePlayerEvent, event);
  subscription.cursor = seq;
  subscription.watch->Deliver(*frame);
  metrics_.frames.Increment();
}

void PlayerTopics::OnBell(std::string_view payload) {
  metrics_.bells.Increment();
  std::string_view player_id, event;
  rpc::Trace ringer;
  for (WireReader reader(payload); reader.Next();) {
    if (reader.field() == 1) player_id = reader.text();
    if (reader.field() == 2) event = reader.text();
    if (reader.field() == 3) rpc::ParseTraceBytes(reader.text(), &ringer);
  }
  const auto found = feeds_.find(std::string(player_id));
  if (found == feeds_.end()) return;
  FramePtr frame;
  const int64_t seq = SeqOf(event);
  if (seq > 0) {
    for (Subscription* one : found->second.subscriptions) DeliverEvent(*one, seq, event, &frame);
  }
  if (ringer.sampled) {
    rpc::LogSpan(rpc::Level::kInfo, ringer.Child(), "player bell",
                 {{"seq", seq},
                  {"player", rpc::PlayerLogId(player_id)},
                  {"streams", found->second.subscriptions.size()}});
  }
  std::string session_id;
  if (IsRevocation(event, &session_id)) revoked_(found->first, session_id);
}

void PlayerTopics::Compare(int cycle, int cycles) {
  for (const auto& [id, subscription] : subscriptions_) {
    if (static_cast<int>(id % static_cast<uint64_t>(cycles)) != cycle) continue;
    if (subscription->open && !subscription->fetching) Fetch(*subscription);
  }
}

size_t PlayerTopics::topics() const {
  return static_cast<size_t>(
      std::count_if(subscriptions_.begin(), subscriptions_.end(),
                    [](const auto& one) { return one.second->wants_events; }));
}

void PlayerTopics::Tick(int64_t now_ms) {
  while (!unconfirmed_.empty() && unconfirmed_.front().first <= now_ms) {
    const auto feed = feeds_.find(unconfirmed_.front().second);
    if (feed != feeds_.end() && !feed->second.confirmed) {
      Confirmed(feed->first, feed->second.generation);
    }
    unconfirmed_.pop_front();
  }
  std::vector<uint64_t> due;
  std::erase_if(retries_, [&](const auto& one) {
    if (one.first > now_ms) return false;
    due.push_back(one.second);
    return true;
  });
  for (const uint64_t id : due) {
    const auto found = subscriptions_.find(id);
    if (found == subscriptions_.end()) continue;
    found->second->fetching = false;
    Fetch(*found->second);
  }
}

}  // namespace chess::gateway
