// `chessctl admin audit games`.
#include "chessctl/admin/command.h"
#include "chessctl/admin/game_words.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

int RunAudit(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto limit = session.flags().GetInt("limit", 50, 1, 100'000);
  if (!limit.ok()) return session.Usage(limit.error().message);
  game_v1::ListAuditRequest request;
  request.set_subject(session.flags().Get("subject"));
  if (session.flags().Has("game")) request.set_subject("game:" + session.flags().Get("game"));
  request.set_operator_(session.flags().Get("operator"));
  request.set_action(session.flags().Get("action"));
  game_v1::ListAuditResponse all;
  const auto rows = [](const game_v1::ListAuditResponse& list) { return list.entries_size(); };
  const auto stub = GameStubOf(session);
  if (const int status =
          session.CallPages(*stub, &GameStub::ListAudit, request, *limit, rows, &all)) {
    return status;
  }
  if (session.json()) return session.PrintJson(all);
  Table table({"TIME", "OPERATOR", "ACTION", "SUBJECT", "REASON", "DETAIL"});
  for (const common::v1::AuditEntry& entry : all.entries()) {
    std::string detail;
    for (const auto& [key, value] : entry.detail()) {
      detail += (detail.empty() ? "" : ", ") + key + "=" + value;
    }
    table.Add({TimeText(entry.audit_time()), entry.operator_(), entry.action(), entry.subject(),
               entry.reason(), detail});
  }
  table.Print("Nothing was done.");
  return kDone;
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
