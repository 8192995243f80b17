#include "gateway/testing/fake_log.h"

#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/lobby/internal/v1/lobby_internal_service.pb.h"
#include "gateway/edge/errors.h"
#include "redis/keys.h"

namespace chess::gateway {
namespace {

namespace internal = game::internal::v1;

game::v1::GameEvent Event(const std::string& game_id, int64_t seq, const std::string& audience) {
  game::v1::GameEvent event;
  event.set_game_id(game_id);
  event.set_seq(seq);
  event.mutable_view()->set_game_id(game_id);
  event.mutable_view()->set_seq(seq);
  event.mutable_view()->set_fen(audience);  // tells projections apart
  return event;
}

lobby::v1::PlayerEvent PlayerEvent(int64_t seq) {
  lobby::v1::PlayerEvent event;
  event.set_seq(seq);
  event.mutable_challenge()->set_challenge_id("challenge" + std::to_string(seq));
  return event;
}

template <typename T>
T Parse(const FakeService::Request& request) {
  T message;
  message.ParseFromString(request.message);
  return message;
}

FakeService::Answer Ok(const google::protobuf::MessageLite& message) {
  return {{message.SerializeAsString()}, {}, {}, false};
}

}  // namespace

FakeLog::FakeLog(const std::string& redis_url) {
  if (redis_url.empty()) return;
  redis::Options options;
  options.url = redis_url;
  publisher_ = std::make_unique<redis::Publisher>(options);
}

std::string FakeLog::Audience(const Game& game, const std::string& player_id) const {
  if (game.seat.empty()) return "all";
  return player_id == game.seat ? "white" : "spectator";
}

int64_t FakeLog::Append(const std::string& game_id, bool ring) {
  int64_t seq;
  {
    const std::lock_guard lock(mutex_);
    seq = ++games_[game_id].last_seq;
  }
  if (ring) Ring(game_id, seq);
  return seq;
}

void FakeLog::Ring(const std::string& game_id, int64_t seq) {
  internal::GameBell bell;
  bell.set_game_id(game_id);
  bell.set_seq(seq);
  {
    const std::lock_guard lock(mutex_);
    const bool seated = !games_[game_id].seat.empty();
    for (const char* audience : {"all", "white", "spectator"}) {
      if (seated == (std::string(audience) == "all")) continue;
      (*bell.mutable_projections())[audience] = Event(game_id, seq, audience);
    }
  }
  if (publisher_) publisher_->Publish(redis::GameEventsChannel(game_id), bell.SerializeAsString());
}

int64_t FakeLog::AppendPlayerEvent(const std::string& player_id, bool ring) {
  lobby::internal::v1::PlayerBell bell;
  bell.set_player_id(player_id);
  int64_t seq;
  {
    const std::lock_guard lock(mutex_);
    seq = ++players_[player_id];
  }
  *bell.mutable_event() = PlayerEvent(seq);
  if (ring && publisher_) {
    publisher_->Publish(redis::PlayerEventsChannel(player_id), bell.SerializeAsString());
  }
  return seq;
}

void FakeLog::RingRevoked(const std::string& player_id, const std::string& session_id) {
  lobby::internal::v1::PlayerBell bell;
  bell.set_player_id(player_id);
  {
    const std::lock_guard lock(mutex_);
    bell.mutable_event()->set_seq(++players_[player_id]);
  }
  bell.mutable_event()->mutable_session_revoked()->set_session_id(session_id);
  if (publisher_) {
    publisher_->Publish(redis::PlayerEventsChannel(player_id), bell.SerializeAsString());
  }
}

void FakeLog::PublishDigest() {
  internal::GameDigest digest;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, game] : games_) {
      digest.add_game_ids(id);
      digest.add_last_seqs(game.last_seq);
    }
  }
  if (publisher_) publisher_->Publish(redis::GameDigestChannel(), digest.SerializeAsString());
}

void FakeLog::MakePrivate(const std::string& game_id) {
  const std::lock_guard lock(mutex_);
  games_[game_id].hidden = true;
}

