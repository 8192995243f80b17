// `chessctl admin player ban`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"

namespace chess::chessctl::admin {
namespace {

int Run(Session& session) { return ChangePlayerUntil(session, &LobbyOperatorStub::BanPlayer); }

}  // namespace

const Command kPlayerBanCommand = {
    "player ban",
    "keep a player out",
    "usage: chessctl admin player ban NAME (--until TIME | --for-ever) --reason TEXT\n"
    "The sessions are refused from now on, streams end at once, open challenges are taken back.\n"
    "Running games go on to the flag (`admin game end` ends one). TIME: 30m, 12h, 7d, 2w, or\n"
    "2026-12-24T18:00Z.\n"
    "  --until TIME   until when\n"
    "  --for-ever     until it is taken back\n",
    {{"until"}, {"for-ever"}},
    Run};

}  // namespace chess::chessctl::admin
