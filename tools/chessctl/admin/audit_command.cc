// `chessctl admin audit`.
#include "base/ids.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

std::string DetailText(const common::v1::AuditEntry& entry) {
  std::string text;
  for (const auto& [key, value] : entry.detail()) {
    text += (text.empty() ? "" : ", ") + key + "=" + value;
  }
  return text;
}

int RunAudit(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto limit = session.flags().GetInt("limit", 50, 1, 100'000);
  if (!limit.ok()) return session.Usage(limit.error().message);
  lobby_v1::ListAuditRequest request;
  request.set_subject(session.flags().Get("subject"));
  request.set_operator_(session.flags().Get("operator"));
  request.set_action(session.flags().Get("action"));
  lobby_v1::ListAuditResponse all;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  const auto rows = [](const lobby_v1::ListAuditResponse& list) { return list.entries_size(); };
  if (const int status = session.CallPages(*stub, &Stub::ListAudit, request, *limit, rows, &all)) {
    return status;
  }
  if (session.json()) return session.PrintJson(all);
  Table table({"TIME", "OPERATOR", "ACTION", "SUBJECT", "REASON", "DETAIL"});
  for (const common::v1::AuditEntry& entry : all.entries()) {
    table.Add({TimeText(entry.audit_time()), entry.operator_(), entry.action(), entry.subject(),
               entry.reason(), DetailText(entry)});
  }
  table.Print("Nothing was done.");
  return kDone;
}

}  // namespace

const Command kAuditCommand = {
    "audit",
    "what operators did, newest first",
    "usage: chessctl admin audit [--subject S] [--operator NAME] [--action WORD] [--limit N]\n"
    "  --subject S      only this: player:<id>, game:<id>, operator:<name>, notice:<number> …\n"
    "  --operator NAME  only what this operator did\n"
    "  --action WORD    only this action, such as player_ban\n"
    "  --limit N        at most N rows [50]\n",
    {{"subject", "operator", "action", "limit"}, {}},
    RunAudit};

}  // namespace chess::chessctl::admin
