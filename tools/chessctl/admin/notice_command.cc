#include "chessctl/admin/notice_command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;

const char* SeverityWord(lobby_v1::NoticeSeverity severity) {
  switch (severity) {
    case lobby_v1::NOTICE_SEVERITY_CRITICAL:
      return "critical";
    case lobby_v1::NOTICE_SEVERITY_WARNING:
      return "warning";
    default:
      return "info";
  }
}

}  // namespace

Table NoticeTable() {
  return Table({"NUMBER", "SHOWN", "SEVERITY", "FROM", "UNTIL", "CLEARED", "TEXT"});
}

void AddNotice(const lobby_v1::OperatorNotice& notice, Table* table) {
  const lobby_v1::Notice& what = notice.notice();
  table->Add({std::to_string(what.notice_id()), notice.shown() ? "yes" : "no",
              SeverityWord(what.severity()), TimeText(what.from_time()),
              TimeText(what.until_time()), TimeText(notice.clear_time()), what.text()});
}

int PrintNotice(const Session& session, const google::protobuf::Message& answer,
                const lobby_v1::OperatorNotice& notice) {
  if (session.json()) return session.PrintJson(answer);
  Table table = NoticeTable();
  AddNotice(notice, &table);
  table.Print("");
  return kDone;
}

}  // namespace chess::chessctl::admin
