#include "gateway/live/game_topics.h"

#include <algorithm>
#include <boost/asio/post.hpp>

#include "gateway/edge/errors.h"
#include "gateway/edge/wire.h"
#include "gateway/live/game_feed.h"
#include "redis/keys.h"

namespace chess::gateway {
namespace {

constexpr char kOpenTopic[] = "/chess.game.internal.v1.GameInternalService/OpenTopic";
constexpr int64_t kOpenTimeoutMs = 5000;
constexpr size_t kMostOpening = 128;
constexpr int64_t kConfirmMs = 1000;  // Redis says nothing for so long: it is as good as away
constexpr int64_t kFirstRetryMs = 100;
constexpr int64_t kLongestRetryMs = 1600;

}  // namespace

GameTopics::GameTopics(boost::asio::io_context& io, InternalClient& client, Endpoints& game,
                       Bells& bells, const GameTime& game_time, Metrics& metrics, Options options)
    : io_(io),
      client_(client),
      game_(game),
      bells_(bells),
      game_time_(game_time),
      metrics_(metrics),
      options_(options) {}

GameTopics::~GameTopics() = default;

GameTopics::Feed* GameTopics::FindFeed(std::string_view game_id) {
  const auto found = feeds_.find(game_id);
  return found == feeds_.end() ? nullptr : found->second.get();
}

void GameTopics::Add(Watch& watch, const std::string& game_id, int64_t after_seq) {
  const uint64_t id = next_id_++;
  std::unique_ptr<Feed>& feed = feeds_[game_id];
  if (feed == nullptr) {
    feed = std::make_unique<Feed>();
    feed->game_id = game_id;
    feed->generation = id;
    bells_.Subscribe(redis::GameEventsChannel(game_id),
                     [this, game_id, id](bool) { Confirmed(game_id, id); });
    unconfirmed_.emplace_back(SteadyMs() + kConfirmMs, game_id);
  }
  auto subscription = std::make_unique<Subscription>();
  subscription->id = id;
  subscription->watch = &watch;
  subscription->feed = feed.get();
  subscription->cursor = after_seq;
  by_watch_[&watch].push_back(id);
  feed->subscriptions.push_back(subscription.get());
  Subscription& added = *subscription;
  subscriptions_.emplace(id, std::move(subscription));
  if (feed->confirmed) Open(added);
}

// Redis has confirmed, or is away: then the log is compared soon enough.
void GameTopics::Confirmed(const std::string& game_id, uint64_t generation) {
  Feed* feed = FindFeed(game_id);
  if (feed == nullptr || feed->generation != generation) return;
  feed->confirmed = true;
  for (Subscription* one : feed->subscriptions) Open(*one);
}

void GameTopics::Open(Subscription& subscription) {
  if (subscription.open || subscription.opening) return;
  subscription.opening = true;
  to_open_.push_back(subscription.id);
  OpenNext();
}

void GameTopics::OpenNext() {
  while (opening_ < kMostOpening && !to_open_.empty()) {
    const uint64_t id = to_open_.front();
    to_open_.pop_front();
    const auto found = subscriptions_.find(id);
    if (found == subscriptions_.end()) continue;
    const Subscription& subscription = *found->second;
    std::string request;
    AppendText(&request, 1, subscription.feed->game_id);
    if (!subscription.watch->player_id().empty()) {
      AppendText(&request, 2, subscription.watch->player_id());
    }
    AppendNumber(&request, 3, static_cast<uint64_t>(subscription.cursor));
    ++opening_;
    const rpc::ScopedTrace scope(subscription.watch->call()->trace);
    client_.Ask(game_, kOpenTopic, request, kOpenTimeoutMs, subscription.feed->game_id,
                [this, id](const grpc::Status& status, std::string_view answer) {
                  --opening_;
                  Opened(id, status, answer);
                  OpenNext();
                });
  }
}

void GameTopics::Opened(uint64_t id, const grpc::Status& status, std::string_view answer) {
  const auto found = subscriptions_.find(id);
  if (found == subscriptions_.end()) return;
  Subscription& subscription = *found->second;
  subscription.opening = false;
  if (!status.ok()) return OpenFailed(subscription, status);
  subscription.failures = 0;
  Start(subscription, answer);
}

void GameTopics::OpenFailed(Subscription& subscription, const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::NOT_FOUND:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::INVALID_ARGUMENT: {
      const std::string reason = ReasonOf(status);
      return EndTopic(subscription, reason.empty() ? "GAME_NOT_FOUND" : reason);
    }
    default: {
      const int64_t wait =
          std::min(kLongestRetryMs, kFirstRetryMs << std::min(subscription.failures++, 4));
      reopen_.emplace_back(SteadyMs() + wait, subscription.id);
    }
  }
}

