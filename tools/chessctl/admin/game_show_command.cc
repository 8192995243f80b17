// `chessctl admin game show`.
#include <cstdio>

#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

std::string RatedText(const game_v1::Happening::Rated& rated) {
  return "White " + std::to_string(rated.white().before()) + " to " +
         std::to_string(rated.white().after()) + ", Black " +
         std::to_string(rated.black().before()) + " to " + std::to_string(rated.black().after());
}

std::string MovesText(const google::protobuf::RepeatedPtrField<game_v1::PlayedMove>& moves) {
  std::string text;
  for (const game_v1::PlayedMove& move : moves) {
    if (!text.empty()) text += ' ';
    if (move.ply() % 2 == 1) text += std::to_string(move.ply() / 2 + 1) + ".";
    text += move.san().empty() ? "(hidden)" : move.san();
  }
  return text;
}

std::string StoreText(const game_v1::ShowGameResponse& game) {
  std::string text = std::to_string(game.log_rows()) + " rows, " +
                     std::to_string(game.log_bytes()) + " bytes of log";
  if (game.record_bytes() > 0) {
    text += ", " + std::to_string(game.record_bytes()) + " bytes of record";
  }
  return text;
}

void PrintSheet(const game_v1::ShowGameResponse& game) {
  const game_v1::GameSnapshot& snapshot = game.game();
  const game_v1::GameView& view = snapshot.view();
  Sheet sheet;
  sheet.Add("game", view.game_id());
  sheet.Add("white", PlayerText(snapshot.white()) + "  " + snapshot.white().player_id());
  sheet.Add("black", PlayerText(snapshot.black()) + "  " + snapshot.black().player_id());
  sheet.Add("rules", snapshot.settings().rule_set());
  sheet.Add("speed", snapshot.speed() + (snapshot.settings().rated() ? ", rated" : ", casual"));
  sheet.Add("visibility", ToWord(snapshot.settings().visibility(), "VISIBILITY_"));
  sheet.Add("created", TimeText(snapshot.create_time()));
  sheet.Add("state", ToWord(view.state(), "GAME_STATE_"));
  if (view.has_result()) {
    sheet.Add("result", ResultText(view.result()));
    sheet.Add("ended", TimeText(view.result().end_time()));
  }
  if (game.has_original_result()) {
    sheet.Add("changed", std::to_string(game.row().amendments()) +
                             (game.row().amendments() == 1 ? " time" : " times") +
                             " by operators; it was " + ResultText(game.original_result()));
  }
  if (game.row().has_rated()) sheet.Add("rating", RatedText(game.row().rated()));
  if (game.row().relay_waiting()) sheet.Add("lobby", "has not taken the result yet");
  sheet.Add("decisions", std::to_string(game.row().last_seq()) + ", the last one at " +
                             TimeText(view.event_time()));
  if (game.has_deadline_time()) sheet.Add("deadline", TimeText(game.deadline_time()));
  sheet.Add("position", view.fen());
  sheet.Add("moves", MovesText(snapshot.moves()));
  sheet.Add("store", StoreText(game));
  if (game.hides()) sheet.Add("hidden", game.has_hidden() ? "shown below" : "yes (--reveal)");
  if (game.has_hidden()) {
    sheet.Add("HIDDEN position", game.hidden().fen());
    sheet.Add("HIDDEN moves", MovesText(game.hidden().moves()));
    sheet.Add("HIDDEN white army", game.hidden().white_army());
    sheet.Add("HIDDEN black army", game.hidden().black_army());
  }
  sheet.Print();
}

int RunShow(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one GAME is wanted");
  game_v1::ShowGameRequest request;
  request.set_game_id(session.arguments()[0]);
  request.set_reveal(session.flags().Has("reveal"));
  if (request.reveal()) {
    request.set_request_id(session.request_id());
    request.set_reason(session.reason());
  }
  game_v1::ShowGameResponse response;
  const auto stub = GameStubOf(session);
  if (const int status = session.Call(*stub, &GameStub::ShowGame, request, &response)) {
    return status;
  }
  if (session.json()) return session.PrintJson(response);
  PrintSheet(response);
  return kDone;
}

}  // namespace

const Command kGameShowCommand = {
    "game show",
    "everything about one game",
    "usage: chessctl admin game show GAME [--reveal --reason TEXT]\n"
    "Shows the game as a spectator sees it (private games included) and what the platform keeps\n"
    "of it. Of a running game whose board is hidden or whose armies are being placed the rest is\n"
    "shown only with --reveal, which needs a reason and is in the audit log. The secret behind\n"
    "future draws is shown to nobody.\n",
    {{}, {"reveal"}},
    RunShow};

}  // namespace chess::chessctl::admin
