#pragma once
// A whole lobby for tests: the real service on real Postgres and Redis, a game service that does as
// it is told, and players who call.

#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "chess/clock/internal/v1/deadline_service.grpc.pb.h"
#include "chess/game/internal/v1/game_internal_service.grpc.pb.h"
#include "chess/lobby/internal/v1/lobby_internal_service.grpc.pb.h"
#include "chess/lobby/v1/identity_service.grpc.pb.h"
#include "chess/lobby/v1/lobby_service.grpc.pb.h"
#include "chess/lobby/v1/notice_service.grpc.pb.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chess/lobby/v1/players_service.grpc.pb.h"
#include "lobby/lobby.h"
#include "rpc/status.h"

namespace chess::lobby {

// The game service's side of "accept → game". Thread-safe.
class FakeGame final : public game::internal::v1::GameInternalService::Service {
 public:
  FakeGame();
  ~FakeGame() override;

  std::string address() const;
  // What CreateGame and CountRunning answer: OK by default.
  void Answer(const grpc::Status& status);
  void SetRunning(int running) { running_ = running; }
  int calls() const { return calls_; }
  // The games created, by id.
  std::map<std::string, game::internal::v1::CreateGameRequest> games() const;

  grpc::Status CreateGame(grpc::ServerContext*,
                          const game::internal::v1::CreateGameRequest* request,
                          game::internal::v1::CreateGameResponse* response) override;
  grpc::Status CountRunning(grpc::ServerContext*, const game::internal::v1::CountRunningRequest*,
                            game::internal::v1::CountRunningResponse* response) override;

 private:
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  std::atomic<int> running_{0};
  std::atomic<int> calls_{0};
  mutable std::mutex mutex_;
  grpc::Status answer_;
  std::map<std::string, game::internal::v1::CreateGameRequest> games_;
};

// Somebody with a session.
struct Guest {
  std::string player_id, name, token, session_id;
};

std::string NewRequestId();
// The reason word of a failed call, "" for OK.
std::string ReasonOf(const grpc::Status& status);
common::v1::MatchSettings Blitz(bool rated = false);

class TestSystem {
 public:
  struct Where {
    std::string postgres_url, redis_url;
    int relay_interval_ms = 20;
    int sweep_interval_ms = 3'600'000;
    Keep keep = {};
  };
  explicit TestSystem(const Where& where);
  ~TestSystem();

  FakeGame game;

  // The context of a call: of `guest`, or of a service (null).
  std::unique_ptr<grpc::ClientContext> Context(const Guest* guest, int timeout_ms = 20'000) const;

  // The context of a call of the operator called olga.
  std::unique_ptr<grpc::ClientContext> OperatorContext() const;

  std::unique_ptr<v1::IdentityService::Stub> identity;
  std::unique_ptr<v1::LobbyService::Stub> lobby;
  std::unique_ptr<v1::PlayersService::Stub> players;
  std::unique_ptr<v1::OperatorService::Stub> operators;
  std::unique_ptr<v1::NoticeService::Stub> notices;
  std::unique_ptr<internal::v1::LobbyInternalService::Stub> inside;
  std::unique_ptr<clock::internal::v1::DeadlineService::Stub> deadlines;

  // Calls that must succeed.
  Guest SignUp(const std::string& name = "");
  v1::Challenge Challenge(const Guest& from, const Guest& to,
                          const common::v1::MatchSettings& settings = Blitz());
  v1::Challenge Code(const Guest& from, const common::v1::MatchSettings& settings = Blitz());
  std::vector<v1::PlayerEvent> Events(const Guest& guest, int64_t after_seq = 0);

  // An operator's call; changing requests get a request_id and a reason where they have none.
  //   Operate(&v1::OperatorService::Stub::BanPlayer, request, &response)
  template <typename Request, typename Response>
  grpc::Status Operate(grpc::Status (v1::OperatorService::Stub::*method)(grpc::ClientContext*,
                                                                         const Request&,
                                                                         Response*),
                       Request request, Response* response) {
    if constexpr (requires { request.reason(); }) {
      if (request.request_id().empty()) request.set_request_id(NewRequestId());
      if (request.reason().empty()) request.set_reason("a test wants it");
    }
    return (operators.get()->*method)(OperatorContext().get(), request, response);
  }
  // The audit log of a subject, newest first.
  std::vector<common::v1::AuditEntry> Audit(const std::string& subject);

  // Calls that may fail.
  grpc::Status TryChallenge(const Guest& from, const std::string& name,
                            const common::v1::MatchSettings& settings,
                            v1::Challenge* challenge = nullptr,
                            const std::string& request_id = NewRequestId());
  grpc::Status Accept(const Guest& guest, const std::string& challenge_id,
                      v1::Challenge* challenge = nullptr,
                      const std::string& request_id = NewRequestId());
  // As nobody: who was sent a link need not be anybody yet.
  grpc::Status Invite(const std::string& code, v1::Challenge* challenge = nullptr);
  grpc::Status Join(const Guest& guest, const std::string& code,
                    v1::Challenge* challenge = nullptr);
  grpc::Status Decline(const Guest& guest, const std::string& challenge_id,
                       v1::DeclineReason reason, v1::Challenge* challenge = nullptr);
  grpc::Status Cancel(const Guest& guest, const std::string& challenge_id,
                      v1::Challenge* challenge = nullptr);
  grpc::Status Resolve(const std::string& token,
                       internal::v1::ResolveTokenResponse* response = nullptr);
  clock::internal::v1::DeliverResponse Deliver(const std::string& key, int64_t due_ms = 1);

 private:
  std::unique_ptr<Lobby> lobby_;
};

}  // namespace chess::lobby
