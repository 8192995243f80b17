#include "lobby/game_peer.h"

#include "chess/game/internal/v1/game_internal_service.grpc.pb.h"
#include "lobby/convert.h"
#include "rpc/status.h"
#include "rpc/stub_list.h"

namespace chess::lobby {

namespace game_v1 = chess::game::internal::v1;

struct GamePeer::Impl {
  rpc::StubList<game_v1::GameInternalService> stubs;
};

GamePeer::GamePeer(const std::string& targets, const std::string& secret)
    : impl_(new Impl{{"game", targets, secret, "lobby"}}) {}
GamePeer::~GamePeer() = default;

base::Status GamePeer::CreateGame(const GameStart& start) {
  game_v1::CreateGameRequest request;
  ToProto(start, &request);
  const grpc::Status status =
      impl_->stubs.Call(1000, [&](auto& stub, grpc::ClientContext& context) {
        game_v1::CreateGameResponse response;
        return stub.CreateGame(&context, request, &response);
      });
  return status.ok() ? base::Status() : base::Status(rpc::FromGrpc(status));
}

base::Result<int> GamePeer::CountRunning(const base::PlayerId& player_id) {
  game_v1::CountRunningRequest request;
  request.set_player_id(player_id.value);
  game_v1::CountRunningResponse response;
  const grpc::Status status = impl_->stubs.Call(300, [&](auto& stub, grpc::ClientContext& context) {
    return stub.CountRunning(&context, request, &response);
  });
  if (!status.ok()) return rpc::FromGrpc(status);
  return response.running();
}

}  // namespace chess::lobby