// OpenTopicResponse{audience, last_seq, snapshot, events} begins the stream's part of this game.
void GameTopics::Start(Subscription& subscription, std::string_view answer) {
  Feed& feed = *subscription.feed;
  std::string_view audience, snapshot;
  int64_t last_seq = 0;
  bool has_snapshot = false;
  bool compacted = false;
  for (WireReader reader(answer); reader.Next();) {
    if (reader.field() == 1) audience = reader.text();
    if (reader.field() == 2) last_seq = static_cast<int64_t>(reader.number());
    if (reader.field() == 3) snapshot = reader.text(), has_snapshot = true;
    if (reader.field() == 6) compacted = reader.number() != 0;
  }
  subscription.open = true;
  Group& group = feed.GroupOf(audience);
  group.members.push_back(&subscription);
  if (has_snapshot) {
    subscription.cursor = std::max<int64_t>(SnapshotSeq(snapshot), 0);
    subscription.watch->Deliver(ResponseFrame(kResponseSnapshot, snapshot));
    metrics_.frames.Increment();
  } else {
    for (WireReader reader(answer); reader.Next();) {
      if (reader.field() != 4) continue;
      const int64_t seq = EventSeq(reader.text());
      if (seq != subscription.cursor + 1) continue;
      if (!subscription.watch->HasRoom()) break;  // the rest is read when there is
      subscription.cursor = seq;
      subscription.watch->Deliver(ResponseFrame(kResponseGameEvent, reader.text()));
      metrics_.frames.Increment();
    }
  }
  if (compacted) return EndTopic(subscription, "COMPACTED");
  Learn(feed, last_seq);
  CheckGap(feed);
}

void GameTopics::EndTopic(Subscription& subscription, std::string_view reason) {
  subscription.watch->Deliver(TopicEndedFrame(subscription.feed->game_id, reason));
  std::erase(by_watch_[subscription.watch], subscription.id);
  Detach(subscription);
}

void GameTopics::Detach(Subscription& subscription) {
  Feed& feed = *subscription.feed;
  for (Group& group : feed.groups) std::erase(group.members, &subscription);
  std::erase(feed.subscriptions, &subscription);
  subscriptions_.erase(subscription.id);
  if (!feed.subscriptions.empty()) return;
  bells_.Unsubscribe(redis::GameEventsChannel(feed.game_id));
  feeds_.erase(std::string(feed.game_id));
}

void GameTopics::Remove(Watch& watch) {
  const auto found = by_watch_.find(&watch);
  if (found == by_watch_.end()) return;
  const std::vector<uint64_t> ids = std::move(found->second);
  by_watch_.erase(found);
  for (const uint64_t id : ids) {
    const auto one = subscriptions_.find(id);
    if (one != subscriptions_.end()) Detach(*one->second);
  }
}

void GameTopics::Tick(int64_t now_ms) {
  const auto due = [now_ms](auto& waiting) {
    std::vector<typename std::decay_t<decltype(waiting)>::value_type::second_type> ready;
    std::erase_if(waiting, [&](auto& one) {
      if (one.first > now_ms) return false;
      ready.push_back(one.second);
      return true;
    });
    return ready;
  };
  for (const uint64_t id : due(reopen_)) {
    const auto found = subscriptions_.find(id);
    if (found != subscriptions_.end()) Open(*found->second);
  }
  for (const std::string& game_id : due(unconfirmed_)) {
    Feed* feed = FindFeed(game_id);
    if (feed != nullptr && !feed->confirmed) Confirmed(game_id, feed->generation);
  }
  for (const std::string& game_id : due(suspicions_)) {
    Feed* feed = FindFeed(game_id);
    if (feed == nullptr) continue;
    feed->suspected = false;
    Learn(*feed, feed->digest_seq);
    CheckGap(*feed);
  }
  for (const std::string& game_id : due(gap_retries_)) {
    Feed* feed = FindFeed(game_id);
    if (feed == nullptr) continue;
    feed->reading = false;
    CheckGap(*feed);
  }
}

}  // namespace chess::gateway
