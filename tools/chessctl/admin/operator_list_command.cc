// `chessctl admin operator list`.
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

constexpr int kMost = 10'000;

int RunList(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  lobby_v1::ListOperatorsResponse all;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  const auto rows = [](const lobby_v1::ListOperatorsResponse& list) {
    return list.operators_size();
  };
  if (const int status = session.CallPages(*stub, &Stub::ListOperators,
                                           lobby_v1::ListOperatorsRequest(), kMost, rows, &all)) {
    return status;
  }
  if (session.json()) return session.PrintJson(all);
  Table table({"NAME", "SINCE", "REVOKED"});
  for (const lobby_v1::Operator& one : all.operators()) {
    table.Add({one.name(), TimeText(one.create_time()), TimeText(one.revoke_time())});
  }
  table.Print("There are no operators.");
  return kDone;
}

}  // namespace

const Command kOperatorListCommand = {
    "operator list",
    "who has, or had, a token",
    "usage: chessctl admin operator list\n"
    "All operators, since when their token counts, and when it was revoked.\n",
    {},
    RunList};

}  // namespace chess::chessctl::admin
