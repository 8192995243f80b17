#include "gateway/live/live.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <set>

#include "base/check.h"
#include "base/ids.h"
#include "base/limits.h"
#include "base/random.h"
#include "chess/live/v1/live_service.pb.h"
#include "gateway/edge/errors.h"
#include "gateway/edge/wire.h"
#include "rpc/log.h"
#include "rpc/status.h"

namespace chess::gateway {
namespace {

constexpr auto kTick = std::chrono::milliseconds(50);
constexpr size_t kSlots = 20;          // heartbeats are spread over so many moments
constexpr int kStreamsPerAddress = 8;  // times the bound of one token
constexpr int64_t kCheckTokensMs = 30'000;
constexpr int64_t kInspectEveryMs = 200;
constexpr int kPlayerCycles = 15;

int64_t NowMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

// A google.protobuf.Timestamp as bytes.
std::string TimestampBytes(base::TimeMs ms) {
  std::string bytes;
  AppendNumber(&bytes, 1, static_cast<uint64_t>(ms / 1000));
  AppendNumber(&bytes, 2, static_cast<uint64_t>(ms % 1000 * 1'000'000));
  return bytes;
}

base::SeededRandom& Random() {
  static thread_local base::SeededRandom random(std::hash<std::string>()(base::SecureBytes(16)));
  return random;
}

bool ParseMessage(const Call& call, google::protobuf::MessageLite* message) {
  grpc::Slice slice;
  if (!call.message.DumpToSingleSlice(&slice).ok()) return false;
  return message->ParseFromArray(slice.begin(), static_cast<int>(slice.size()));
}

grpc::Status Malformed() {
  return Refuse(base::Code::kInvalidArgument, "MALFORMED_MESSAGE", "This is not the message.");
}

}  // namespace

// What a WatchRequest names.
struct Live::Wanted {
  std::vector<std::pair<std::string, int64_t>> games;
  std::vector<std::string> no_games;  // ids that cannot be games
  bool player = false;
  int64_t player_after = 0;
};

Live::Live(boost::asio::io_context& io, InternalClient& client, Endpoints& game, Endpoints& lobby,
           Identity& identity, const GameTime& game_time, Metrics& metrics, LiveOptions options)
    : io_(io),
      identity_(identity),
      game_time_(game_time),
      metrics_(metrics),
      options_(std::move(options)),
      bells_(io, options_.redis_url,
             {[this](std::string_view payload) { games_.OnBell(payload); },
              [this](std::string_view payload) { games_.OnDigest(payload); },
              [this](std::string_view payload) { players_.OnBell(payload); },
              [this] {
                games_.CompareAll();
                players_.Compare(0, 1);
              }}),
      games_(io, client, game, bells_, game_time, metrics, {options_.digest_grace_ms}),
      players_(client, lobby, bells_, metrics,
               [this](const std::string& player_id, const std::string& session_id) {
                 EndSession(player_id, session_id);
               }),
      presence_(client, lobby),
      slots_(kSlots),
      timer_(io) {
  Tick();
}

Live::~Live() { Stop(); }

void Live::Stop() {
  stopped_ = true;
  timer_.cancel();
  bells_.Stop();
}

void Live::Start(const CallPtr& call) {
  if (call->method->name == "Pong") return Pong(call);
  StartWatch(call);
}

uint64_t Live::CallerKey(const Call& call) const {
  return call.session ? ShortKey(call.token) : call.address;
}

void Live::StartWatch(const CallPtr& call) {
  live::v1::WatchRequest request;
  if (!ParseMessage(*call, &request)) return call->Finish(Malformed());
  if (draining_) {
    return call->Finish(Refuse(base::Code::kUnavailable, "DRAINING", "Come back at once.", 1));
  }
  if (request.topics_size() > base::kMaxWatchTopics) {
    return call->Finish(Refuse(base::Code::kInvalidArgument, "TOO_MANY_TOPICS",
                               "At most " + std::to_string(base::kMaxWatchTopics) + " topics."));
  }
  Wanted wanted;
  std::set<std::string> seen;
  for (const live::v1::Topic& topic : request.topics()) {
    const bool negative = topic.game().after_seq() < 0 || topic.player().after_seq() < 0;
    const bool twice =
        topic.has_player() ? wanted.player : !seen.insert(topic.game().game_id()).second;
    if (topic.kind_case() == live::v1::Topic::KIND_NOT_SET || negative || twice) {
      return call->Finish(Refuse(base::Code::kInvalidArgument, "INVALID_FIELD",
                                 "A topic is empty, named twice, or has a negative cursor."));
    }
    if (topic.has_player()) {
      wanted.player = true;
      wanted.player_after = topic.player().after_seq();
    } else if (base::IsBase62(topic.game().game_id(), 8)) {
      wanted.games.emplace_back(topic.game().game_id(), topic.game().after_seq());
    } else {
      wanted.no_games.push_back(topic.game().game_id());
    }
  }
  if (wanted.player && call->session == nullptr) {
    return call->Finish(
        Refuse(base::Code::kUnauthenticated, "TOKEN_MISSING", "The player topic needs a token."));
  }
  Admit(call, wanted);
}

void Live::Admit(const CallPtr& call, const Wanted& wanted) {
  const int bound = options_.max_streams_per_caller * (call->session ? 1 : kStreamsPerAddress);
  int& open = by_caller_[CallerKey(*call)];
  if (open >= bound) {
    metrics_.RateLimited(LimitClass::kStream).Increment();
    return call->Finish(RateLimited("open_streams", 1000));
  }
  ++open;
  auto owned = std::make_unique<Watch>(
      call, options_.gateway_id + "." + base::RandomBase62(16), [this](Watch& slow) {
        metrics_.slow_consumers.Increment();
        End(slow,
            Refuse(base::Code::kResourceExhausted, "SLOW_CONSUMER",
                   "The stream was read too slowly; come back with the cursor.", 1000),
            StreamEnd::kSlow);
      });
  Watch& watch = *owned;
  watches_.emplace(watch.id(), std::move(owned));
  if (call->timeout_ms > 0) watch.deadline_ms = NowMs() + call->timeout_ms;
  call->OnCancel([this, id = watch.id()] {
    const auto found = watches_.find(id);
    if (found != watches_.end()) End(*found->second, grpc::Status::CANCELLED, StreamEnd::kClient);
  });
  slots_[next_slot_++ % kSlots].push_back(&watch);
  if (call->session) presence_.StreamOpened(call->session->player_id);
  Hello(watch);
  for (const std::string& id : wanted.no_games)
    watch.Deliver(TopicEndedFrame(id, "GAME_NOT_FOUND"));
  if (call->session) players_.Add(watch, wanted.player, wanted.player_after);
  for (const auto& [game_id, after_seq] : wanted.games) games_.Add(watch, game_id, after_seq);
}

void Live::Hello(Watch& watch) {
  std::string hello;
  AppendText(&hello, 1, watch.id());
  if (!watch.player_id().empty()) AppendText(&hello, 2, watch.player_id());
  AppendText(&hello, 3, TimestampBytes(game_time_.NowMs()));
  watch.Deliver(ResponseFrame(kResponseHello, hello));
  // The first round trip is wanted before the first move.
  const int64_t ping_id = next_ping_++;
  Ping(watch, HeartbeatFrame(ping_id), ping_id);
}

FramePtr Live::HeartbeatFrame(int64_t ping_id) const {
  std::string heartbeat;
  AppendNumber(&heartbeat, 1, static_cast<uint64_t>(ping_id));
  AppendText(&heartbeat, 2, TimestampBytes(game_time_.NowMs()));
  return ResponseFrame(kResponseHeartbeat, heartbeat);
}

void Live::Ping(Watch& watch, const FramePtr& frame, int64_t ping_id) {
  if (++watch.unanswered == 3) {
    metrics_.silent_streams.Increment();
    if (watch.session()) presence_.StreamSilent(watch.session()->player_id);
  }
  watch.ping_id = ping_id;
  watch.ping_ns = base::SystemClock().SteadyNs();
  watch.Deliver(frame);
}

void Live::Pong(const CallPtr& call) {
  live::v1::PongRequest request;
  if (!ParseMessage(*call, &request)) return call->Finish(Malformed());
  const auto found = watches_.find(request.stream_id());
  if (found == watches_.end() || CallerKey(*found->second->call()) != CallerKey(*call)) {
    return call->Finish(
        Refuse(base::Code::kNotFound, "INVALID_FIELD", "There is no such stream of yours here."));
  }
  Watch& watch = *found->second;
  int64_t trip_ms = 0;
  if (watch.ping_id == request.ping_id() && watch.unanswered > 0) {
    const int64_t trip_ns = std::max<int64_t>(0, call->started_ns - watch.ping_ns);
    trip_ms = (trip_ns + 500'000) / 1'000'000;
    metrics_.round_trip.Observe(static_cast<double>(trip_ns) * 1e-9);
    if (watch.session()) {
      watch.session()->round_trips.Add(static_cast<int32_t>(std::min<int64_t>(trip_ms, 60'000)));
      if (watch.unanswered >= 3) presence_.StreamHeard(watch.session()->player_id);
    }
    watch.unanswered = 0;
  }
  std::string answer;
  AppendNumber(&answer, 1, static_cast<uint64_t>(trip_ms));
  const grpc::Slice slice(answer);
  call->Reply(grpc::ByteBuffer(&slice, 1));
}

// The one place where a stream ends. Its memory goes at the end of the loop's turn, since a topic
// may be in the middle of handing something to it.
void Live::End(Watch& watch, const grpc::Status& status, StreamEnd why) {
  const auto found = watches_.find(watch.id());
  if (found == watches_.end()) return;
  const bool by_client = why == StreamEnd::kClient;
  metrics_.StreamEnded(why).Increment();
  watch.Die();
  if (watch.session()) {
    if (watch.unanswered >= 3) presence_.StreamHeard(watch.session()->player_id);
    presence_.StreamClosed(watch.session()->player_id, by_client && !draining_);
  }
  const auto caller = by_caller_.find(CallerKey(*watch.call()));
  if (--caller->second == 0) by_caller_.erase(caller);
  for (std::vector<Watch*>& slot : slots_) {
    if (std::erase(slot, &watch) > 0) break;
  }
  dead_.push_back(std::move(found->second));
  watches_.erase(found);
  if (dead_.size() == 1) boost::asio::post(io_, [this] { Reap(); });
  if (!by_client) watch.call()->Finish(status);
}

void Live::Reap() {
  const std::vector<std::unique_ptr<Watch>> dead = std::move(dead_);
  dead_.clear();
  for (const auto& one : dead) {
    games_.Remove(*one);
    players_.Remove(*one);
  }
}

void Live::EndSession(const std::string& player_id, const std::string& session_id) {
  identity_.ForgetPlayer(player_id);
  std::vector<Watch*> ended;
  for (const auto& [id, watch] : watches_) {
    if (watch->player_id() != player_id) continue;
    if (session_id.empty() || watch->session()->session_id == session_id)
      ended.push_back(watch.get());
  }
  for (Watch* watch : ended) {
    // A revocation that does not say which session asks the lobby about each.
    if (!session_id.empty()) {
      End(*watch, Refuse(base::Code::kUnauthenticated, "TOKEN_INVALID", "The session has ended."),
          StreamEnd::kSession);
    }
  }
  if (session_id.empty()) tokens_checked_ms_ = 0;
}

void Live::CheckTokens(int64_t now_ms) {
  if (now_ms - tokens_checked_ms_ < kCheckTokensMs) return;
  tokens_checked_ms_ = now_ms;
  for (const auto& [id, watch] : watches_) {
    if (!watch->session()) continue;
    identity_.Resolve(
        watch->call()->token, now_ms, [this, id = id](const base::Result<SessionPtr>& session) {
          if (session.ok() || !Identity::Refuses(session.error())) return;
          boost::asio::post(io_, [this, id, why = rpc::ToGrpc(session.error())] {
            const auto found = watches_.find(id);
            if (found != watches_.end()) End(*found->second, why, StreamEnd::kSession);
          });
        });
  }
}

void Live::Tick() {
  if (stopped_) return;
  timer_.expires_after(kTick);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) Tick();
  });
  const int64_t now_ms = NowMs();
  Heartbeats(now_ms);
  Inspect(now_ms);
  games_.Tick(now_ms);
  players_.Tick(now_ms);
  if (!draining_) presence_.Tick(now_ms);
  CatchUp(now_ms);
  CheckTokens(now_ms);
}

void Live::Heartbeats(int64_t now_ms) {
  if (now_ms >= slot_at_ms_) {
    slot_at_ms_ = now_ms + options_.heartbeat_ms / static_cast<int64_t>(kSlots);
    const std::vector<Watch*> slot = slots_[slot_++ % kSlots];
    const int64_t ping_id = next_ping_++;
    const FramePtr frame = slot.empty() ? nullptr : HeartbeatFrame(ping_id);
    for (Watch* watch : slot) Ping(*watch, frame, ping_id);
  }
}

// Ends the streams whose moment has come: the gateway drains, their own deadline is there, or they
// have had no room for too long.
void Live::Inspect(int64_t now_ms) {
  if (!draining_ && now_ms - inspected_ms_ < kInspectEveryMs) return;
  inspected_ms_ = now_ms;
  std::vector<Watch*> all, drained, late, slow;
  all.reserve(watches_.size());
  for (const auto& [id, watch] : watches_) all.push_back(watch.get());
  for (Watch* watch : all) {  // looking for room may find that the client is gone
    if (watch->HasRoom()) {
      watch->full_since_ms = 0;
    } else if (watch->full_since_ms == 0) {
      watch->full_since_ms = now_ms;
    }
    if (watch->drain_at_ms != 0 && now_ms >= watch->drain_at_ms) {
      drained.push_back(watch);
    } else if (watch->deadline_ms != 0 && now_ms >= watch->deadline_ms) {
      late.push_back(watch);
    } else if (watch->full_since_ms != 0 &&
               now_ms - watch->full_since_ms >= options_.slow_reader_ms) {
      slow.push_back(watch);
    }
  }
  for (Watch* watch : drained) {
    End(*watch,
        Refuse(base::Code::kUnavailable, "DRAINING",
               "This gateway is going away; come back with the cursor.",
               1 + static_cast<int64_t>(Random().Below(1000))),
        StreamEnd::kDrain);
  }
  for (Watch* watch : late) {
    End(*watch, Refuse(base::Code::kDeadlineExceeded, "TIMED_OUT", "The stream's time is over."),
        StreamEnd::kDeadline);
  }
  for (Watch* watch : slow) watch->TooSlow();
}

// Without Redis the log is asked often; with it, now and then.
void Live::CatchUp(int64_t now_ms) {
  const bool up = bells_.Healthy();
  if (up != redis_was_up_) {
    rpc::Log(up ? rpc::Level::kInfo : rpc::Level::kWarning,
             up ? "Redis can be heard" : "Redis is away: the log is asked instead");
    redis_was_up_ = up;
  }
  if (!up && now_ms - polled_ms_ >= options_.poll_ms) {
    polled_ms_ = now_ms;
    games_.CompareAll();
    players_.Compare(0, 1);
  }
  if (now_ms - audited_ms_ >= options_.audit_ms) {
    audited_ms_ = now_ms;
    games_.CompareAll();
  }
  if (now_ms - players_compared_ms_ >= options_.audit_ms / kPlayerCycles) {
    players_compared_ms_ = now_ms;
    players_.Compare(player_cycle_++ % kPlayerCycles, kPlayerCycles);
  }
}

LiveCounts Live::Count() const {
  LiveCounts counts;
  for (const auto& [id, watch] : watches_) {
    ++(watch->session() ? counts.player_streams : counts.anonymous_streams);
  }
  counts.game_topics = games_.topics();
  counts.player_topics = players_.topics();
  counts.players = presence_.players();
  return counts;
}

void Live::Drain(int64_t grace_ms) {
  draining_ = true;
  const int64_t now_ms = NowMs();
  const auto spread = static_cast<uint64_t>(std::max<int64_t>(1, grace_ms * 4 / 5));
  for (const auto& [id, watch] : watches_) {
    watch->drain_at_ms = now_ms + static_cast<int64_t>(Random().Below(spread));
  }
}

}  // namespace chess::gateway
