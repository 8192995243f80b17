// All rules there are. Adding one: its file in this directory, and its line here.

#include "rules/core/rule_set.h"

// Plain chess comes first: it is the base of every set that names none. Then bases, set-ups and
// twists.
#define CHESS_RULES(R) \
  R(kStandard)         \
  R(kAntichess)        \
  R(kAtomic)           \
  R(kCrazyhouse)       \
  R(kHorde)            \
  R(kRacingKings)      \
  R(kChess960)         \
  R(kDraft)            \
  R(kCannibal)         \
  R(kDice)             \
  R(kFogOfWar)         \
  R(kHandAndBrain)     \
  R(kIdentityAppend)   \
  R(kIdentitySteal)    \
  R(kKingOfTheHill)    \
  R(kThreeCheck)       \
  R(kUpgraded)

namespace chess::rules {

#define CHESS_DECLARE(name) extern const Rule name;
CHESS_RULES(CHESS_DECLARE)
#undef CHESS_DECLARE

namespace {
#define CHESS_ADDRESS(name) &name,
constexpr const Rule* kAllRules[] = {CHESS_RULES(CHESS_ADDRESS)};
#undef CHESS_ADDRESS
}  // namespace

std::span<const Rule* const> AllRules() { return kAllRules; }

const Rule* FindRule(std::string_view key) {
  for (const Rule* rule : kAllRules) {
    if (rule->key == key) return rule;
  }
  return nullptr;
}

}  // namespace chess::rules
