// `chessctl admin player unmute`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

int Run(Session& session) { return ChangePlayer(session, &LobbyOperatorStub::UnmutePlayer); }

}  // namespace

const Command kPlayerUnmuteCommand = {"player unmute",
                                      "give a player's voice back",
                                      "usage: chessctl admin player unmute NAME --reason TEXT\n",
                                      {},
                                      Run};

}  // namespace chess::chessctl::admin
