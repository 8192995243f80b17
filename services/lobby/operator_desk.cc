#include "lobby/operator_desk.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>

#include "credential/operator.h"
#include "lobby/audit_repository.h"
#include "lobby/convert.h"
#include "lobby/operator_call.h"
#include "lobby/operator_repository.h"

namespace chess::lobby {
namespace {

using base::Status;
using google::protobuf::util::TimeUtil;

constexpr size_t kHashBytes = 32;
constexpr size_t kLongestAction = 40;
constexpr size_t kLongestSubject = 100;
constexpr int kMostDetails = 20;
constexpr size_t kLongestDetail = 500;

void ToProto(const Operator& from, v1::Operator* to) {
  to->set_name(from.name);
  *to->mutable_create_time() = TimeUtil::MillisecondsToTimestamp(from.created_time);
  if (from.revoked_time != 0) {
    *to->mutable_revoke_time() = TimeUtil::MillisecondsToTimestamp(from.revoked_time);
  }
}

bool IsWord(const std::string& text) {
  return !text.empty() && text.size() <= kLongestAction &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

Status CheckRecord(const v1::RecordActionRequest& request) {
  if (!IsWord(request.action())) {
    return InvalidField("action", "An action is a word of lower-case letters, digits and _.");
  }
  if (!IsLine(request.subject(), 1, kLongestSubject)) {
    return InvalidField("subject", "A subject has 1 to 100 characters on one line.");
  }
  if (request.detail_size() > kMostDetails) {
    return InvalidField("detail", "At most 20 details.");
  }
  for (const auto& [key, value] : request.detail()) {
    if (!IsWord(key) || !IsLine(value, 0, kLongestDetail)) {
      return InvalidField("detail",
                          "Details have words for names and at most 500 characters on one line.");
    }
  }
  return {};
}

}  // namespace

Status OperatorDesk::Show(const std::string& name, v1::Operator* shown) {
  const auto found = operators_.Find(name);
  if (!found.ok()) return found.error();
  ToProto(*found, shown);
  return {};
}

Status OperatorDesk::Add(const rpc::CallContext& caller, const v1::AddOperatorRequest& request,
                         v1::AddOperatorResponse* response) {
  if (!credential::IsOperatorName(request.name())) {
    return InvalidField("name",
                        "An operator's name has 2 to 32 lower-case letters, digits, '.', "
                        "'-' or '_' and begins with a letter.");
  }
  if (request.token_hash().size() != kHashBytes) {
    return InvalidField("token_hash", "The SHA-256 of the token has 32 bytes.");
  }
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  const Status added = operators_.Add(*actor, request.name(), request.token_hash());
  if (!added.ok() && added.error().reason == "ALREADY_EXISTS") {
    return InvalidField("token_hash", "This token belongs to somebody.");
  }
  return added.ok() ? Show(request.name(), response->mutable_operator_()) : added;
}

Status OperatorDesk::List(const rpc::CallContext&, const v1::ListOperatorsRequest& request,
                          v1::ListOperatorsResponse* response) {
  const auto size = PageSizeOf(request.page());
  if (!size.ok()) return size.error();
  const std::string& after = request.page().page_token();
  if (!after.empty() && !credential::IsOperatorName(after)) {
    return InvalidField("page.page_token", "No such page.");
  }
  const auto found = operators_.List(after, *size + 1);
  if (!found.ok()) return found.error();
  for (const Operator& one : *found) {
    if (response->operators_size() == *size) {
      response->mutable_page()->set_next_page_token(response->operators(*size - 1).name());
      break;
    }
    ToProto(one, response->add_operators());
  }
  return {};
}

Status OperatorDesk::Revoke(const rpc::CallContext& caller,
                            const v1::RevokeOperatorRequest& request,
                            v1::RevokeOperatorResponse* response) {
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  if (!credential::IsOperatorName(request.name())) return OperatorNotFound();
  const Status revoked = operators_.Revoke(*actor, request.name());
  return revoked.ok() ? Show(request.name(), response->mutable_operator_()) : revoked;
}

Status OperatorDesk::Record(const rpc::CallContext& caller, const v1::RecordActionRequest& request,
                            v1::RecordActionResponse* response) {
  const Status valid = CheckRecord(request);
  if (!valid.ok()) return valid;
  const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
  if (!actor.ok()) return actor.error();
  Deed deed{"record:" + request.action(), request.subject(), {}};
  for (const auto& [key, value] : request.detail()) deed.detail.emplace_back(key, value);
  const auto audit_id = audit_.Record(*actor, deed);
  if (!audit_id.ok()) return audit_id.error();
  response->set_audit_id(*audit_id);
  return {};
}

Status OperatorDesk::ListAudit(const rpc::CallContext&, const v1::ListAuditRequest& request,
                               v1::ListAuditResponse* response) {
  const auto size = PageSizeOf(request.page());
  if (!size.ok()) return size.error();
  const auto before = PageNumberOf(request.page());
  if (!before.ok()) return before.error();
  for (const std::string* filter : {&request.subject(), &request.operator_(), &request.action()}) {
    // Nothing of the kind was ever stored, and it may be no text that Postgres takes.
    if (!IsLine(*filter, 0, kLongestSubject)) return {};
  }
  const auto page =
      audit_.List({request.subject(), request.operator_(), request.action()}, *size, *before);
  if (!page.ok()) return page.error();
  for (const AuditRow& row : page->rows) lobby::ToProto(row, response->add_entries());
  if (page->next_before_id != 0) {
    response->mutable_page()->set_next_page_token(std::to_string(page->next_before_id));
  }
  return {};
}

}  // namespace chess::lobby
