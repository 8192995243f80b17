// `chessctl admin game log`.
#include <cstdio>

#include "base/ids.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

std::string EventsText(const game_v1::LogLine& line) {
  std::string text;
  for (const std::string& event : line.events()) text += (text.empty() ? "" : "; ") + event;
  return text;
}

// "02:13:56.123"
std::string InstantText(const google::protobuf::Timestamp& time) {
  char millis[8];
  std::snprintf(millis, sizeof millis, ".%03d", time.nanos() / 1'000'000);
  std::string text = TimeText(time);
  return text.substr(0, text.size() - 1) + millis;
}

int RunLog(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one GAME is wanted");
  const auto after = session.flags().GetInt("after", 0, 0, 1'000'000'000);
  if (!after.ok()) return session.Usage(after.error().message);
  game_v1::GetGameLogRequest request;
  request.set_game_id(session.arguments()[0]);
  request.set_after_seq(*after);
  request.set_reveal(session.flags().Has("reveal"));
  if (request.reveal()) {
    request.set_request_id(session.request_id());
    request.set_reason(session.reason());
  }
  const auto stub = GameStubOf(session);
  game_v1::GetGameLogResponse all;
  do {
    game_v1::GetGameLogResponse page;
    if (const int status = session.Call(*stub, &GameStub::GetGameLog, request, &page)) {
      return status;
    }
    all.set_next_after_seq(0);
    all.MergeFrom(page);
    request.set_after_seq(page.next_after_seq());
  } while (request.after_seq() != 0);
  if (session.json()) return session.PrintJson(all);
  Table table({"SEQ", "TIME", "BY", "EVENTS", "BYTES", "REQUEST"});
  for (const game_v1::LogLine& line : all.lines()) {
    table.Add({std::to_string(line.seq()), InstantText(line.event_time()),
               ToWord(line.by(), "COLOR_"), EventsText(line),
               line.bytes() == 0 ? "-" : std::to_string(line.bytes()),
               base::ToHex(line.request_id())});
  }
  table.Print("No decisions.");
  if (all.compacted()) {
    std::printf(
        "\nCompacted: lines without bytes are rebuilt from the record, and numbered anew.\n");
  }
  return kDone;
}

}  // namespace

const Command kGameLogCommand = {
    "game log",
    "the decisions of a game, as people read them",
    "usage: chessctl admin game log GAME [--after SEQ] [--reveal --reason TEXT]\n"
    "  --after SEQ  only decisions after this one\n"
    "  --reveal     also what is hidden while the game runs; needs a reason, is in the audit log\n",
    {{"after"}, {"reveal"}},
    RunLog};

}  // namespace chess::chessctl::admin
