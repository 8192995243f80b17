// `chessctl admin ratings verify`.
#include <cstdio>

#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/player_command.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

void Join(const lobby_v1::VerifyRatingsResponse& part, lobby_v1::VerifyRatingsResponse* all) {
  all->set_players(all->players() + part.players());
  all->set_ratings(all->ratings() + part.ratings());
  all->set_games(all->games() + part.games());
  all->mutable_faults()->MergeFrom(part.faults());
}

int Run(Session& session) {
  if (session.arguments().size() > 1) return session.Usage("at most one NAME is wanted");
  lobby_v1::VerifyRatingsRequest request;
  if (!session.arguments().empty()) *request.mutable_player() = PlayerOf(session.arguments()[0]);
  lobby_v1::VerifyRatingsResponse all;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  do {
    lobby_v1::VerifyRatingsResponse part;
    if (const int status = session.Call(*stub, &Stub::VerifyRatings, request, &part)) return status;
    Join(part, &all);
    request.set_cursor(part.next_cursor());
  } while (!request.cursor().empty());
  const int status = all.faults_size() > 0 ? kRefused : kDone;
  if (session.json()) {
    session.PrintJson(all);
    return status;
  }
  Table table({"PLAYER", "FAMILY", "SPEED", "GAME", "WRONG", "WHAT"});
  for (const lobby_v1::RatingFault& fault : all.faults()) {
    table.Add({fault.player_id(), fault.family(), fault.speed(), fault.game_id(), fault.word(),
               fault.message()});
  }
  table.Print("Everything is right.");
  std::printf("%d players, %d ratings, %lld games looked at from both sides\n", all.players(),
              all.ratings(), static_cast<long long>(all.games()));
  return status;
}

}  // namespace

const Command kRatingsVerifyCommand = {
    "ratings verify",
    "are ratings what their history makes of them",
    "usage: chessctl admin ratings verify [NAME]\n"
    "Replays the history of all players, or of one, and compares. Changes nothing and may run at\n"
    "any time. Exit status 1 if something is wrong.\n",
    {},
    Run};

}  // namespace chess::chessctl::admin
