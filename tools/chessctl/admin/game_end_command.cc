// `chessctl admin game end`, `game amend` and `game void`.
#include <cstdio>

#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"

namespace chess::chessctl::admin {
namespace {

constexpr char kCauses[] = "fair-play, misconduct, server-fault, correction or other";

// Fills what both requests have; what is wrong, or empty.
template <typename Request>
std::string Read(const Session& session, const std::string& result_word, Request* request) {
  if (session.arguments().size() != 1) return "one GAME is wanted";
  const auto result = ResultOf(result_word);
  if (!result) return "--result is white, black, draw or none";
  const auto cause =
      FromWord<game_v1::OperatorCause>(session.flags().Get("cause"), "OPERATOR_CAUSE_");
  if (!cause) return std::string("--cause is ") + kCauses;
  request->set_game_id(session.arguments()[0]);
  request->set_request_id(session.request_id());
  request->set_reason(session.reason());
  request->set_result(*result);
  request->set_cause(*cause);
  return "";
}

template <typename Request, typename Response, typename Method>
int Decide(Session& session, Method method, const std::string& result_word, const char* done) {
  Request request;
  if (const std::string wrong = Read(session, result_word, &request); !wrong.empty()) {
    return session.Usage(wrong);
  }
  Response response;
  const auto stub = GameStubOf(session);
  if (const int status = session.Call(*stub, method, request, &response)) return status;
  if (session.json()) return session.PrintJson(response);
  std::printf("%s %s: %s (decision %lld)\n", request.game_id().c_str(), done,
              ResultText(response.result()).c_str(), static_cast<long long>(response.seq()));
  return kDone;
}

int RunEnd(Session& session) {
  return Decide<game_v1::EndGameRequest, game_v1::EndGameResponse>(
      session, &GameStub::EndGame, session.flags().Get("result"), "has ended");
}

int RunAmend(Session& session) {
  return Decide<game_v1::AmendResultRequest, game_v1::AmendResultResponse>(
      session, &GameStub::AmendResult, session.flags().Get("result"), "counts as");
}

int RunVoid(Session& session) {
  return Decide<game_v1::AmendResultRequest, game_v1::AmendResultResponse>(
      session, &GameStub::AmendResult, "none", "counts for nothing");
}

}  // namespace

const Command kGameEndCommand = {
    "game end",
    "end a running game",
    "usage: chessctl admin game end GAME --result R --cause C --reason TEXT\n"
    "  --result R  white, black, draw, or none (it counts for nothing)\n"
    "  --cause C   what the players are told: fair-play, misconduct, server-fault, correction or\n"
    "              other\n"
    "The result is rated as any other. The reason is for the audit log only.\n",
    {{"result", "cause"}, {}},
    RunEnd};

const Command kGameAmendCommand = {
    "game amend",
    "change the result of a game that is over",
    "usage: chessctl admin game amend GAME --result R --cause C --reason TEXT\n"
    "  --result R  white, black, draw or none\n"
    "  --cause C   what the players are told, as of `game end`\n"
    "Ratings become what they would be had the game ended so, also those of later games.\n",
    {{"result", "cause"}, {}},
    RunAmend};

const Command kGameVoidCommand = {
    "game void",
    "take the result of a finished game away",
    "usage: chessctl admin game void GAME --cause C --reason TEXT\n"
    "`game amend` with --result none: the game counts for nothing, and ratings become what they\n"
    "would be without it. `game amend` gives a result back.\n",
    {{"cause"}, {}},
    RunVoid};

}  // namespace chess::chessctl::admin
