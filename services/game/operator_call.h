#pragma once
// What the handlers of OperatorService share: who acts and why, and whether it was done before.
// Pure but for DoneBefore, which blocks.

#include <optional>
#include <string>

#include "base/result.h"
#include "game/audit_repository.h"
#include "game/task.h"
#include "rpc/call_context.h"

namespace chess::game {

inline constexpr size_t kLeastReason = 3;
inline constexpr size_t kLongestReason = 500;  // characters

// Somebody who changes something, or looks at what is hidden.
struct Actor {
  std::string name;        // the operator's
  std::string request_id;  // 16 bytes
  std::string reason;
};

// REQUEST_ID_INVALID; INVALID_FIELD "reason" unless it has 3 to 500 characters on one line.
base::Result<Actor> ActorOf(const rpc::CallContext& caller, const std::string& request_id,
                            const std::string& reason);
// The audit row of an act; `ask` is what was asked, so that another use of the request id is seen.
AuditColumns AuditOf(const Actor& actor, const std::string& action, const std::string& ask);
// The row that the same act left before; nothing: it was not done yet. REQUEST_ID_REUSED.
base::Result<std::optional<AuditRow>> DoneBefore(AuditRepository& audit, const Actor& actor,
                                                 const AuditColumns& act,
                                                 const std::string& subject);
base::Error RequestIdReused();

inline std::string SubjectOf(const std::string& game_id) { return "game:" + game_id; }

}  // namespace chess::game
