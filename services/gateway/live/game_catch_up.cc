// The second half of GameTopics: delivering bells, noticing gaps, closing them from the log.

#include <algorithm>
#include <boost/asio/post.hpp>

#include "gateway/edge/wire.h"
#include "gateway/live/game_feed.h"
#include "gateway/live/game_topics.h"
#include "rpc/log.h"

namespace chess::gateway {
namespace {

constexpr char kReadEvents[] = "/chess.game.internal.v1.GameInternalService/ReadEvents";
constexpr char kLastSeqs[] = "/chess.game.internal.v1.GameInternalService/LastSeqs";
constexpr int64_t kReadTimeoutMs = 3000;
constexpr size_t kMostCursors = 256;    // of one ReadEvents
constexpr size_t kMostCompared = 4096;  // of one LastSeqs
constexpr int kFruitlessLimit = 6;      // then the streams get a snapshot
constexpr int64_t kAgainMs = 150;
constexpr int64_t kMostStreamsLogged = 8;  // of one bell
constexpr uint32_t kBellTrace = 6;         // GameBell.trace

// The trace of the decision that rang, if it is logged.
bool SampledTrace(std::string_view bell, rpc::Trace* trace) {
  for (WireReader reader(bell); reader.Next();) {
    if (reader.field() == kBellTrace) rpc::ParseTraceBytes(reader.text(), trace);
  }
  return trace->sampled;
}

// Calls `each` with the numbers of a repeated varint field, packed or not.
template <typename F>
void ForNumbers(const WireReader& reader, F each) {
  if (!reader.is_text()) return each(static_cast<int64_t>(reader.number()));
  std::string_view rest = reader.text();
  while (!rest.empty()) {
    uint64_t value = 0;
    size_t i = 0;
    for (; i < rest.size() && i < 10; ++i) {
      value |= static_cast<uint64_t>(rest[i] & 0x7f) << (7 * i);
      if ((rest[i] & 0x80) == 0) break;
    }
    rest.remove_prefix(std::min(i + 1, rest.size()));
    each(static_cast<int64_t>(value));
  }
}

}  // namespace

// Sends an event to those whose next it is.
int GameTopics::DeliverEvent(Feed& feed, std::string_view audience, int64_t seq,
                             std::string_view event, bool patient) {
  int delivered = 0;
  FramePtr frame;  // one for all watchers
  for (Group& group : feed.groups) {
    if (group.audience != audience) continue;
    for (Subscription* one : group.members) {
      if (one->cursor >= seq) {
        metrics_.duplicates.Increment();
      } else if (one->cursor + 1 == seq && (!patient || one->watch->HasRoom())) {
        if (!frame) frame = ResponseFrame(kResponseGameEvent, event);
        one->cursor = seq;
        one->watch->Deliver(frame);
        metrics_.frames.Increment();
        ++delivered;
        if (heard_ != nullptr && ++heard_->streams <= kMostStreamsLogged) {
          heard_->first.push_back(one->watch);
        }
      }
    }
  }
  return delivered;
}

void GameTopics::CountLag(base::TimeMs event_ms, base::TimeMs rung_ms, bool delivered) {
  if (!game_time_.synchronised()) return;
  const base::TimeMs now_ms = game_time_.NowMs();
  const auto seconds = [now_ms](base::TimeMs since_ms) {
    return static_cast<double>(std::max<base::TimeMs>(0, now_ms - since_ms)) / 1e3;
  };
  if (rung_ms > 0) metrics_.bell_lag.Observe(seconds(rung_ms));
  if (event_ms > 0 && delivered) metrics_.stream_lag.Observe(seconds(event_ms));
}

void GameTopics::OnBell(std::string_view payload) {
  metrics_.bells.Increment();
  Feed* feed = nullptr;
  int64_t seq = 0;
  base::TimeMs event_ms = 0, rung_ms = 0;
  int delivered = 0;
  Heard heard;
  if (SampledTrace(payload, &heard.trace)) {
    heard.trace = heard.trace.Child();
    heard.begin_ns = base::SystemClock().SteadyNs();
    heard_ = &heard;
  }
  for (WireReader reader(payload); reader.Next();) {
    if (reader.field() == 1) feed = FindFeed(reader.text());
    if (reader.field() == 2) seq = static_cast<int64_t>(reader.number());
    if (reader.field() == 4) event_ms = static_cast<int64_t>(reader.number());
    if (reader.field() == 5) rung_ms = static_cast<int64_t>(reader.number());
    if (reader.field() != 3 || feed == nullptr || seq == 0) continue;
    std::string_view audience, event;
    for (WireReader entry(reader.text()); entry.Next();) {
      if (entry.field() == 1) audience = entry.text();
      if (entry.field() == 2) event = entry.text();
    }
    delivered += DeliverEvent(*feed, audience, seq, event, /*patient=*/false);
  }
  heard_ = nullptr;
  CountLag(event_ms, rung_ms, delivered > 0);
  if (feed == nullptr || seq == 0) return;
  if (heard.trace.sampled) {
    heard.game_id = feed->game_id;
    LogBell(heard, seq);
  }
  Learn(*feed, seq);
  CheckGap(*feed);
}

void GameTopics::LogBell(const Heard& heard, int64_t seq) const {
  rpc::LogSpan(
      rpc::Level::kInfo, heard.trace, "bell",
      {{"game_id", heard.game_id},
       {"seq", seq},
       {"streams", heard.streams},
       {"ms", static_cast<double>(base::SystemClock().SteadyNs() - heard.begin_ns) * 1e-6}});
  for (const Watch* watch : heard.first) {
    rpc::LogSpan(rpc::Level::kInfo, heard.trace.Child(), "delivered",
                 {{"game_id", heard.game_id},
                  {"seq", seq},
                  {"request_id", watch->call()->request_id},  // of the stream
                  {"player", rpc::PlayerLogId(watch->player_id())}});
  }
}

// A digest may overtake the bells it sums up: what it says counts after a grace.
void GameTopics::OnDigest(std::string_view payload) {
  std::vector<Feed*> feeds;
  size_t next = 0;
  const int64_t due_ms = SteadyMs() + options_.digest_grace_ms;
  const auto compare = [&](int64_t seq) {
    Feed* feed = next < feeds.size() ? feeds[next] : nullptr;
    ++next;
    if (feed == nullptr || seq <= feed->known_last) return;
    feed->digest_seq = std::max(feed->digest_seq, seq);
    if (feed->suspected) return;
    feed->suspected = true;
    suspicions_.emplace_back(due_ms, feed->game_id);
  };
  for (WireReader reader(payload); reader.Next();) {
    if (reader.field() == 1) feeds.push_back(FindFeed(reader.text()));
  }
  for (WireReader reader(payload); reader.Next();) {
    if (reader.field() == 2) ForNumbers(reader, compare);
  }
}

void GameTopics::Learn(Feed& feed, int64_t last_seq) {
  feed.known_last = std::max(feed.known_last, last_seq);
}

void GameTopics::CheckGap(Feed& feed) {
  if (feed.reading || feed.Least() >= feed.known_last) return;
  feed.reading = true;
  gaps_.push_back(feed.game_id);
  if (gaps_.size() == 1) boost::asio::post(io_, [this] { ReadGaps(); });
}

void GameTopics::ReadGaps() {
  std::vector<std::string> games;
  std::string request;
  size_t cursors = 0;
  const auto send = [&] {
    if (games.empty()) return;
    client_.Ask(game_, kReadEvents, request, kReadTimeoutMs, {},
                [this, games](const grpc::Status& status, std::string_view answer) {
                  GapsRead(games, status, answer);
                });
    games.clear();
    request.clear();
    cursors = 0;
  };
  for (const std::string& game_id : std::exchange(gaps_, {})) {
    Feed* feed = FindFeed(game_id);
    if (feed == nullptr) continue;
    // Bells that came in the meantime may have closed it, or who was behind is gone.
    if (feed->Least() >= feed->known_last) {
      feed->reading = false;
      continue;
    }
    metrics_.gaps.Increment();
    feed->read_from = feed->Least();
    for (const Group& group : feed->groups) {
      if (group.Least() >= feed->known_last) continue;
      if (games.empty() || games.back() != game_id) games.push_back(game_id);
      std::string cursor;
      AppendText(&cursor, 1, game_id);
      AppendNumber(&cursor, 2, static_cast<uint64_t>(group.Least()));
      AppendText(&cursor, 3, group.audience);
      AppendText(&request, 1, cursor);
      if (++cursors == kMostCursors) send();
    }
  }
  send();
}

void GameTopics::GapsRead(const std::vector<std::string>& games, const grpc::Status& status,
                          std::string_view answer) {
  for (WireReader reader(answer); reader.Next();) {
    if (reader.field() != 1) continue;
    std::string_view audience, event;
    for (WireReader item(reader.text()); item.Next();) {
      if (item.field() == 1) audience = item.text();
      if (item.field() == 2) event = item.text();
    }
    Feed* feed = FindFeed(PeekFirstField(event));
    if (feed != nullptr) DeliverEvent(*feed, audience, EventSeq(event), event, /*patient=*/true);
  }
  for (const std::string& game_id : games) {
    Feed* feed = FindFeed(game_id);
    if (feed == nullptr || !feed->reading) continue;
    if (status.ok() && feed->Least() > feed->read_from) {
      feed->fruitless = 0;
      feed->reading = false;
      CheckGap(*feed);
    } else {
      if (status.error_code() != grpc::StatusCode::UNAVAILABLE && !feed->SomebodyIsFull()) {
        ++feed->fruitless;
      }
      NoProgress(*feed);
    }
  }
}

// Tries again after a moment; where the log keeps giving nothing new, the streams start over.
void GameTopics::NoProgress(Feed& feed) {
  if (feed.fruitless >= kFruitlessLimit) return Reset(feed);
  gap_retries_.emplace_back(SteadyMs() + kAgainMs, feed.game_id);
}

void GameTopics::CompareAll() {
  if (comparing_ > 0) return;
  std::vector<std::string> games;
  std::vector<int64_t> cursors;
  std::string request;
  const auto send = [&] {
    if (games.empty()) return;
    ++comparing_;
    client_.Ask(game_, kLastSeqs, request, kReadTimeoutMs, {},
                [this, games, cursors](const grpc::Status& status, std::string_view answer) {
                  --comparing_;
                  if (status.ok()) Compared(games, cursors, answer);
                });
    games.clear();
    cursors.clear();
    request.clear();
  };
  for (const auto& [game_id, feed] : feeds_) {
    const int64_t least = feed->Least();
    if (least == INT64_MAX) continue;  // nobody has opened yet
    games.push_back(game_id);
    cursors.push_back(feed->known_last);
    AppendText(&request, 1, game_id);
    if (games.size() == kMostCompared) send();
  }
  send();
}

void GameTopics::Compared(const std::vector<std::string>& games,
                          const std::vector<int64_t>& cursors, std::string_view answer) {
  size_t next = 0;
  for (WireReader reader(answer); reader.Next();) {
    if (reader.field() != 1) continue;
    ForNumbers(reader, [&](int64_t last_seq) {
      const size_t i = next++;
      Feed* feed = i < games.size() ? FindFeed(games[i]) : nullptr;
      if (feed == nullptr) return;
      // The log ends before what we have sent: it was set back, and the streams start over.
      if (last_seq > 0 && last_seq < cursors[i]) return Reset(*feed);
      Learn(*feed, last_seq);
      CheckGap(*feed);
    });
  }
}

void GameTopics::Reset(Feed& feed) {
  feed.known_last = 0;
  feed.digest_seq = 0;
  feed.fruitless = 0;
  feed.reading = false;
  std::vector<Subscription*> members;
  for (Group& group : feed.groups) {
    members.insert(members.end(), group.members.begin(), group.members.end());
    group.members.clear();
  }
  for (Subscription* one : members) {
    one->open = false;
    one->cursor = 0;
    Open(*one);
  }
}

}  // namespace chess::gateway
