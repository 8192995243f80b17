#pragma once
// The names under which other programs and PGN files know rule sets.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/core/rule_set.h"

namespace chess::rules {

// The rule set meant by a name: a canonical string ("chess960:518+king_of_the_hill"), titles joined
// by '+' ("Draft 60 + Fog of War"; "Draft:60" as older files say), or a name in use elsewhere
// ("kingofthehill", "fischerandom", "3check", "From Position"). Case, blanks and punctuation do not
// matter. Errors: as ParseRuleSet.
base::Result<RuleSet> ReadVariantName(std::string_view name);

// The same for several PGN Variant tags that together name one set. None: standard chess.
base::Result<RuleSet> ReadVariantNames(const std::vector<std::string_view>& names);

}  // namespace chess::rules
