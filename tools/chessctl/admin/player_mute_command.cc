// `chessctl admin player mute`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

int Run(Session& session) { return ChangePlayerUntil(session, &LobbyOperatorStub::MutePlayer); }

}  // namespace

const Command kPlayerMuteCommand = {
    "player mute",
    "take a player's voice",
    "usage: chessctl admin player mute NAME (--until TIME | --for-ever) --reason TEXT\n"
    "Nothing of the player that is text shall reach others until then (docs/operator.md says "
    "where\n"
    "that is looked at). TIME: 30m, 12h, 7d, 2w, or 2026-12-24T18:00Z.\n"
    "  --until TIME   until when\n"
    "  --for-ever     until it is taken back\n",
    {{"until"}, {"for-ever"}},
    Run};

}  // namespace chess::chessctl::admin
