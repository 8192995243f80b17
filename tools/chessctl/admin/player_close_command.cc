// `chessctl admin player close`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

int Run(Session& session) { return ChangePlayer(session, &LobbyOperatorStub::ClosePlayer); }

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
