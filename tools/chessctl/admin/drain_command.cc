// `chessctl admin drain`.
#include <cstdio>
#include <cstdlib>

#include "base/secret_file.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin_port.h"
#include "chessctl/printable.h"
#include "rpc/call_context.h"
#include "rpc/server_credentials.h"

namespace chess::chessctl::admin {
namespace {

constexpr int kPatienceSeconds = 5;

// The services' shared secret; empty where nobody says it.
base::Result<std::string> KeyOf(const Flags& flags) {
  if (flags.Has("key-file")) return base::ReadSecretFile(flags.Get("key-file"));
  if (const char* key = std::getenv("CHESS_SERVICE_SECRET")) return std::string(key);
  if (const char* file = std::getenv("CHESS_SERVICE_SECRET_FILE")) {
    return base::ReadSecretFile(file);
  }
  return std::string();
}

int Record(Session& session, const std::string& address) {
  lobby::v1::RecordActionRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  request.set_action("drain");
  request.set_subject("replica:" + address);
  lobby::v1::RecordActionResponse response;
  const auto stub = lobby::v1::OperatorService::NewStub(session.channel());
  return session.Call(*stub, &lobby::v1::OperatorService::Stub::RecordAction, request, &response);
}

int RunDrain(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one HOST:ADMINPORT is wanted");
  const std::string& address = session.arguments()[0];
  const auto where = ReadHostPort(address);
  if (!where) return session.Usage("a replica is HOST:ADMINPORT");
  const auto key = KeyOf(session.flags());
  if (!key.ok()) return session.Usage(key.error().message);
  if (key->empty()) {
    return session.Usage("the service key is needed: --key-file FILE or CHESS_SERVICE_SECRET");
  }
  if (!rpc::IsServiceSecret(*key)) {
    return session.Usage(std::string("the service key is not ") + rpc::kServiceSecretIs);
  }
  if (const int status = Record(session, address)) return status;
  const std::string headers = rpc::kMetaServiceKey + (": " + *key) + "\r\nContent-Length: 0\r\n";
  const AdminAnswer answer = AskAdminPort(*where, "POST /drain", headers, kPatienceSeconds);
  if (answer.Is(202)) {
    std::printf("%s drains and ends.\n", address.c_str());
    return kDone;
  }
  const bool silent = answer.status_line.empty();
  const std::string why = silent           ? answer.error
                          : answer.Is(401) ? "the key is not the services' shared secret"
                                           : answer.status_line;
  std::fprintf(stderr, "chessctl admin drain: %s: %s\n", address.c_str(), Printable(why).c_str());
  return silent ? kUnreachable : kRefused;
}

}  // namespace

const Command kDrainCommand = {
    "drain",
    "let one replica finish its work and end",
    "usage: chessctl admin drain HOST:ADMINPORT --reason TEXT [--key-file FILE]\n"
    "The replica stops being ready, finishes what it has, hands its streams on and ends with\n"
    "status 0, as after SIGTERM. Whoever runs it (Kubernetes, systemd) decides whether a new one\n"
    "starts. The action is in the lobby's audit log before the replica is asked.\n"
    "  --key-file FILE  the services' shared secret [else CHESS_SERVICE_SECRET, or the file that\n"
    "                   CHESS_SERVICE_SECRET_FILE names]\n",
    {{"key-file"}, {}},
    RunDrain};

}  // namespace chess::chessctl::admin
