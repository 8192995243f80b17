// `chessctl admin operator revoke`.
#include <cstdio>

#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int RunRevoke(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one NAME is wanted");
  lobby_v1::RevokeOperatorRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  request.set_name(session.arguments()[0]);
  lobby_v1::RevokeOperatorResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::RevokeOperator, request, &response)) {
    return status;
  }
  if (session.json()) return session.PrintJson(response);
  std::printf("The token of %s is revoked; it works nowhere after some seconds.\n",
              response.operator_().name().c_str());
  return kDone;
}

}  // namespace

const Command kOperatorRevokeCommand = {"operator revoke",
                                        "end an operator's token",
                                        "usage: chessctl admin operator revoke NAME --reason TEXT\n"
                                        "The token works nowhere after some seconds (the gateways' "
                                        "token_fresh_ms). The name stays, for\n"
                                        "the audit log; `operator add` may give it a new token.\n",
                                        {},
                                        RunRevoke};

}  // namespace chess::chessctl::admin
