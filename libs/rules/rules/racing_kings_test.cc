#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "racing_kings";
constexpr Outcome kWhiteArrived = Win(Color::kWhite, EndReason::kVariant, "racing_kings");
constexpr Outcome kBlackArrived = Win(Color::kBlack, EndReason::kVariant, "racing_kings");

TEST(RacingKings, StartsWithBothArmiesOnTheFirstTwoRanks) {
  const Game game = GameAfter(kSet, "");
  EXPECT_EQ(WriteFen(game.position(), game.rules()), "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1");
  EXPECT_EQ(CountLegalMoves(game.position(), game.rules()), 21);
}

TEST(RacingKings, NoCheckMayBeGiven) {
  EXPECT_FALSE(Allows(kSet, "8/8/8/8/8/7k/8/K5R1 w - - 0 1", "g1h1"));
  EXPECT_FALSE(Allows(kSet, "8/8/8/8/8/8/K1N3k1/R7 w - - 0 1", "c2e1"));
  // Nor by opening a line.
  EXPECT_FALSE(Allows(kSet, "8/8/8/8/8/7k/8/K2N2NR w - - 0 1", "h1h2"));
  EXPECT_FALSE(Allows(kSet, "8/8/8/8/8/8/8/KR1N2k1 w - - 0 1", "d1c3"));
  EXPECT_TRUE(Allows(kSet, "8/8/8/8/8/7k/8/K5R1 w - - 0 1", "g1g8"));
}

TEST(RacingKings, AKingMayNotWalkIntoAttack) {
  EXPECT_EQ(LegalFrom(kSet, "8/8/8/8/8/7k/1r6/7K w - - 0 1", "h1"), "h1g1");
}

TEST(RacingKings, TheFirstKingOnTheEighthRankWins) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/7k/8/8/8/K7/8/8 b - - 0 1", {"h7h8"}), kBlackArrived);
  EXPECT_EQ(SanOf(kSet, "8/7k/8/8/8/K7/8/8 b - - 0 1", "h7h8"), "Kh8#");
}

TEST(RacingKings, BlackHasOneMoveToArriveTooWhichDraws) {
  const std::string_view fen = "8/K6k/8/8/8/8/8/8 w - - 0 1";
  EXPECT_FALSE(OutcomeAfter(kSet, fen, {"a7a8"}).over());
  EXPECT_EQ(OutcomeAfter(kSet, fen, {"a7a8", "h7h8"}), Draw(EndReason::kVariant, "racing_kings"));
  EXPECT_EQ(OutcomeAfter(kSet, fen, {"a7a8", "h7h6"}), kWhiteArrived);
}

TEST(RacingKings, TheGameEndsAtOnceWhenBlackCannotArrive) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/K7/8/8/8/7k/8/8 w - - 0 1", {"a7a8"}), kWhiteArrived);
  // The rook guards g8 and h8.
  EXPECT_EQ(OutcomeAfter(kSet, "1R6/K6k/8/8/8/8/8/8 w - - 0 1", {"a7a8"}), kWhiteArrived);
  EXPECT_FALSE(OutcomeAfter(kSet, "1R6/K6k/8/8/8/8/8/8 w - - 0 1", {"a7a6"}).over());
}

TEST(RacingKings, WhiteHasNoMoveLeftWhenBlackArrivesFirst) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/K6k/8/8/8/8/8/8 b - - 0 1", {"h7h8"}), kBlackArrived);
}

TEST(RacingKings, NoPositionIsDead) {
  EXPECT_FALSE(OutcomeAfter(kSet, "8/8/8/8/8/8/k6K/8 w - - 0 1").over());
  EXPECT_EQ(MaterialSays(kSet, "8/8/8/8/8/8/k6K/8 w - - 0 1", Color::kBlack), CanWinAnswer::kYes);
}

TEST(RacingKings, AStartWithACheckIsImpossible) {
  EXPECT_EQ(Faults(kSet, "8/8/8/8/8/7k/8/K6R b - - 0 1"), "opponent_in_check");
  EXPECT_EQ(Faults(kSet, "8/8/8/8/8/7k/8/K6R w - - 0 1"), "opponent_in_check");
  EXPECT_EQ(Faults(kSet, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"), "");
}

TEST(RacingKings, ExcludesOtherSetupsGoalsAndRulesAboutChecks) {
  for (std::string_view other :
       {"chess960", "draft", "king_of_the_hill", "three_check", "fog_of_war", "atomic"}) {
    EXPECT_TRUE(Excluded("racing_kings+" + std::string(other))) << other;
  }
  for (std::string_view other : {"dice", "hand_and_brain", "cannibal", "upgraded"}) {
    EXPECT_FALSE(Excluded("racing_kings+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