void FakeLog::Compact(const std::string& game_id) {
  const std::lock_guard lock(mutex_);
  games_[game_id].compacted = true;
}

void FakeLog::CutBack(const std::string& game_id, int64_t seq) {
  const std::lock_guard lock(mutex_);
  games_[game_id].last_seq = seq;
}

void FakeLog::GiveSeat(const std::string& game_id, const std::string& player_id) {
  const std::lock_guard lock(mutex_);
  games_[game_id].seat = player_id;
}

std::set<std::string> FakeLog::online() const {
  const std::lock_guard lock(mutex_);
  return online_;
}

int FakeLog::reports_of(const std::string& player_id) const {
  const std::lock_guard lock(mutex_);
  const auto found = reports_.find(player_id);
  return found == reports_.end() ? 0 : found->second;
}

bool FakeLog::Handle(const FakeService::Request& request, FakeService::Answer* answer) {
  const std::string name = request.method.substr(request.method.rfind('/') + 1);
  if (name != "OpenTopic" && name != "ReadEvents" && name != "LastSeqs" &&
      name != "ListPlayerEvents" && name != "ReportPresence") {
    return false;
  }
  if (away_) {
    *answer = {{}, {grpc::StatusCode::UNAVAILABLE, "away"}, {}, false};
    return true;
  }
  const std::lock_guard lock(mutex_);
  if (name == "OpenTopic") {
    const auto asked = Parse<internal::OpenTopicRequest>(request);
    const auto found = games_.find(asked.game_id());
    if (found == games_.end() || found->second.hidden) {
      *answer = {{}, Refuse(base::Code::kNotFound, "GAME_NOT_FOUND", "none"), {}, false};
      return true;
    }
    const Game& game = found->second;
    internal::OpenTopicResponse response;
    response.set_audience(Audience(game, asked.player_id()));
    response.set_last_seq(game.last_seq);
    response.set_compacted(game.compacted);
    if (game.compacted || asked.after_seq() == 0 || asked.after_seq() > game.last_seq) {
      *response.mutable_snapshot()->mutable_view() =
          Event(asked.game_id(), game.last_seq, response.audience()).view();
    } else {
      for (int64_t seq = asked.after_seq() + 1; seq <= game.last_seq; ++seq) {
        *response.add_events() = Event(asked.game_id(), seq, response.audience());
      }
    }
    *answer = Ok(response);
  } else if (name == "ReadEvents") {
    internal::ReadEventsResponse response;
    const auto asked = Parse<internal::ReadEventsRequest>(request);
    for (const auto& cursor : asked.cursors()) {
      for (int64_t seq = cursor.after_seq() + 1; seq <= games_[cursor.game_id()].last_seq; ++seq) {
        auto* event = response.add_events();
        event->set_audience(cursor.audience());
        *event->mutable_event() = Event(cursor.game_id(), seq, cursor.audience());
      }
    }
    *answer = Ok(response);
  } else if (name == "LastSeqs") {
    internal::LastSeqsResponse response;
    const auto asked = Parse<internal::LastSeqsRequest>(request);
    for (const auto& id : asked.game_ids()) {
      response.add_last_seqs(games_[id].last_seq);
    }
    *answer = Ok(response);
  } else if (name == "ListPlayerEvents") {
    const auto asked = Parse<lobby::internal::v1::ListPlayerEventsRequest>(request);
    lobby::internal::v1::ListPlayerEventsResponse response;
    response.set_last_seq(players_[asked.player_id()]);
    for (int64_t seq = asked.after_seq() + 1; seq <= response.last_seq(); ++seq) {
      *response.add_events() = PlayerEvent(seq);
    }
    *answer = Ok(response);
  } else {
    const auto asked = Parse<lobby::internal::v1::ReportPresenceRequest>(request);
    for (const auto& id : asked.online_player_ids()) online_.insert(id), ++reports_[id];
    for (const auto& id : asked.gone_player_ids()) online_.erase(id);
    *answer = Ok(lobby::internal::v1::ReportPresenceResponse());
  }
  return true;
}

}  // namespace chess::gateway
