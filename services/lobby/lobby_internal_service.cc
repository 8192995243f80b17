// LobbyInternalService: what gateway and game ask of the lobby.
#include <algorithm>
#include <string>
#include <vector>

#include "base/limits.h"
#include "chess/lobby/internal/v1/lobby_internal_service.grpc.pb.h"
#include "lobby/convert.h"
#include "lobby/event_repository.h"
#include "lobby/handlers.h"
#include "lobby/lobby_bus.h"
#include "lobby/metrics.h"
#include "lobby/operator_repository.h"
#include "lobby/player_repository.h"
#include "lobby/rating_amendment_repository.h"
#include "lobby/rating_repository.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

namespace internal_v1 = internal::v1;
using base::Status;
using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

constexpr int kMinRatedPlies = 2;

bool IsWord(const std::string& text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), allowed);
}

Status CheckResult(const internal_v1::ApplyResultRequest& request) {
  if (!IsGameId(request.game_id())) return InvalidField("game_id", "This is no game's id.");
  if (!IsPlayerId(request.white_id())) return InvalidField("white_id", "This is no player's id.");
  if (!IsPlayerId(request.black_id()) || request.black_id() == request.white_id()) {
    return InvalidField("black_id", "This is no opponent's id.");
  }
  if (!IsWord(request.family())) return InvalidField("family", "This is no family of rule sets.");
  if (!IsWord(request.speed())) return InvalidField("speed", "This is no speed.");
  if (request.end_time_ms() <= 0) return InvalidField("end_time_ms", "The end's time is missing.");
  return {};
}

FinishedGame GameOf(const internal_v1::ApplyResultRequest& request, double white_score) {
  return {{request.game_id()}, {request.white_id()}, {request.black_id()}, request.family(),
          request.speed(),     white_score,          request.end_time_ms()};
}

class LobbyInternalService final : public internal_v1::LobbyInternalService::CallbackService {
 public:
  LobbyInternalService(rpc::Executor& executor, rpc::Executor& operations,
                       PlayerRepository& players, OperatorRepository& operators,
                       EventRepository& events, RatingRepository& ratings,
                       RatingAmendmentRepository& amendments, LobbyBus& bus, Metrics& metrics)
      : executor_(executor),
        operations_(operations),
        players_(players),
        operators_(operators),
        events_(events),
        ratings_(ratings),
        amendments_(amendments),
        bus_(bus),
        metrics_(metrics) {}

  ServerUnaryReactor* ResolveToken(CallbackServerContext* context,
                                   const internal_v1::ResolveTokenRequest* request,
                                   internal_v1::ResolveTokenResponse* response) override {
    return Run(executor_, context, [=, this]() -> Status {
      const auto session = players_.Resolve(request->token_hash());
      if (!session.ok() && session.error().reason == "TOKEN_INVALID") {
        return ResolveOperator(request->token_hash(), response);
      }
      if (!session.ok()) return session.error();
      ToProto(session->player, response->mutable_player());
      for (const std::string& scope : session->scopes) response->add_scopes(scope);
      response->set_session_id(session->session_id);
      return {};
    });
  }

  ServerUnaryReactor* ListPlayerEvents(CallbackServerContext* context,
                                       const internal_v1::ListPlayerEventsRequest* request,
                                       internal_v1::ListPlayerEventsResponse* response) override {
    return Run(executor_, context, [=, this]() -> Status {
      if (!IsPlayerId(request->player_id())) return PlayerNotFound();
      const int asked = request->limit();
      const int limit =
          asked <= 0 ? base::kPlayerEventsPage : std::min(asked, base::kPlayerEventsPage);
      const auto page = events_.List({request->player_id()}, request->after_seq(), limit);
      if (!page.ok()) return page.error();
      for (const PlayerEvent& event : page->events) ToProto(event, response->add_events());
      response->set_last_seq(page->last_seq);
      return {};
    });
  }

  ServerUnaryReactor* GetPlayers(CallbackServerContext* context,
                                 const internal_v1::GetPlayersRequest* request,
                                 internal_v1::GetPlayersResponse* response) override {
    return Run(executor_, context, [=, this]() -> Status {
      if (request->player_ids_size() > base::kMaxPlayersAsked) {
        return InvalidField("player_ids", "At most 200 players at once.");
      }
      std::vector<std::string> ids(request->player_ids().begin(), request->player_ids().end());
      for (std::string& id : ids) {
        if (!IsPlayerId(id)) id.clear();
      }
      const auto cards = players_.List(ids);
      if (!cards.ok()) return cards.error();
      for (const PlayerCard& card : *cards) ToProto(card, response->add_players());
      return {};
    });
  }

