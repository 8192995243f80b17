// `chessctl admin notice set`.
#include <google/protobuf/util/time_util.h>

#include "base/clock.h"
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/notice_command.h"
#include "chessctl/admin/when.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

base::Result<lobby_v1::NoticeSeverity> SeverityOf(const std::string& word) {
  if (word == "info") return lobby_v1::NOTICE_SEVERITY_INFO;
  if (word == "warning") return lobby_v1::NOTICE_SEVERITY_WARNING;
  if (word == "critical") return lobby_v1::NOTICE_SEVERITY_CRITICAL;
  return base::MakeError(base::Code::kInvalidArgument, "USAGE",
                         "--severity is info, warning or critical");
}

base::Status ReadTime(const Flags& flags, const char* name, google::protobuf::Timestamp* time) {
  const auto when = ParseWhen(flags.Get(name), base::SystemClock().NowMs());
  if (!when.ok()) return when.error();
  *time = google::protobuf::util::TimeUtil::MillisecondsToTimestamp(*when);
  return {};
}

int Run(Session& session) {
  const Flags& flags = session.flags();
  if (session.arguments().size() != 1) return session.Usage("one TEXT is wanted, in quotes");
  lobby_v1::SetNoticeRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  request.set_text(session.arguments()[0]);
  const auto severity = SeverityOf(flags.Get("severity", "info"));
  if (!severity.ok()) return session.Usage(severity.error().message);
  request.set_severity(*severity);
  for (const auto& [name, time] :
       {std::pair{"from", &lobby_v1::SetNoticeRequest::mutable_from_time},
        std::pair{"until", &lobby_v1::SetNoticeRequest::mutable_until_time}}) {
    if (!flags.Has(name)) continue;
    const base::Status read = ReadTime(flags, name, (request.*time)());
    if (!read.ok()) return session.Usage(read.error().message);
  }
  lobby_v1::SetNoticeResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::SetNotice, request, &response)) return status;
  return PrintNotice(session, response, response.notice());
}

}  // namespace

const Command kNoticeSetCommand = {
    "notice set",
    "tell everybody something",
    "usage: chessctl admin notice set TEXT [--severity WORD] [--from TIME] [--until TIME]\n"
    "                                 --reason TEXT\n"
    "Every web client shows it within a minute. TIME: 30m, 12h, 7d, 2w from now on, or\n"
    "2026-12-24T18:00Z.\n"
    "  --severity WORD  info, warning or critical [info]\n"
    "  --from TIME      from when [now]\n"
    "  --until TIME     until when [until it is cleared]\n",
    {{"severity", "from", "until"}, {}},
    Run};

}  // namespace chess::chessctl::admin
