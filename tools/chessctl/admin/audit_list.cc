#include "chessctl/admin/audit_list.h"

namespace chess::chessctl::admin {

std::vector<std::string> AuditRow(const common::v1::AuditEntry& entry) {
  std::string detail;
  for (const auto& [key, value] : entry.detail()) {
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
