// `chessctl admin player close`.
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int Run(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one NAME is wanted");
  auto request = PlayerRequest<lobby_v1::ClosePlayerRequest>(session);
  lobby_v1::ClosePlayerResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::ClosePlayer, request, &response)) return status;
  return PrintPlayer(session, response.player());
}

}  // namespace

const Command kPlayerCloseCommand = {
    "player close",
    "close an account for good",
    "usage: chessctl admin player close NAME --reason TEXT\n"
    "The sessions end, the games stay, another name is shown and the old one stays reserved. It\n"
    "cannot be undone.\n",
    {},
    Run};

}  // namespace chess::chessctl::admin
