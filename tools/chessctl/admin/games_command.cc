// `chessctl admin games`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

int RunGames(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto limit = session.flags().GetInt("limit", 100, 1, 1'000'000);
  if (!limit.ok()) return session.Usage(limit.error().message);
  const auto idle = session.flags().GetInt("idle-minutes", 0, 0, 500'000);
  if (!idle.ok()) return session.Usage(idle.error().message);
  game_v1::ListLiveRequest request;
  request.set_idle_seconds(static_cast<int64_t>(*idle) * 60);
  game_v1::ListLiveResponse all;
  const auto rows = [](const game_v1::ListLiveResponse& list) { return list.games_size(); };
  const auto stub = GameStubOf(session);
  if (const int status =
          session.CallPages(*stub, &GameStub::ListLive, request, *limit, rows, &all)) {
    return status;
  }
  if (session.json()) return session.PrintJson(all);
  const int64_t now = all.server_time().seconds();
  Table table({"GAME", "WHITE", "BLACK", "RULES", "SPEED", "RATED", "AGE", "LAST", "DEADLINE IN",
               "DECISIONS"});
  for (const game_v1::LiveGame& game : all.games()) {
    table.Add({game.game_id(), PlayerText(game.white()), PlayerText(game.black()), game.rule_set(),
               game.speed(), game.rated() ? "yes" : "no",
               SpanText(now - game.create_time().seconds()),
               SpanText(now - game.event_time().seconds()) + " ago",
               game.has_deadline_time() ? SpanText(game.deadline_time().seconds() - now) : "-",
               std::to_string(game.last_seq())});
  }
  table.Print("No games are running.");
  return kDone;
}

}  // namespace

const Command kGamesCommand = {
    "games",
    "the games that run now",
    "usage: chessctl admin games [--idle-minutes N] [--limit N]\n"
    "Those created first stand at the top.\n"
    "  --idle-minutes N  only games in which nothing has happened for so long\n"
    "  --limit N         at most N games [100]\n",
    {{"idle-minutes", "limit"}, {}},
    RunGames};

}  // namespace chess::chessctl::admin
