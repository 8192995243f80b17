// `chessctl admin notice list`.
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/notice_command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int Run(Session& session) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto limit = session.flags().GetInt("limit", 20, 1, 10'000);
  if (!limit.ok()) return session.Usage(limit.error().message);
  lobby_v1::ListNoticesResponse all;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  const auto rows = [](const lobby_v1::ListNoticesResponse& list) { return list.notices_size(); };
  if (const int status = session.CallPages(*stub, &Stub::ListNotices,
                                           lobby_v1::ListNoticesRequest(), *limit, rows, &all)) {
    return status;
  }
  if (session.json()) return session.PrintJson(all);
  Table table = NoticeTable();
  for (const lobby_v1::OperatorNotice& notice : all.notices()) AddNotice(notice, &table);
  table.Print("There are no notices.");
  return kDone;
}

}  // namespace

const Command kNoticeListCommand = {"notice list",
                                    "what everybody is, was and will be told",
                                    "usage: chessctl admin notice list [--limit N]\n"
                                    "Newest first.\n"
                                    "  --limit N  at most N rows [20]\n",
                                    {{"limit"}, {}},
                                    Run};

}  // namespace chess::chessctl::admin
