// `chessctl admin retention games`.
#include <cstdio>

#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

constexpr uint32_t kMostRounds = 1000;

template <typename Items>
void PrintItems(const Items& items, const char* count) {
  Table table({"WHAT", "HAPPENS", "AFTER", "SETTING", count});
  for (const game_v1::RetentionItem& item : items) {
    const std::string after = item.after_seconds() == 0 && item.action() == "delete"
                                  ? "never"
                                  : SpanText(item.after_seconds());
    table.Add({item.kind(), item.action(), after, item.setting(), std::to_string(item.due())});
  }
  table.Print("Nothing has a limit.");
}

int Show(Session& session, GameStub& stub) {
  game_v1::GetRetentionResponse response;
  if (const int status =
          session.Call(stub, &GameStub::GetRetention, game_v1::GetRetentionRequest(), &response)) {
    return status;
  }
  if (session.json()) return session.PrintJson(response);
  PrintItems(response.items(), "DUE NOW");
  return kDone;
}

int RunRetention(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto stub = GameStubOf(session);
  if (!session.flags().Has("run")) return Show(session, *stub);
  game_v1::RunRetentionRequest request;
  request.set_reason(session.reason());
  game_v1::RunRetentionResponse all;
  for (uint32_t n = 0; n < kMostRounds; ++n) {
    request.set_request_id(RequestIdOf(session, n));
    game_v1::RunRetentionResponse part;
    if (const int status = session.Call(*stub, &GameStub::RunRetention, request, &part)) {
      return status;
    }
    for (int i = 0; i < part.items_size(); ++i) {
      if (i >= all.items_size()) {
        *all.add_items() = part.items(i);
      } else {
        all.mutable_items(i)->set_due(all.items(i).due() + part.items(i).due());
      }
    }
    all.set_more(part.more());
    if (!part.more()) break;
  }
  if (session.json()) return session.PrintJson(all);
  PrintItems(all.items(), "DONE");
  return kDone;
}

}  // namespace

const Command kRetentionGamesCommand = {
    "retention games",
    "what of games does not stay for ever",
    "usage: chessctl admin retention games [--run --reason TEXT]\n"
    "Says what is compacted or deleted, after how long, by which setting, and how much is due "
    "now.\n"
    "  --run  do now what is due (the game service does it by itself from time to time)\n",
    {{}, {"run"}},
    RunRetention};

}  // namespace chess::chessctl::admin
