// `chessctl admin player unban`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

int Run(Session& session) { return ChangePlayer(session, &LobbyOperatorStub::UnbanPlayer); }

}  // namespace

const Command kPlayerUnbanCommand = {"player unban",
                                     "let a player in again",
                                     "usage: chessctl admin player unban NAME --reason TEXT\n",
                                     {},
                                     Run};

}  // namespace chess::chessctl::admin
