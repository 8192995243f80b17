// `chessctl admin player unban`.
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int Run(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one NAME is wanted");
  auto request = PlayerRequest<lobby_v1::UnbanPlayerRequest>(session);
  lobby_v1::UnbanPlayerResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::UnbanPlayer, request, &response)) return status;
  return PrintPlayer(session, response.player());
}

}  // namespace

const Command kPlayerUnbanCommand = {"player unban",
                                     "let a player in again",
                                     "usage: chessctl admin player unban NAME --reason TEXT\n",
                                     {},
                                     Run};

}  // namespace chess::chessctl::admin
