#include "lobby/notice_desk.h"

#include <google/protobuf/util/time_util.h>

#include "base/clock.h"
#include "lobby/convert.h"
#include "lobby/notice_board.h"
#include "lobby/notice_repository.h"
#include "lobby/operator_call.h"

namespace chess::lobby {
namespace {

using base::Status;
using google::protobuf::Timestamp;
using google::protobuf::util::TimeUtil;

void OwnToProto(const Notice& from, v1::OperatorNotice* to) {
  ToProto(from, to->mutable_notice());
  *to->mutable_create_time() = TimeUtil::MillisecondsToTimestamp(from.created_time);
  if (from.cleared_time != 0) {
    *to->mutable_clear_time() = TimeUtil::MillisecondsToTimestamp(from.cleared_time);
  }
  to->set_shown(from.shown);
}

base::Result<Severity> SeverityOf(v1::NoticeSeverity severity) {
  switch (severity) {
    case v1::NOTICE_SEVERITY_UNSPECIFIED:
    case v1::NOTICE_SEVERITY_INFO:
      return Severity::kInfo;
    case v1::NOTICE_SEVERITY_WARNING:
      return Severity::kWarning;
    case v1::NOTICE_SEVERITY_CRITICAL:
      return Severity::kCritical;
    default:
      return InvalidField("severity", "There is no such severity.");
  }
}

// The time in milliseconds, 0 where it is not set. INVALID_FIELD.
base::Result<base::TimeMs> TimeOf(bool set, const Timestamp& time, const char* field) {
  if (!set) return base::TimeMs{0};
  if (!IsTime(time) || time.seconds() <= 0) {
    return InvalidField(field, "No such time.");
  }
  return TimeUtil::TimestampToMilliseconds(time);
}

base::Result<Notice> NoticeOf(const v1::SetNoticeRequest& request) {
  Notice notice;
  if (!IsSentence(request.text())) {
    return InvalidField("text", "A notice has 3 to 500 characters on one line.");
  }
  notice.text = request.text();
  const auto severity = SeverityOf(request.severity());
  if (!severity.ok()) return severity.error();
  notice.severity = *severity;
  const auto from = TimeOf(request.has_from_time(), request.from_time(), "from_time");
  if (!from.ok()) return from.error();
  const auto until = TimeOf(request.has_until_time(), request.until_time(), "until_time");
  if (!until.ok()) return until.error();
  const base::TimeMs now_ms = base::SystemClock().NowMs();
  if (*until != 0 && (*until <= now_ms || *until <= *from)) {
    return InvalidField("until_time", "A notice ends after it begins, and not in the past.");
  }
  notice.from_time = *from;
  notice.until_time = *until;
  return notice;
}

}  // namespace

void ToProto(const Notice& from, v1::Notice* to) {
  to->set_notice_id(from.notice_id);
  to->set_text(from.text);
  to->set_severity(from.severity == Severity::kCritical  ? v1::NOTICE_SEVERITY_CRITICAL
                   : from.severity == Severity::kWarning ? v1::NOTICE_SEVERITY_WARNING
                                                         : v1::NOTICE_SEVERITY_INFO);
  *to->mutable_from_time() = TimeUtil::MillisecondsToTimestamp(from.from_time);
  if (from.until_time != 0) {
    *to->mutable_until_time() = TimeUtil::MillisecondsToTimestamp(from.until_time);
  }
}

Status NoticeDesk::Set(const rpc::CallContext& caller, const v1::SetNoticeRequest& request,
                       v1::SetNoticeResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const auto wanted = NoticeOf(request);
  if (!wanted.ok()) return wanted.error();
  const auto made = notices_.Set(*actor, *wanted);
  if (!made.ok()) return made.error();
  board_.Forget();
  OwnToProto(*made, response->mutable_notice());
  return {};
}

Status NoticeDesk::Clear(const rpc::CallContext& caller, const v1::ClearNoticeRequest& request,
                         v1::ClearNoticeResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const auto cleared = notices_.Clear(*actor, request.notice_id());
  if (!cleared.ok()) return cleared.error();
  board_.Forget();
  OwnToProto(*cleared, response->mutable_notice());
  return {};
}

Status NoticeDesk::List(const rpc::CallContext&, const v1::ListNoticesRequest& request,
                        v1::ListNoticesResponse* response) {
  const auto size = PageSizeOf(request.page());
  if (!size.ok()) return size.error();
  const auto before = PageNumberOf(request.page());
  if (!before.ok()) return before.error();
  const auto found = notices_.List(*size + 1, *before);
  if (!found.ok()) return found.error();
  for (const Notice& notice : *found) {
    if (response->notices_size() == *size) {
      const auto last = response->notices(*size - 1).notice().notice_id();
      response->mutable_page()->set_next_page_token(std::to_string(last));
      break;
    }
    OwnToProto(notice, response->add_notices());
  }
  return {};
}

}  // namespace chess::lobby
