#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

// What a roll leaves to choose is tested with game/choice.h; here: that the rule changes nothing
// else.

TEST(Dice, RollsAndChangesNoRuleOfTheBoard) {
  const RuleSet dice = Set("dice");
  EXPECT_TRUE(dice.Has(kTraitRolls));
  EXPECT_FALSE(dice.Has(kTraitNames));
  EXPECT_FALSE(RuleSet().Has(kTraitRolls));
  EXPECT_EQ(dice.kernel(), Kernel::kOrthodox);
  EXPECT_EQ(
      Perft(At("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), dice, 3),
      97862u);
}

TEST(Dice, MateAndDeadPositionsAreThoseOfTheOtherRules) {
  EXPECT_EQ(OutcomeAfter("dice", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
            Win(Color::kWhite, EndReason::kCheckmate));
  EXPECT_EQ(OutcomeAfter("dice", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), Draw(EndReason::kDeadPosition));
  EXPECT_EQ(MaterialSays("crazyhouse+dice", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", Color::kWhite),
            CanWinAnswer::kYes);
}

TEST(Dice, GoWithEverything) {
  for (const Rule* rule : AllRules()) {
    if (rule->key == "dice") continue;
    EXPECT_FALSE(Excluded("dice+" + std::string(rule->key))) << rule->key;
  }
  EXPECT_EQ(Set("king_of_the_hill+identity_append+dice").Name(),
            "dice+identity_append+king_of_the_hill");
}

}  // namespace
}  // namespace chess::rules
