#include "game/operator_call.h"

#include "base/utf8.h"
#include "game/log_convert.h"
#include "game/request_fields.h"

namespace chess::game {
base::Result<Actor> ActorOf(const rpc::CallContext& caller, const std::string& request_id,
                            const std::string& reason) {
  match::RequestId id;
  if (!RequestIdFromBytes(request_id, &id) || id == match::RequestId{}) {
    return base::MakeError(base::Code::kInvalidArgument, "REQUEST_ID_INVALID",
                           "A request_id has 16 random bytes.");
  }
  if (!base::IsSentence(reason, kLeastReason, kLongestReason)) {
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

}  // namespace chess::game
