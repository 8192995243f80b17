// `chessctl admin retention players`.
#include "base/random.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;
using Kinds = google::protobuf::RepeatedPtrField<lobby_v1::RetentionKind>;

std::string AgeText(int64_t seconds) {
  if (seconds == 0) return "for ever";
  const int64_t hours = seconds / 3600;
  return hours % 24 == 0 ? std::to_string(hours / 24) + " days" : std::to_string(hours) + " hours";
}

void Print(const Kinds& kinds, const char* count) {
  Table table({"WHAT", "WHICH", "KEPT", "SETTING", count});
  for (const lobby_v1::RetentionKind& kind : kinds) {
    table.Add({kind.kind(), kind.rule(), AgeText(kind.keep_seconds()), kind.setting(),
               std::to_string(kind.rows())});
  }
  table.Print("Everything is kept.");
}

int Show(Session& session, Stub& stub) {
  lobby_v1::GetRetentionResponse response;
  if (const int status =
          session.Call(stub, &Stub::GetRetention, lobby_v1::GetRetentionRequest(), &response)) {
    return status;
  }
  if (session.json()) return session.PrintJson(response);
  Print(response.kinds(), "DUE NOW");
  return kDone;
}

int RunRetention(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (!session.flags().Has("run")) return Show(session, *stub);
  lobby_v1::RunRetentionRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  lobby_v1::RunRetentionResponse all;
  do {
    lobby_v1::RunRetentionResponse part;
    if (const int status = session.Call(*stub, &Stub::RunRetention, request, &part)) return status;
    for (int i = 0; i < part.kinds_size(); ++i) {
      if (i >= all.kinds_size()) {
        *all.add_kinds() = part.kinds(i);
      } else {
        all.mutable_kinds(i)->set_rows(all.kinds(i).rows() + part.kinds(i).rows());
      }
    }
    all.set_more(part.more());
    request.set_request_id(base::SecureBytes(16));
  } while (all.more());
  if (session.json()) return session.PrintJson(all);
  Print(all.kinds(), "DELETED");
  return kDone;
}

}  // namespace

const Command kRetentionPlayersCommand = {
    "retention players",
    "what of players does not stay for ever",
    "usage: chessctl admin retention players [--run --reason TEXT]\n"
    "Says what the lobby deletes after how long, by which setting, and how much is due now "
    "(counted\n"
    "up to 10,000).\n"
    "  --run  do now what is due (the lobby does it by itself, bit by bit)\n",
    {{}, {"run"}},
    RunRetention};

}  // namespace chess::chessctl::admin
