// OperatorService: operators and the audit log.
#include <google/protobuf/util/time_util.h>

#include <algorithm>

#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "credential/operator.h"
#include "lobby/audit_repository.h"
#include "lobby/convert.h"
#include "lobby/operator_call.h"
#include "lobby/operator_repository.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

using base::Status;
using google::protobuf::util::TimeUtil;
using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

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
  if (request.subject().empty() || request.subject().size() > kLongestSubject) {
    return InvalidField("subject", "A subject has 1 to 100 bytes.");
  }
  if (request.detail_size() > kMostDetails) {
    return InvalidField("detail", "At most 20 details.");
  }
  for (const auto& [key, value] : request.detail()) {
    if (!IsWord(key) || value.size() > kLongestDetail) {
      return InvalidField("detail", "Details have words for names and at most 500 bytes.");
    }
  }
  return {};
}

class OperatorService final : public v1::OperatorService::CallbackService {
 public:
  explicit OperatorService(const OperatorParts& parts) : parts_(parts) {}

  ServerUnaryReactor* AddOperator(CallbackServerContext* context,
                                  const v1::AddOperatorRequest* request,
                                  v1::AddOperatorResponse* response) override {
    return RunAsOperator(parts_.executor, context, [=, this](const rpc::CallContext& caller) {
      return Add(caller, *request, response);
    });
  }

  ServerUnaryReactor* ListOperators(CallbackServerContext* context,
                                    const v1::ListOperatorsRequest* request,
                                    v1::ListOperatorsResponse* response) override {
    return RunAsOperator(parts_.executor, context,
                         [=, this](const rpc::CallContext&) { return List(*request, response); });
  }

  ServerUnaryReactor* RevokeOperator(CallbackServerContext* context,
                                     const v1::RevokeOperatorRequest* request,
                                     v1::RevokeOperatorResponse* response) override {
    return RunAsOperator(
        parts_.executor, context, [=, this](const rpc::CallContext& caller) -> Status {
          const auto actor = ActorOf(caller, request->request_id(), request->reason(), *request);
          if (!actor.ok()) return actor.error();
          const Status revoked = parts_.operators.Revoke(*actor, request->name());
          return revoked.ok() ? Show(request->name(), response->mutable_operator_()) : revoked;
        });
  }

  ServerUnaryReactor* RecordAction(CallbackServerContext* context,
                                   const v1::RecordActionRequest* request,
                                   v1::RecordActionResponse* response) override {
    return RunAsOperator(parts_.executor, context, [=, this](const rpc::CallContext& caller) {
      return Record(caller, *request, response);
    });
  }

  ServerUnaryReactor* ListAudit(CallbackServerContext* context, const v1::ListAuditRequest* request,
                                v1::ListAuditResponse* response) override {
    return RunAsOperator(parts_.executor, context, [=, this](const rpc::CallContext&) -> Status {
      const auto size = PageSizeOf(request->page());
      if (!size.ok()) return size.error();
      const auto before = PageNumberOf(request->page());
      if (!before.ok()) return before.error();
      const auto page = parts_.audit.List(
          {request->subject(), request->operator_(), request->action()}, *size, *before);
      if (!page.ok()) return page.error();
      for (const AuditRow& row : page->rows) lobby::ToProto(row, response->add_entries());
      if (page->next_before_id != 0) {
        response->mutable_page()->set_next_page_token(std::to_string(page->next_before_id));
      }
      return {};
    });
  }

 private:
  Status Show(const std::string& name, v1::Operator* shown) {
    const auto found = parts_.operators.Find(name);
    if (!found.ok()) return found.error();
    ToProto(*found, shown);
    return {};
  }

  Status Add(const rpc::CallContext& caller, const v1::AddOperatorRequest& request,
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
    const Status added = parts_.operators.Add(*actor, request.name(), request.token_hash());
    if (!added.ok() && added.error().reason == "ALREADY_EXISTS") {
      return InvalidField("token_hash", "This token belongs to somebody.");
    }
    return added.ok() ? Show(request.name(), response->mutable_operator_()) : added;
  }

  Status List(const v1::ListOperatorsRequest& request, v1::ListOperatorsResponse* response) {
    const auto size = PageSizeOf(request.page());
    if (!size.ok()) return size.error();
    const auto found = parts_.operators.List(request.page().page_token(), *size + 1);
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

  Status Record(const rpc::CallContext& caller, const v1::RecordActionRequest& request,
                v1::RecordActionResponse* response) {
    const Status valid = CheckRecord(request);
    if (!valid.ok()) return valid;
    const auto actor = ActorOf(caller, request.request_id(), request.reason(), request);
    if (!actor.ok()) return actor.error();
    Deed deed{"record:" + request.action(), request.subject(), {}};
    for (const auto& [key, value] : request.detail()) deed.detail.emplace_back(key, value);
    const auto audit_id = parts_.audit.Record(*actor, deed);
    if (!audit_id.ok()) return audit_id.error();
    response->set_audit_id(*audit_id);
    return {};
  }

  OperatorParts parts_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeOperatorService(const OperatorParts& parts) {
  return std::make_unique<OperatorService>(parts);
}

}  // namespace chess::lobby
