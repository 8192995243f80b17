#pragma once
// For tests: a replica behind its gRPC ports, with a lobby that the test controls, and stubs.

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "chess/clock/internal/v1/deadline_service.grpc.pb.h"
#include "chess/game/internal/v1/game_internal_service.grpc.pb.h"
#include "chess/game/v1/game_service.grpc.pb.h"
#include "chess/lobby/internal/v1/lobby_internal_service.grpc.pb.h"
#include "chess/rules/v1/rules_service.grpc.pb.h"
#include "game/testing/game_rig.h"
#include "rpc/client.h"
#include "rpc/server.h"
#include "rpc/status.h"
#include "testing/redis_server.h"

namespace chess::game {

using chess::testing::PostgresServer;
using chess::testing::RedisServer;
using chess::testing::WaitFor;
namespace clock_v1 = chess::clock::internal::v1;
namespace lobby_v1 = chess::lobby::internal::v1;

// Knows everybody by a new name; takes results after `refusals` refusals.
class FakeLobby final : public lobby_v1::LobbyInternalService::CallbackService {
 public:
  grpc::ServerUnaryReactor* GetPlayers(grpc::CallbackServerContext* context,
                                       const lobby_v1::GetPlayersRequest* request,
                                       lobby_v1::GetPlayersResponse* response) override {
    for (const std::string& id : request->player_ids()) {
      auto* player = response->add_players();
      player->set_player_id(id);
      player->set_name("Now " + id.substr(0, 5));
    }
    return Done(context);
  }
  grpc::ServerUnaryReactor* ApplyResult(grpc::CallbackServerContext* context,
                                        const lobby_v1::ApplyResultRequest* request,
                                        lobby_v1::ApplyResultResponse* response) override {
    if (refusals.fetch_sub(1) > 0) {
      auto* reactor = context->DefaultReactor();
      reactor->Finish(grpc::Status(grpc::StatusCode::UNAVAILABLE, "not now"));
      return reactor;
    }
    {
      std::lock_guard lock(mutex);
      last_score = request->score();
    }
    ++results;
    response->set_applied(request->rated());
    response->mutable_white()->set_before(1500);
    response->mutable_white()->set_after(1480);
    response->mutable_black()->set_before(1620);
    response->mutable_black()->set_after(1640);
    return Done(context);
  }

  // A result that an operator changed: rated to other numbers, so that one can tell.
  grpc::ServerUnaryReactor* AmendResult(grpc::CallbackServerContext* context,
                                        const lobby_v1::AmendResultRequest* request,
                                        lobby_v1::AmendResultResponse* response) override {
    if (refusals.fetch_sub(1) > 0) {
      auto* reactor = context->DefaultReactor();
      reactor->Finish(grpc::Status(grpc::StatusCode::UNAVAILABLE, "not now"));
      return reactor;
    }
    {
      std::lock_guard lock(mutex);
      amended.push_back(*request);
    }
    response->set_applied(request->result().rated() && request->result().score() != "*" &&
                          request->result().plies() >= 2);
    response->mutable_white()->set_before(1500);
    response->mutable_white()->set_after(1500 + request->amendment());
    response->mutable_black()->set_before(1620);
    response->mutable_black()->set_after(1620 - request->amendment());
    return Done(context);
  }
  std::vector<lobby_v1::AmendResultRequest> Amended() {
    std::lock_guard lock(mutex);
    return amended;
  }

  std::atomic<int> refusals{0};
  std::atomic<int> results{0};
  std::string last_score;
  std::mutex mutex;
  std::vector<lobby_v1::AmendResultRequest> amended;

