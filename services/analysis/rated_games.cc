#include "analysis/rated_games.h"

#include "chess/game/internal/v1/game_internal_service.grpc.pb.h"

namespace chess::analysis {
namespace {

namespace game = chess::game::internal::v1;
constexpr base::DurationMs kTimeoutMs = 1500;

}  // namespace

struct RatedGames::Impl {
  const rpc::Peer& peer;
  std::unique_ptr<game::GameInternalService::Stub> stub;
};

RatedGames::RatedGames(const rpc::Peer& peer)
    : impl_(new Impl{peer, game::GameInternalService::NewStub(peer.channel())}) {}

RatedGames::~RatedGames() = default;

void RatedGames::Check(const base::PlayerId& player, std::function<void(base::Status)> done) {
  struct Call {
    grpc::ClientContext context;
    game::CountRunningRequest request;
    game::CountRunningResponse response;
  };
  auto call = std::make_shared<Call>();
  impl_->peer.Prepare(call->context, kTimeoutMs);
  call->request.set_player_id(player.value);
  impl_->stub->async()->CountRunning(
      &call->context, &call->request, &call->response,
      [call, done = std::move(done)](const grpc::Status& status) {
        if (!status.ok()) {
          done(base::MakeError(base::Code::kUnavailable, "DEPENDENCY_AWAY",
                               "It is not known whether a rated game of yours runs; try again."));
        } else if (call->response.running_rated() > 0) {
          done(base::MakeError(base::Code::kFailedPrecondition, "IN_RATED_GAME",
                               "No engine help while a rated game of yours runs."));
        } else {
          done({});
        }
      });
}

}  // namespace chess::analysis