  ServerUnaryReactor* ApplyResult(CallbackServerContext* context,
                                  const internal_v1::ApplyResultRequest* request,
                                  internal_v1::ApplyResultResponse* response) override {
    rpc::NoteGame(*context, request->game_id());
    return Run(executor_, context, [=, this] { return Apply(*request, response); });
  }

  ServerUnaryReactor* AmendResult(CallbackServerContext* context,
                                  const internal_v1::AmendResultRequest* request,
                                  internal_v1::AmendResultResponse* response) override {
    // It may take long, and every call of every player waits for those who ask whose a token is.
    return Run(operations_, context, [=, this] { return Amend(*request, response); });
  }

  ServerUnaryReactor* ReportPresence(CallbackServerContext* context,
                                     const internal_v1::ReportPresenceRequest* request,
                                     internal_v1::ReportPresenceResponse*) override {
    return Run(executor_, context, [=, this]() -> Status {
      const auto& online = request->online_player_ids();
      const auto& gone = request->gone_player_ids();
      return bus_.Report({online.begin(), online.end()}, {gone.begin(), gone.end()});
    });
  }

 private:
  // An operator has a name and a scope, and is no player.
  Status ResolveOperator(const std::string& token_hash,
                         internal_v1::ResolveTokenResponse* response) {
    const auto name = operators_.Resolve(token_hash);
    if (!name.ok()) return name.error();
    response->mutable_player()->set_name(*name);
    response->add_scopes("operator");
    return {};
  }

  Status Apply(const internal_v1::ApplyResultRequest& request,
               internal_v1::ApplyResultResponse* response) {
    const Status valid = CheckResult(request);
    if (!valid.ok()) return valid;
    if (!request.rated() || request.plies() < kMinRatedPlies || request.score() == "*") return {};
    const auto score = WhiteScoreOf(request.score());
    if (!score.ok()) return score.error();
    const auto rated = ratings_.Apply(GameOf(request, *score));
    if (!rated.ok()) return rated.error();
    if (rated->voided) return {};  // a late repetition
    metrics_.ratings.Increment();
    ToProto(rated->white_before, rated->white_after, response->mutable_white());
    ToProto(rated->black_before, rated->black_after, response->mutable_black());
    response->set_applied(true);
    return {};
  }

  Status Amend(const internal_v1::AmendResultRequest& request,
               internal_v1::AmendResultResponse* response) {
    const internal_v1::ApplyResultRequest& result = request.result();
    const Status valid = CheckResult(result);
    if (!valid.ok()) return valid;
    if (request.amendment() < 1) return InvalidField("amendment", "They are numbered from 1.");
    if (!result.rated() || result.plies() < kMinRatedPlies) return {};
    const bool counts = result.score() != "*";
    const auto score = counts ? WhiteScoreOf(result.score()) : base::Result<double>(0.5);
    if (!score.ok()) return score.error();
    const auto rated = amendments_.Amend(GameOf(result, *score), counts, request.amendment());
    // Whose players are gone moves nobody's rating.
    if (!rated.ok() && rated.error().reason == "PLAYER_NOT_FOUND") return {};
    if (!rated.ok()) return rated.error();
    if (rated->voided) return {};
    ToProto(rated->white_before, rated->white_after, response->mutable_white());
    ToProto(rated->black_before, rated->black_after, response->mutable_black());
    response->set_applied(true);
    return {};
  }

  rpc::Executor& executor_;
  rpc::Executor& operations_;
  PlayerRepository& players_;
  OperatorRepository& operators_;
  EventRepository& events_;
  RatingRepository& ratings_;
  RatingAmendmentRepository& amendments_;
  LobbyBus& bus_;
  Metrics& metrics_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeLobbyInternalService(
    rpc::Executor& executor, rpc::Executor& operations, PlayerRepository& players,
    OperatorRepository& operators, EventRepository& events, RatingRepository& ratings,
    RatingAmendmentRepository& amendments, LobbyBus& bus, Metrics& metrics) {
  return std::make_unique<LobbyInternalService>(executor, operations, players, operators, events,
                                                ratings, amendments, bus, metrics);
}

}  // namespace chess::lobby
