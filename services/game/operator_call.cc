#include "game/operator_call.h"

#include <algorithm>
#include <charconv>

#include "base/ids.h"
#include "base/limits.h"
#include "game/log_convert.h"

namespace chess::game {
namespace {

constexpr int kDefaultPage = 20;
constexpr TimeMs kLatestMs = 32'503'680'000'000;  // the year 3000

// Code points of UTF-8: bytes that continue none.
size_t Characters(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

base::Result<Actor> ActorOf(const rpc::CallContext& caller, const std::string& request_id,
                            const std::string& reason) {
  match::RequestId id;
  if (!RequestIdFromBytes(request_id, &id) || id == match::RequestId{}) {
    return base::MakeError(base::Code::kInvalidArgument, "REQUEST_ID_INVALID",
                           "A request_id has 16 random bytes.");
  }
  const size_t length = Characters(reason);
  const bool plain = std::none_of(reason.begin(), reason.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (length < kLeastReason || length > kLongestReason || !plain) {
    return BadField("reason", "Say why, in 3 to 500 characters on one line.");
  }
  return Actor{caller.name, request_id, reason};
}

AuditColumns AuditOf(const Actor& actor, const std::string& action, const std::string& ask) {
  return {actor.name, action, actor.reason, AuditJson({{"ask", ask}})};
}

base::Result<std::optional<AuditRow>> DoneBefore(AuditRepository& audit, const Actor& actor,
                                                 const AuditColumns& act,
                                                 const std::string& subject) {
  auto row = audit.Find(actor.request_id);
  if (!row.ok()) return StoreError(row.error());
  if (!*row) return std::optional<AuditRow>();
  const AuditRow& done = **row;
  if (done.operator_name != actor.name || done.action != act.action || done.subject != subject ||
      AuditJson({{"ask", done.Detail("ask")}}) != act.detail) {
    return RequestIdReused();
  }
  return *std::move(row);
}

base::Error RequestIdReused() {
  return base::MakeError(base::Code::kInvalidArgument, "REQUEST_ID_REUSED",
                         "This request_id was used before for something else.");
}

base::Error BadField(const char* field, std::string message) {
  base::Error error =
      base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD", std::move(message));
  error.metadata.emplace_back("field", field);
  return error;
}

base::Result<int> PageSizeOf(const common::v1::PageRequest& page) {
  if (page.page_size() < 0) return BadField("page.page_size", "A page has at least one row.");
  return page.page_size() == 0 ? kDefaultPage : std::min(page.page_size(), base::kMaxPageSize);
}

std::string PageToken(TimeMs create_time, const std::string& game_id) {
  return std::to_string(create_time) + "." + game_id;
}

base::Status ReadPageToken(const common::v1::PageRequest& page, TimeMs* create_time,
                           std::string* game_id) {
  const std::string& token = page.page_token();
  if (token.empty()) return {};
  const size_t dot = std::min(token.find('.'), token.size());
  const auto [end, error] = std::from_chars(token.data(), token.data() + dot, *create_time);
  *game_id = dot < token.size() ? token.substr(dot + 1) : "";
  if (error != std::errc() || end != token.data() + dot || *create_time <= 0 ||
      *create_time >= kLatestMs || !base::IsBase62(*game_id, 8)) {
    return BadField("page.page_token", "The token is not one of ours.");
  }
  return {};
}

void SetTime(TimeMs time, google::protobuf::Timestamp* out) {
  out->set_seconds(time / 1000);
  out->set_nanos(static_cast<int32_t>(time % 1000) * 1'000'000);
}

TimeMs TimeOf(const google::protobuf::Timestamp& time) {
  const int64_t seconds = std::clamp<int64_t>(time.seconds(), 0, kLatestMs / 1000);
  return seconds * 1000 + time.nanos() / 1'000'000;
}

}  // namespace chess::game
