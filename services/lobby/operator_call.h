#pragma once
// What the handlers of OperatorService share: who may call, what a request must say, pages.

#include <google/protobuf/message.h>
#include <google/protobuf/timestamp.pb.h>

#include <string>
#include <utility>

#include "chess/common/v1/audit.pb.h"
#include "chess/common/v1/paging.pb.h"
#include "lobby/audit_repository.h"
#include "lobby/handlers.h"

namespace chess::lobby {

inline constexpr size_t kLeastReason = 3;
inline constexpr size_t kLongestReason = 500;

// The operator and the reason of a changing request. INVALID_FIELD "reason" unless it has 3 to 500
// characters without control characters, REQUEST_ID_INVALID.
base::Result<Actor> ActorOf(const rpc::CallContext& caller, const std::string& request_id,
                            const std::string& reason, const google::protobuf::Message& request);

// `least` to `most` characters (code points) without control characters: one line.
bool IsLine(const std::string& text, size_t least, size_t most);
// A line of 3 to 500 characters that says something (base::IsSentence).
bool IsSentence(const std::string& text);

// True for times between the years 1 and 9999, as protobuf wants them.
bool IsTime(const google::protobuf::Timestamp& time);

// Rows of the page asked for, 1 to 100; 20 where none is said. INVALID_FIELD.
base::Result<int> PageSizeOf(const common::v1::PageRequest& page);
// A page token that is a number; 0 for the first page. INVALID_FIELD.
base::Result<int64_t> PageNumberOf(const common::v1::PageRequest& page);

void ToProto(const AuditRow& row, common::v1::AuditEntry* entry);

// `work(caller)` on the executor, for operators only: SCOPE_MISSING for everybody else.
template <typename Work>
grpc::ServerUnaryReactor* RunAsOperator(rpc::Executor& executor,
                                        grpc::CallbackServerContext* context, Work work) {
  rpc::CallContext caller = rpc::CallContext::From(*context);
  const base::Status allowed = rpc::RequireScope(caller, "operator");
  if (!allowed.ok()) return rpc::Finish(context, allowed);
  return Run(executor, context,
             [work = std::move(work), caller = std::move(caller)]() mutable -> base::Status {
               return work(caller);
             });
}

}  // namespace chess::lobby
