// `chessctl admin game verify`.
#include <cstdio>

#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"

namespace chess::chessctl::admin {
namespace {

int RunVerify(Session& session) {
  if (session.arguments().empty()) return session.Usage("at least one GAME is wanted");
  const auto stub = GameStubOf(session);
  int worst = kDone;
  for (const std::string& id : session.arguments()) {
    game_v1::VerifyGameRequest request;
    request.set_game_id(id);
    game_v1::VerifyGameResponse response;
    const int status = session.Call(*stub, &GameStub::VerifyGame, request, &response);
    if (status == kUnreachable) return status;
    worst = std::max(worst, status);
    if (status != kDone) {
      if (!session.json()) std::fprintf(stderr, "  game: %s\n", id.c_str());
      continue;
    }
    if (response.has_fault()) worst = kRefused;
    if (session.json()) {
      session.PrintJson(response);
    } else if (response.has_fault()) {
      const game_v1::LogFault& fault = response.fault();
      const std::string where =
          fault.seq() == 0 ? "" : " at decision " + std::to_string(fault.seq());
      std::printf("%s  FAULT %s%s: %s\n", id.c_str(), fault.word().c_str(), where.c_str(),
                  fault.message().c_str());
    } else {
      std::printf("%s  right: %d decisions, %d moves%s\n", id.c_str(), response.decisions(),
                  response.moves(), response.compacted() ? ", from the record" : "");
    }
  }
  return worst;
}

}  // namespace

const Command kGameVerifyCommand = {
    "game verify",
    "replay a game and check everything",
    "usage: chessctl admin game verify GAME…\n"
    "Replays each game from its log or record and checks that every decision applies, that moves\n"
    "were legal and in turn, that clocks follow from the times, that the end follows from the\n"
    "board, that record and log say the same, and that the row that lists show agrees. The first\n"
    "fault is named; the exit status is 1 then.\n",
    {},
    RunVerify};

}  // namespace chess::chessctl::admin
