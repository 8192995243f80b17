// `chessctl admin player show`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

int Run(Session& session) { return AskOfPlayer(session, &LobbyOperatorStub::ShowPlayer); }

}  // namespace

const Command kPlayerShowCommand = {
    "player show",
    "what the platform knows of a player",
    "usage: chessctl admin player show NAME\n"
    "NAME in upper or lower case, or id:ID. A closed account is found by its old name too.\n",
    {},
    Run};

}  // namespace chess::chessctl::admin
