// `chessctl admin audit games`.
#include "chessctl/admin/audit_list.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"

namespace chess::chessctl::admin {
namespace {

int RunAudit(Session& session) {
  const Flags& flags = session.flags();
  const auto stub = GameStubOf(session);
  return ListAudit(session, *stub, &GameStub::ListAudit,
                   flags.Has("game") ? "game:" + flags.Get("game") : flags.Get("subject"),
                   "No such rows here; what else was done is in `chessctl admin audit`.");
}

}  // namespace

const Command kAuditGamesCommand = {
    "audit games",
    "what operators did to games, newest first",
    "usage: chessctl admin audit games [--game GAME] [--operator NAME] [--action WORD] [--limit "
    "N]\n"
    "  --game GAME      only what was done to this game\n"
    "  --subject S      only this subject: game:<id>, or games (index and retention)\n"
    "  --operator NAME  only what this operator did\n"
    "  --action WORD    game_end, game_amend, game_reveal, index_rebuild or retention_run\n"
    "  --limit N        at most N rows [50]\n",
    {{"game", "subject", "operator", "action", "limit"}, {}},
    RunAudit};

}  // namespace chess::chessctl::admin
