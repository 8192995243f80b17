#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "three_check";

TEST(ThreeCheck, TheThirdCheckWins) {
  EXPECT_EQ(OutcomeAfter(kSet, "",
                         {"e2e4", "e7e5", "f1c4", "b8c6", "c4f7", "e8f7", "d1h5", "g7g6", "h5g6"}),
            Win(Color::kWhite, EndReason::kVariant, "three_check"));
}

TEST(ThreeCheck, ChecksAreCountedForEachSide) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/8/R3K2r w - - 0 1 +0+1", {"e1e2", "h1h2", "e2e1"}),
            "4k3/8/8/8/8/8/7r/R3K3 b - - 3 2 +0+2");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a8"}),
            "R3k3/8/8/8/8/8/8/4K3 b - - 1 1 +1+0");
}

TEST(ThreeCheck, ADoubleCheckCountsOnce) {
  const std::string_view fen = "3qk3/8/8/8/4N3/8/8/4RK2 w - - 0 1 +1+0";
  EXPECT_EQ(FenAfter(kSet, fen, {"e4f6"}), "3qk3/8/5N2/8/8/8/8/4RK2 b - - 1 1 +2+0");
  EXPECT_FALSE(OutcomeAfter(kSet, fen, {"e4f6"}).over());
}

TEST(ThreeCheck, ChecksThatStandAtTheStartDoNotCount) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", {"e8d8"}),
            "3k4/8/8/8/8/8/8/4RK2 w - - 1 2 +0+0");
}

TEST(ThreeCheck, TheThirdCheckComesBeforeMate) {
  EXPECT_EQ(OutcomeAfter(kSet, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 +2+0", {"a1a8"}),
            Win(Color::kWhite, EndReason::kVariant, "three_check"));
  EXPECT_EQ(OutcomeAfter(kSet, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", {"a1a8"}),
            Win(Color::kWhite, EndReason::kCheckmate));
}

TEST(ThreeCheck, CountsAreReadInBothNotationsAndBothPlaces) {
  const std::string board = "4k3/8/8/8/8/8/8/4K2R w - - ";
  const Position p = At(board + "0 1 +2+0", kSet);
  EXPECT_EQ(At(board + "1+3 0 1", kSet), p);
  EXPECT_EQ(At(board + "0 1 1+3", kSet), p);
  EXPECT_EQ(At(board + "+2+0 0 1", kSet), p);
  EXPECT_EQ(WriteFen(p, Set(kSet)), board + "0 1 +2+0");
  EXPECT_EQ(At(board + "0 1", kSet), At(board + "3+3 0 1", kSet));
  for (std::string_view bad : {"0 1 +4+0", "0 1 4+0", "0 1 +1", "x+3 0 1", "0 1 +1+1 7"}) {
    EXPECT_EQ(Faults(kSet, board + std::string(bad)), "FEN_INVALID") << bad;
  }
  EXPECT_EQ(Faults("standard", board + "0 1 +2+0"), "FEN_INVALID");
}

TEST(ThreeCheck, CountsArePartOfThePosition) {
  EXPECT_NE(At("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+0", kSet).key,
            At("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +0+0", kSet).key);
}

TEST(ThreeCheck, OnlyABareKingHasNoHope) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/8/8/8/8/8/k7/7K w - - 0 1"), Draw(EndReason::kDeadPosition));
  EXPECT_FALSE(OutcomeAfter(kSet, "8/8/8/8/8/8/k7/6NK w - - 0 1").over());
  EXPECT_EQ(MaterialSays(kSet, "8/8/8/8/8/8/k7/6NK w - - 0 1", Color::kBlack), CanWinAnswer::kNo);
}

TEST(ThreeCheck, AWinByTheThirdCheckIsWrittenLikeMate) {
  EXPECT_EQ(SanOf(kSet, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", "a1a8"), "Ra8#");
  EXPECT_EQ(SanOf(kSet, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+0", "a1a8"), "Ra8+");
}

TEST(ThreeCheck, ACheckByARoyalKnightCounts) {
  EXPECT_EQ(FenAfter("cannibal+three_check", "4k3/8/8/8/8/3K(N)4/8/8 w - - 0 1",
                     {"d3e5", "e8e7", "e5g6"}),
            "8/4k3/6K(N)1/8/8/8/8/8 b - - 3 2 +1+0");
}

TEST(ThreeCheck, NeedsChecks) {
  for (std::string_view other : {"fog_of_war", "antichess", "racing_kings"}) {
    EXPECT_TRUE(Excluded("three_check+" + std::string(other))) << other;
  }
  for (std::string_view other : {"atomic", "crazyhouse", "horde", "draft", "king_of_the_hill"}) {
    EXPECT_FALSE(Excluded("three_check+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
