#pragma once
// The rules there are, for clients that let people choose. Pure, thread-safe.

#include "base/result.h"
#include "chess/rules/v1/rules_service.pb.h"

namespace chess::game {

// All rules with what excludes what, as the registry has them.
void RulesToProto(rules::v1::ListRulesResponse* out);

// Whether a set (and a start position with it) can be played; what is wrong is part of the answer.
// Errors: INVALID_FIELD for texts that are too long.
base::Status CheckRuleSet(const rules::v1::CheckRuleSetRequest& request,
                          rules::v1::CheckRuleSetResponse* out);

}  // namespace chess::game