 private:
  static grpc::ServerUnaryReactor* Done(grpc::CallbackServerContext* context) {
    auto* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

class ServiceTest : public ::testing::Test {
 protected:
  explicit ServiceTest(void (*tweak)(Config&) = nullptr)
      : url_(PostgresServer::Shared().NewDatabase()) {
    config_ = RigConfig(url_);
    if (tweak != nullptr) tweak(config_);
    config_.redis_url = RedisServer::Shared().Url();
    config_.relay_interval_ms = 20;
    lobby_server_ = std::make_unique<rpc::Server>("lobby", config_.server, lobby_registry_);
    lobby_server_->AddInternal(&lobby_);
    EXPECT_TRUE(lobby_server_->Start().ok());
    config_.lobby_internal_address =
        "127.0.0.1:" + std::to_string(lobby_server_->internal_port());
    app_ = StartReplica(config_);
    server_ = std::make_unique<rpc::Server>("game", config_.server, app_->registry());
    app_->Serve(*server_);
    EXPECT_TRUE(server_->Start().ok());
    const auto at = [](int port) { return "127.0.0.1:" + std::to_string(port); };
    public_ = std::make_unique<rpc::Peer>("game", at(server_->public_port()), "secret", "gateway");
    internal_ =
        std::make_unique<rpc::Peer>("game", at(server_->internal_port()), "secret", "gateway");
    game_ = v1::GameService::NewStub(public_->channel());
    rules_ = chess::rules::v1::RulesService::NewStub(public_->channel());
    inside_ = internal::v1::GameInternalService::NewStub(internal_->channel());
    deadlines_ = clock_v1::DeadlineService::NewStub(internal_->channel());
  }
  ~ServiceTest() override {
    server_->Stop();
    server_.reset();
    app_.reset();
    lobby_server_->Stop();
  }

  struct Context : grpc::ClientContext {};
  std::unique_ptr<Context> As(const std::string& player_id) {
    auto context = std::make_unique<Context>();
    rpc::CallContext caller;
    caller.player_id.value = player_id;
    public_->Prepare(*context, 5000, player_id.empty() ? nullptr : &caller);
    return context;
  }
  std::unique_ptr<Context> Inside() {
    auto context = std::make_unique<Context>();
    internal_->Prepare(*context, 5000);
    return context;
  }
  static std::string Reason(const grpc::Status& status) {
    return status.ok() ? "" : rpc::FromGrpc(status).reason;
  }
  // Any of the commands whose request has the first three fields.
  template <typename Response, typename Request, typename Method>
  std::string Command(Method method, const std::string& player_id, Request request,
                      Response* response) {
    if (request.request_id().empty()) request.set_request_id(base::SecureBytes(16));
    return Reason((game_.get()->*method)(As(player_id).get(), request, response));
  }
  std::string Move(const std::string& player_id, const std::string& game_id,
                   const std::string& move, v1::PlayMoveResponse* response = nullptr) {
    v1::PlayMoveRequest request;
    request.set_game_id(game_id);
    request.set_move(move);
    v1::PlayMoveResponse own;
    return Command(&v1::GameService::Stub::PlayMove, player_id, request,
                   response != nullptr ? response : &own);
  }
  std::string Resign(const std::string& player_id, const std::string& game_id) {
    v1::ResignRequest request;
    request.set_game_id(game_id);
    v1::ResignResponse response;
    return Command(&v1::GameService::Stub::Resign, player_id, request, &response);
  }
  v1::GameSnapshot Get(const std::string& player_id, const std::string& game_id,
                       std::string* reason = nullptr) {
    v1::GetGameRequest request;
    request.set_game_id(game_id);
    v1::GetGameResponse response;
    const grpc::Status status = game_->GetGame(As(player_id).get(), request, &response);
    if (reason != nullptr) *reason = Reason(status);
    return response.game();
  }

  std::string url_;
  Config config_;
  metrics::Registry lobby_registry_;
  FakeLobby lobby_;
  std::unique_ptr<rpc::Server> lobby_server_;
  std::unique_ptr<App> app_;
  std::unique_ptr<rpc::Server> server_;
  std::unique_ptr<rpc::Peer> public_, internal_;
  std::unique_ptr<v1::GameService::Stub> game_;
  std::unique_ptr<chess::rules::v1::RulesService::Stub> rules_;
  std::unique_ptr<internal::v1::GameInternalService::Stub> inside_;
  std::unique_ptr<clock_v1::DeadlineService::Stub> deadlines_;
};

}  // namespace chess::game
