// `chessctl admin audit`.
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/audit_list.h"
#include "chessctl/admin/command.h"

namespace chess::chessctl::admin {
namespace {

using Stub = lobby::v1::OperatorService::Stub;

int RunAudit(Session& session) {
  const auto stub = lobby::v1::OperatorService::NewStub(session.channel());
  return ListAudit(session, *stub, &Stub::ListAudit, session.flags().Get("subject"),
                   "No such rows here; what was done to games is in `chessctl admin audit games`.");
}

}  // namespace

const Command kAuditCommand = {
    "audit",
    "what operators did, but to games; newest first",
    "usage: chessctl admin audit [--subject S] [--operator NAME] [--action WORD] [--limit N]\n"
    "What operators did to games has a log of its own: `chessctl admin audit games`.\n"
    "  --subject S      only this: player:<id>, operator:<name>, notice:<number>, "
    "replica:<host:port>;\n"
    "                   `player show NAME` says the id\n"
    "  --operator NAME  only what this operator did\n"
    "  --action WORD    only this action, such as player_ban\n"
    "  --limit N        at most N rows [50]\n",
    {{"subject", "operator", "action", "limit"}, {}},
    RunAudit};

}  // namespace chess::chessctl::admin
