#include "chessctl/admin/audit_list.h"

#include <map>

namespace chess::chessctl::admin {

std::vector<std::string> AuditRow(const common::v1::AuditEntry& entry) {
  // By name: a map of the wire has no order of its own.
  const std::map<std::string, std::string> sorted(entry.detail().begin(), entry.detail().end());
  std::string detail;
  for (const auto& [key, value] : sorted) {
    detail += (detail.empty() ? "" : ", ") + key + "=" + value;
  }
  return {TimeText(entry.audit_time()),
          entry.operator_(),
          entry.action(),
          entry.subject(),
          entry.reason(),
          detail};
}

}  // namespace chess::chessctl::admin
