// `chessctl admin operator add`: the token is drawn here; the server only ever sees its hash.
#include <cstdio>

#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "credential/operator.h"
#include "credential/token.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int RunAdd(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one NAME is wanted");
  const std::string token = credential::NewOperatorToken();
  lobby_v1::AddOperatorRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  request.set_name(session.arguments()[0]);
  request.set_token_hash(credential::Sha256(token));
  lobby_v1::AddOperatorResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::AddOperator, request, &response)) return status;
  if (session.json()) {
    // The name is plain (credential/operator.h) and so is the token.
    std::printf("{\n \"name\": \"%s\",\n \"token\": \"%s\"\n}\n",
                response.operator_().name().c_str(), token.c_str());
    return kDone;
  }
  std::fprintf(stderr, "The token of %s, shown only now:\n", response.operator_().name().c_str());
  std::printf("%s\n", token.c_str());
  return kDone;
}

}  // namespace

const Command kOperatorAddCommand = {
    "operator add",
    "make an operator; prints the token",
    "usage: chessctl admin operator add NAME --reason TEXT\n"
    "Makes an operator, or gives one whose token was revoked a new one. The token stands alone on\n"
    "standard output and is shown only once. NAME: 2 to 32 lower-case letters, digits, '.', '-'\n"
    "or '_'; it begins with a letter.\n",
    {},
    RunAdd};

}  // namespace chess::chessctl::admin
