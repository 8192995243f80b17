// `chessctl admin ratings rebuild`.
#include <cstdio>

#include "base/random.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

void Join(const lobby_v1::RebuildRatingsResponse& part, lobby_v1::RebuildRatingsResponse* all) {
  all->set_games(all->games() + part.games());
  all->set_corrected_games(all->corrected_games() + part.corrected_games());
  all->set_ratings(all->ratings() + part.ratings());
  all->set_corrected_ratings(all->corrected_ratings() + part.corrected_ratings());
}

int Run(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  lobby_v1::RebuildRatingsRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  lobby_v1::RebuildRatingsResponse all;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  do {
    lobby_v1::RebuildRatingsResponse part;
    if (const int status = session.Call(*stub, &Stub::RebuildRatings, request, &part)) {
      return status;
    }
    Join(part, &all);
    request.set_cursor(part.next_cursor());
    request.set_request_id(base::SecureBytes(16));
  } while (!request.cursor().empty());
  if (session.json()) return session.PrintJson(all);
  std::printf(
      "%lld games replayed, %lld of them corrected; %lld ratings compared, %lld corrected\n",
      static_cast<long long>(all.games()), static_cast<long long>(all.corrected_games()),
      static_cast<long long>(all.ratings()), static_cast<long long>(all.corrected_ratings()));
  return kDone;
}

}  // namespace

const Command kRatingsRebuildCommand = {
    "ratings rebuild",
    "make ratings anew from their history",
    "usage: chessctl admin ratings rebuild --reason TEXT\n"
    "Replays all rated games in their order and puts right what differs, while games go on. Sound\n"
    "ratings stay as they are to the last digit. REBUILD_INTERRUPTED: somebody changed a result "
    "or\n"
    "began another rebuild meanwhile; run it again.\n",
    {},
    Run};

}  // namespace chess::chessctl::admin
