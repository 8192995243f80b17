#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

// What a name leaves to choose is tested with game/choice.h; here: that the rule changes nothing
// else.

TEST(HandAndBrain, NamesAndChangesNoRuleOfTheBoard) {
  const RuleSet brain = Set("hand_and_brain");
  EXPECT_TRUE(brain.Has(kTraitNames));
  EXPECT_FALSE(brain.Has(kTraitRolls));
  EXPECT_EQ(brain.kernel(), Kernel::kOrthodox);
  EXPECT_EQ(OutcomeAfter("hand_and_brain", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
            Win(Color::kWhite, EndReason::kCheckmate));
  EXPECT_EQ(OutcomeAfter("hand_and_brain", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"),
            Draw(EndReason::kDeadPosition));
}

TEST(HandAndBrain, GoesWithEverythingAlsoWithDice) {
  for (const Rule* rule : AllRules()) {
    if (rule->key == "hand_and_brain") continue;
    EXPECT_FALSE(Excluded("hand_and_brain+" + std::string(rule->key))) << rule->key;
  }
  EXPECT_TRUE(Set("dice+hand_and_brain").Has(kTraitRolls));
  EXPECT_TRUE(Set("dice+hand_and_brain").Has(kTraitNames));
}

}  // namespace
}  // namespace chess::rules
