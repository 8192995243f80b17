#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "fog_of_war";

// The squares that a seat sees, as a board of its own: '+' seen, '-' hidden, from a8 to h1.
std::string SeenBy(Color seat, std::string_view fen, std::string_view set = kSet) {
  const Bitboard seen = FindRule("fog_of_war")->visible(At(fen, set), Set(set), seat);
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) text += seen & Bit(SquareOf(file, rank)) ? '+' : '-';
    if (rank > 0) text += '/';
  }
  return text;
}

bool Sees(Color seat, std::string_view fen, std::string_view square, std::string_view set = kSet) {
  const Bitboard seen = FindRule("fog_of_war")->visible(At(fen, set), Set(set), seat);
  return (seen & Bit(*ParseSquare(square))) != 0;
}

TEST(FogOfWar, APlayerSeesOwnSquaresAndWhereOwnMenCouldGo) {
  EXPECT_EQ(SeenBy(Color::kWhite, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
            "+-------/+-------/+-------/+-------/+-------/+-------/+--+++--/++++++--");
}

TEST(FogOfWar, APlayerSeesWhatOwnMenDefend) {
  // The rook sees the pawn it defends, and nothing behind it.
  EXPECT_TRUE(Sees(Color::kWhite, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "a3"));
  EXPECT_TRUE(Sees(Color::kWhite, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "a4"));  // the pawn's step
  EXPECT_FALSE(Sees(Color::kWhite, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "a5"));
}

TEST(FogOfWar, APawnSeesBothDiagonalsAndItsSteps) {
  const std::string_view fen = "4k3/8/8/8/8/8/1P6/7K w - - 0 1";
  for (std::string_view square : {"a3", "b3", "c3", "b4"}) {
    EXPECT_TRUE(Sees(Color::kWhite, fen, square)) << square;
  }
  EXPECT_FALSE(Sees(Color::kWhite, fen, "b5"));
  EXPECT_FALSE(Sees(Color::kWhite, "4k3/8/8/8/8/1p6/1P6/7K w - - 0 1", "b3"));  // blocked, unseen
}

TEST(FogOfWar, APawnThatCanBeTakenEnPassantIsSeen) {
  EXPECT_TRUE(Sees(Color::kWhite, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5"));
  EXPECT_FALSE(Sees(Color::kWhite, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "d5"));
}

TEST(FogOfWar, CastlingTargetsAndBonusSquaresAreSeen) {
  EXPECT_TRUE(Sees(Color::kWhite, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "g1"));
  const std::string_view marked = "4k3/8/8/8/8/3+R4/8/7K w - - 0 1";
  EXPECT_TRUE(Sees(Color::kWhite, marked, "e4", "fog_of_war+upgraded"));
  EXPECT_FALSE(Sees(Color::kWhite, "4k3/8/8/8/8/3R4/8/7K w - - 0 1", "e4", "fog_of_war+upgraded"));
}

TEST(FogOfWar, APlayerSeesTheSameOutOfTurn) {
  EXPECT_EQ(SeenBy(Color::kWhite, "4k3/8/8/8/8/8/1P6/7K w - - 0 1"),
            SeenBy(Color::kWhite, "4k3/8/8/8/8/8/1P6/7K b - - 0 1"));
}

TEST(FogOfWar, ThereIsNoCheckAndKingsMayStepIntoAttack) {
  const std::string_view fen = "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_FALSE(InCheck(At(fen, kSet), Set(kSet)));
  EXPECT_TRUE(Allows(kSet, fen, "e1e2"));
  EXPECT_TRUE(Allows(kSet, fen, "h1h2"));
}

TEST(FogOfWar, CastlingIgnoresAttacks) {
  EXPECT_TRUE(Allows(kSet, "4rrk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"));
  EXPECT_FALSE(Allows(kSet, "4rrk1/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1"));
}

TEST(FogOfWar, TheGameEndsWhenAKingIsCaptured) {
  EXPECT_EQ(OutcomeAfter(kSet, "4k3/8/8/8/8/8/8/4R2K w - - 0 1", {"e1e8"}),
            Win(Color::kWhite, EndReason::kVariant, "fog_of_war"));
}

TEST(FogOfWar, APlayerWithoutAMoveDraws) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/8/8/8/8/p1k5/P1p5/2K5 b - - 0 1", {"c3b3"}).over(), false);
  EXPECT_EQ(OutcomeAfter(kSet, "7k/6pp/7P/8/8/8/8/6BK b - - 0 1").over(), false);
  // Pawns block each other, and the king is walled in by its own men.
  EXPECT_EQ(OutcomeAfter(kSet, "4k3/8/8/8/8/p1p5/P1P5/KB6 b - - 0 1", {"e8e7"}).over(), false);
  EXPECT_EQ(OutcomeAfter(kSet, "4k3/8/8/8/p1p5/PpP5/1P6/8 w - - 0 1").over(), true);
}

TEST(FogOfWar, CheckAndMateAreNeverWritten) {
  EXPECT_EQ(SanOf(kSet, "4k3/8/8/8/8/8/8/R6K w - - 0 1", "a1a8"), "Ra8");
  EXPECT_EQ(SanOf(kSet, "4k3/8/8/8/8/8/8/4R2K w - - 0 1", "e1e8"), "Rxe8");
}

TEST(FogOfWar, AnyoneCanStillWin) {
  EXPECT_FALSE(OutcomeAfter(kSet, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").over());
  EXPECT_EQ(MaterialSays(kSet, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Color::kBlack), CanWinAnswer::kYes);
}

TEST(FogOfWar, TheHordeHasNoKingToLose) {
  EXPECT_FALSE(OutcomeAfter("horde+fog_of_war", "", {"a4a5"}).over());
  EXPECT_EQ(OutcomeAfter("horde+fog_of_war", "4k3/3P4/8/8/8/8/8/8 w - - 0 1", {"d7e8q"}),
            Win(Color::kWhite, EndReason::kVariant, "fog_of_war"));
}

TEST(FogOfWar, ARoyalPieceThatIsCapturedLosesToo) {
  EXPECT_EQ(OutcomeAfter("cannibal+fog_of_war", "4k(N)3/8/8/8/8/8/8/4R2K w - - 0 1", {"e1e8"}),
            Win(Color::kWhite, EndReason::kVariant, "fog_of_war"));
}

TEST(FogOfWar, NoStartPositionIsRefusedForAnAttackedKing) {
  EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/8/8/4R2K w - - 0 1"), "");
  EXPECT_EQ(Faults(kSet, "8/8/8/8/8/8/8/4R2K w - - 0 1"), "king_count");
}

TEST(FogOfWar, ExcludesOtherRulesAboutSafetyChecksAndVisibleHands) {
  for (std::string_view other :
       {"atomic", "antichess", "racing_kings", "three_check", "crazyhouse"}) {
    EXPECT_TRUE(Excluded("fog_of_war+" + std::string(other))) << other;
  }
  for (std::string_view other : {"dice", "horde", "cannibal", "upgraded", "king_of_the_hill"}) {
    EXPECT_FALSE(Excluded("fog_of_war+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
