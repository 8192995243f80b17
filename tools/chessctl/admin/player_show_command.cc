// `chessctl admin player show`.
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int Run(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one NAME is wanted");
  lobby_v1::ShowPlayerRequest request;
  *request.mutable_player() = PlayerOf(session.arguments()[0]);
  lobby_v1::ShowPlayerResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::ShowPlayer, request, &response)) return status;
  return PrintPlayer(session, response.player());
}

}  // namespace

const Command kPlayerShowCommand = {
    "player show",
    "what the platform knows of a player",
    "usage: chessctl admin player show NAME\n"
    "NAME in upper or lower case, or id:ID. A closed account is found by its old name too.\n",
    {},
    Run};

}  // namespace chess::chessctl::admin
