// `chessctl admin player mute`.
#include <google/protobuf/util/time_util.h>

#include "base/clock.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"
#include "chessctl/admin/when.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int Run(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one NAME is wanted");
  auto request = PlayerRequest<lobby_v1::MutePlayerRequest>(session);
  if (session.flags().Has("until") == session.flags().Has("for-ever")) {
    return session.Usage("either --until TIME or --for-ever is wanted");
  }
  if (session.flags().Has("until")) {
    const auto until = ParseWhen(session.flags().Get("until"), base::SystemClock().NowMs());
    if (!until.ok()) return session.Usage(until.error().message);
    *request.mutable_until() = google::protobuf::util::TimeUtil::MillisecondsToTimestamp(*until);
  }
  lobby_v1::MutePlayerResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::MutePlayer, request, &response)) return status;
  return PrintPlayer(session, response.player());
}

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
