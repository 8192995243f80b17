#pragma once
// What the two audit logs (the lobby's and the game service's) have in common when they are shown.

#include "chess/common/v1/audit.pb.h"
#include "chessctl/admin/session.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {

// The row of one entry.
std::vector<std::string> AuditRow(const common::v1::AuditEntry& entry);

// Lists the entries that --operator, --action and --limit choose and `subject` (may be empty) is
// in, newest first; the exit status. `nothing` is said where there are none.
template <typename Stub, typename Request, typename Response>
int ListAudit(Session& session, Stub& stub,
              grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
              const std::string& subject, const std::string& nothing) {
  if (!session.arguments().empty()) return session.Usage("it takes no arguments");
  const auto limit = session.flags().GetInt("limit", 50, 1, 100'000);
  if (!limit.ok()) return session.Usage(limit.error().message);
  Request request;
  request.set_subject(subject);
  request.set_operator_(session.flags().Get("operator"));
  request.set_action(session.flags().Get("action"));
  Response all;
  const auto rows = [](const Response& list) { return list.entries_size(); };
  if (const int status = session.CallPages(stub, method, request, *limit, rows, &all)) {
    return status;
  }
  if (session.json()) return session.PrintJson(all);
  Table table({"TIME", "OPERATOR", "ACTION", "SUBJECT", "REASON", "DETAIL"});
  for (const common::v1::AuditEntry& entry : all.entries()) table.Add(AuditRow(entry));
  table.Print(nothing);
  return kDone;
}

}  // namespace chess::chessctl::admin
