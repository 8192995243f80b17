#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "horde";

TEST(Horde, StartsWithThirtySixPawnsAndNoKing) {
  const Game game = GameAfter(kSet, "");
  EXPECT_EQ(WriteFen(game.position(), game.rules()),
            "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1");
  EXPECT_EQ(Faults(kSet,
                   "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - "
                   "0 1"),
            "");
}

TEST(Horde, WhitePawnsOnTheFirstRankMayStepTwice) {
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1"), "a1a2 a1a3");
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/P7/8 w - - 0 1", "a2"), "a2a3 a2a4");
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/P7/8/8 w - - 0 1", "a3"), "a3a4");
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/n7/P7 w - - 0 1", "a1"), "");
}

TEST(Horde, AStepFromTheFirstRankCannotBeTakenEnPassant) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/1p6/8/P7 w - - 0 1", {"a1a3"}),
            "4k3/8/8/8/8/Pp6/8/8 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/1p6/8/P7/8 w - - 0 1", {"a2a4"}),
            "4k3/8/8/8/Pp6/8/8/8 b - a3 0 1");
}

TEST(Horde, BlackWinsByTakingEverything) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/8/8/8/8/4k3/4P3/8 b - - 0 1", {"e3e2"}),
            Win(Color::kBlack, EndReason::kVariant, "horde"));
}

TEST(Horde, WhiteWinsByMate) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/8/8/8/3b4/5PQ1/Q7/7k w - - 0 1", {"g3h2"}),
            Win(Color::kWhite, EndReason::kCheckmate));
}

TEST(Horde, StalemateOfEitherSideIsADraw) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/8/8/8/5n2/8/3P4/2nP1n1k b - - 0 1", {"f4d3"}),
            Draw(EndReason::kStalemate));
  EXPECT_EQ(OutcomeAfter(kSet, "7k/5Q2/8/8/8/8/8/8 b - - 0 1"), Draw(EndReason::kStalemate));
}

TEST(Horde, BlackMustKeepItsKingSafeAndMayCastle) {
  EXPECT_FALSE(Allows(kSet, "4k3/8/3P4/8/8/8/8/8 b - - 0 1", "e8e7"));
  EXPECT_TRUE(Allows(kSet, "4k2r/8/8/8/8/8/8/P7 b k - 0 1", "e8g8"));
}

TEST(Horde, KnowsItsOwnFaults) {
  EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), "king_count");
  EXPECT_EQ(Faults(kSet, "8/8/8/8/8/8/P7/8 w - - 0 1"), "king_count");
  EXPECT_EQ(Faults(kSet, "p3k3/8/8/8/8/8/P7/P7 w - - 0 1"), "pawn_on_back_rank");
  EXPECT_EQ(Faults(kSet, "4k3/5P2/8/8/8/8/8/8 w - - 0 1"), "opponent_in_check");
}

TEST(Horde, BlackCanAlwaysWin) {
  const std::string_view fen = "4k3/8/8/8/8/8/P7/8 w - - 0 1";
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kBlack), CanWinAnswer::kYes);
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kWhite), CanWinAnswer::kUnproven);
  EXPECT_FALSE(OutcomeAfter(kSet, fen).over());
}

TEST(Horde, ExcludesOtherSetupsAndGoals) {
  for (std::string_view other : {"chess960", "draft", "king_of_the_hill", "racing_kings"}) {
    EXPECT_TRUE(Excluded("horde+" + std::string(other))) << other;
  }
  for (std::string_view other : {"three_check", "fog_of_war", "upgraded", "cannibal", "dice"}) {
    EXPECT_FALSE(Excluded("horde+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
