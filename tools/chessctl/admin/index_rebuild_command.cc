// `chessctl admin index rebuild`.
#include <cstdio>

#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"

namespace chess::chessctl::admin {
namespace {

int RunRebuild(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto batch = session.flags().GetInt("batch", 200, 1, 500);
  if (!batch.ok()) return session.Usage(batch.error().message);
  const auto stub = GameStubOf(session);
  game_v1::RebuildIndexRequest request;
  request.set_batch_size(*batch);
  request.set_dry_run(session.flags().Has("dry-run"));
  // A look changes nothing and leaves no row, so nobody has to say why.
  request.set_reason(request.dry_run() && session.reason().empty() ? "dry run" : session.reason());
  request.set_cursor(session.flags().Get("after"));
  game_v1::RebuildIndexResponse all;
  uint32_t n = 0;
  do {
    request.set_request_id(RequestIdOf(session, n++));
    game_v1::RebuildIndexResponse part;
    if (const int status = session.Call(*stub, &GameStub::RebuildIndex, request, &part)) {
      if (!request.cursor().empty()) {
        std::fprintf(stderr, "  to go on from here: --after %s\n", request.cursor().c_str());
      }
      return status;
    }
    const int games = all.games() + part.games();
    all.MergeFrom(part);
    all.set_games(games);
    request.set_cursor(part.next_cursor());
  } while (!request.cursor().empty());
  all.clear_next_cursor();
  if (session.json()) {
    session.PrintJson(all);
  } else {
    for (const std::string& id : all.wrong_game_ids()) std::printf("wrong   %s\n", id.c_str());
    for (const std::string& id : all.broken_game_ids()) std::printf("broken  %s\n", id.c_str());
    std::printf("%d games: %d %s, %d cannot be read\n", all.games(), all.wrong_game_ids_size(),
                request.dry_run() ? "wrong" : "mended", all.broken_game_ids_size());
  }
  return all.broken_game_ids_size() == 0 ? kDone : kRefused;
}

}  // namespace

const Command kIndexRebuildCommand = {
    "index rebuild",
    "make what lists show of games again from their logs",
    "usage: chessctl admin index rebuild (--reason TEXT | --dry-run) [--batch N] [--after GAME]\n"
    "Recomputes the columns that lists and searches use from logs and records, in batches, while\n"
    "everything runs. Games that cannot be read are named (look at them with `game verify`); the\n"
    "exit status is 1 then.\n"
    "  --dry-run     only say which games are wrong; needs no reason\n"
    "  --batch N     games in one transaction [200]\n"
    "  --after GAME  begin after this game (where a run was interrupted)\n",
    {{"batch", "after"}, {"dry-run"}},
    RunRebuild};

}  // namespace chess::chessctl::admin
