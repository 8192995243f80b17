#include <gtest/gtest.h>

#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;

constexpr std::string_view kSet = "king_of_the_hill";
constexpr Outcome kWhiteArrived = Win(Color::kWhite, EndReason::kVariant, "king_of_the_hill");

TEST(KingOfTheHill, ArrivingWinsAtOnce) {
  const std::string_view fen = "4k3/8/8/8/8/3K4/8/8 w - - 0 1";
  EXPECT_EQ(testing::After(fen, {"d3d4"}, kSet).outcome(), kWhiteArrived);
  EXPECT_EQ(testing::After(fen, {"d3e4"}, kSet).outcome(), kWhiteArrived);
  EXPECT_FALSE(testing::After(fen, {"d3c4"}, kSet).over());
}

TEST(KingOfTheHill, BlackArrivesToo) {
  EXPECT_EQ(testing::After("8/8/8/8/8/4k3/8/K7 b - - 0 1", {"e3e4"}, kSet).outcome(),
            Win(Color::kBlack, EndReason::kVariant, "king_of_the_hill"));
}

TEST(KingOfTheHill, OnlyKingsCount) {
  EXPECT_FALSE(testing::After("", {"e2e4", "d7d5", "e4d5", "d8d5"}, kSet).over());
}

TEST(KingOfTheHill, ArrivalComesBeforeStalemate) {
  // Kd5 leaves Black without a move; it still wins.
  const Game game = testing::After("7k/5Q2/8/8/2K5/8/8/8 w - - 0 1", {"c4d5"}, kSet);
  ASSERT_FALSE(HasLegalMove(game.position(), game.rules()));
  EXPECT_EQ(game.outcome(), kWhiteArrived);
}

TEST(KingOfTheHill, AKingThatStandsThereFromTheStartHasNotArrived) {
  EXPECT_FALSE(testing::After("4k3/8/8/8/3K4/8/8/8 w - - 0 1", {}, kSet).over());
}

TEST(KingOfTheHill, BareKingsPlayOnAndCanWin) {
  const Game game = testing::After("8/8/8/8/8/8/k7/7K w - - 0 1", {"h1g2"}, kSet);
  EXPECT_FALSE(game.over());
  EXPECT_EQ(CanWin(game.position(), game.rules(), Color::kBlack), CanWinAnswer::kYes);
  EXPECT_EQ(LossOutcome(game.position(), game.rules(), Color::kWhite, EndReason::kTimeout),
            Win(Color::kBlack, EndReason::kTimeout));
}

TEST(KingOfTheHill, MateAndRepetitionStillEndTheGame) {
  EXPECT_EQ(testing::After("", {"f2f3", "e7e5", "g2g4", "d8h4"}, kSet).outcome().reason,
            EndReason::kCheckmate);
  EXPECT_EQ(
      testing::After("", {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}, kSet)
          .outcome()
          .reason,
      EndReason::kRepetition);
}

TEST(KingOfTheHill, ARoyalManArrivesHoweverItMoves) {
  EXPECT_EQ(testing::After("7k/8/8/8/8/2K(N)5/8/8 w - - 0 1", {"c3e4"}, "cannibal+king_of_the_hill")
                .outcome(),
            kWhiteArrived);
  EXPECT_EQ(testing::After("7k/8/8/8/8/8/4+K3/8 w - - 0 1", {"e2e4"}, "king_of_the_hill+upgraded")
                .outcome(),
            kWhiteArrived);
}

TEST(KingOfTheHill, StacksWithChess960) {
  const Game game =
      testing::After("4k3/8/8/8/8/3K4/8/8 w - - 0 1", {"d3d4"}, "chess960+king_of_the_hill");
  EXPECT_EQ(game.outcome(), kWhiteArrived);
}

}  // namespace
}  // namespace chess::rules
