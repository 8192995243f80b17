#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

// How armies are placed is tested with game/draft.h; here: the rule and its start positions.

TEST(Draft, ItsNameAlwaysCarriesTheBudget) {
  EXPECT_EQ(Set("draft").Name(), "draft:39");
  EXPECT_EQ(Set("draft:45").Name(), "draft:45");
  EXPECT_EQ(Set("draft"), Set("draft:39"));
  EXPECT_NE(Set("draft"), Set("draft:40"));
  EXPECT_EQ(Set("atomic+draft").Name(), "atomic+draft:39");
  EXPECT_FALSE(ParseRuleSet("draft:0").ok());
  EXPECT_FALSE(ParseRuleSet("draft:280").ok());
}

TEST(Draft, IsNoFamilyOfItsOwn) { EXPECT_EQ(Set("draft").Family(), "mixed"); }

TEST(Draft, AnArmyStandsOnItsOwnFourRanksWithOneKingWithinTheBudget) {
  EXPECT_EQ(Faults("draft", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "");
  EXPECT_EQ(Faults("draft:38", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            "over_budget");
  EXPECT_EQ(Faults("draft", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1"), "king_count");
  EXPECT_EQ(Faults("draft", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1"), "outside_own_half");
  EXPECT_EQ(Faults("draft", "8/8/8/8/4k3/8/8/8 w - - 0 1"), "king_count,outside_own_half");
}

TEST(Draft, NothingElseIsAsked) {
  // Pawns on the first rank, a check that stands, more than sixteen men.
  EXPECT_EQ(Faults("draft", "p3k3/8/8/8/4R3/8/8/P3K3 w - - 0 1"), "");
  EXPECT_EQ(Faults("draft", "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/PPPPKPPP w - - 0 1"), "");
}

TEST(Draft, TheDoubleStepExistsFromTheSecondRankOnly) {
  EXPECT_EQ(LegalFrom("draft", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1"), "a1a2");
  EXPECT_EQ(LegalFrom("draft", "p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8"), "a8a7");
  EXPECT_EQ(LegalFrom("draft", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2"), "a2a3 a2a4");
}

TEST(Draft, ACheckMayStandAtTheStartAndAKingIsNeverCaptured) {
  const std::string_view fen = "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1";
  EXPECT_FALSE(Allows("draft", fen, "e4e8"));
  EXPECT_FALSE(OutcomeAfter("draft", fen).over());
}

TEST(Draft, KingsThatStandSideBySideAreNotCapturedEither) {
  const std::string_view fen = "8/8/8/3k4/3K3R/8/8/3R4 w - - 0 1";
  EXPECT_FALSE(Allows("draft", fen, "d4d5"));
  EXPECT_FALSE(Allows("draft", "8/8/8/3kR3/3K4/8/8/8 w - - 0 1", "e5d5"));
  EXPECT_TRUE(Allows("draft", fen, "d4c3"));
  EXPECT_FALSE(Allows("draft", fen, "h4h8"));  // White stands in check, too
}

TEST(Draft, WhiteMayBeMatedAtOnce) {
  EXPECT_EQ(OutcomeAfter("draft", "4k2r/8/8/8/8/8/6PP/r6K w - - 0 1"),
            Win(Color::kBlack, EndReason::kCheckmate));
}

TEST(Draft, ExcludesOtherSetupsAndBasesWithoutKings) {
  for (std::string_view other : {"chess960", "horde", "racing_kings", "antichess"}) {
    EXPECT_TRUE(Excluded("draft+" + std::string(other))) << other;
  }
  for (std::string_view other : {"atomic", "crazyhouse", "fog_of_war", "upgraded", "dice"}) {
    EXPECT_FALSE(Excluded("draft+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
