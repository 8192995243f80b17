#include "lobby/operator_call.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <charconv>

#include "base/limits.h"
#include "base/utf8.h"
#include "lobby/convert.h"

namespace chess::lobby {
namespace {

constexpr int kDefaultPage = 20;

}  // namespace

bool IsLine(const std::string& text, size_t least, size_t most) {
  const size_t length = base::Characters(text);
  return length >= least && length <= most && base::Plain(text) == text;
}

bool IsSentence(const std::string& text) {
  return base::IsSentence(text, kLeastReason, kLongestReason);
}

bool IsTime(const google::protobuf::Timestamp& time) {
  using google::protobuf::util::TimeUtil;
  return time.seconds() >= TimeUtil::kTimestampMinSeconds &&
         time.seconds() <= TimeUtil::kTimestampMaxSeconds && time.nanos() >= 0 &&
         time.nanos() < 1'000'000'000;
}

base::Result<Actor> ActorOf(const rpc::CallContext& caller, const std::string& request_id,
                            const std::string& reason, const google::protobuf::Message& request) {
  if (!IsSentence(reason)) {
    return InvalidField("reason", "Say why, in 3 to 500 characters on one line.");
  }
  // No player's id has a colon, so operators' requests are apart from players'.
  auto asker = AskerOf({"operator:" + caller.name}, request_id, request);
  if (!asker.ok()) return asker.error();
  return Actor{std::move(*asker), caller.name, reason};
}

base::Result<int> PageSizeOf(const common::v1::PageRequest& page) {
  if (page.page_size() < 0) return InvalidField("page.page_size", "A page has at least one row.");
  return page.page_size() == 0 ? kDefaultPage : std::min(page.page_size(), base::kMaxPageSize);
}

base::Result<int64_t> PageNumberOf(const common::v1::PageRequest& page) {
  const std::string& token = page.page_token();
  if (token.empty()) return int64_t{0};
  int64_t number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (error != std::errc() || end != token.data() + token.size() || number <= 0) {
    return InvalidField("page.page_token", "No such page.");
  }
  return number;
}

void ToProto(const AuditRow& row, common::v1::AuditEntry* entry) {
  entry->set_audit_id(row.audit_id);
  *entry->mutable_audit_time() =
      google::protobuf::util::TimeUtil::MillisecondsToTimestamp(row.audit_time);
  entry->set_operator_(row.operator_name);
  entry->set_action(row.deed.action);
  entry->set_subject(row.deed.subject);
  entry->set_reason(row.reason);
  for (const auto& [key, value] : row.deed.detail) (*entry->mutable_detail())[key] = value;
  entry->set_request_id(row.request_id);
}

}  // namespace chess::lobby
