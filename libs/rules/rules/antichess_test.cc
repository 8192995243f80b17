#include <gtest/gtest.h>

#include "rules/game/setup.h"
#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "antichess";
constexpr Outcome kWhiteWins = Win(Color::kWhite, EndReason::kVariant, "antichess");
constexpr Outcome kBlackWins = Win(Color::kBlack, EndReason::kVariant, "antichess");

TEST(Antichess, CapturingIsCompulsory) {
  EXPECT_EQ(LegalFrom(kSet, "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2", ""),
            "f1b5");
  EXPECT_EQ(LegalFrom(kSet, "8/8/8/3pP3/8/8/P7/8 w - d6 0 1", ""), "e5d6");
}

TEST(Antichess, TheKingIsAnOrdinaryPiece) {
  // It may be attacked, and it may be taken.
  EXPECT_TRUE(Allows(kSet, "8/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2"));
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/8/4R3 w - - 0 1", ""), "e1e8");
  EXPECT_FALSE(InCheck(At("4k3/8/8/8/8/8/8/4R3 b - - 0 1", kSet), Set(kSet)));
  EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/8/2K5/4RK2 w - - 0 1"), "");
  EXPECT_EQ(Faults(kSet, "8/p7/8/8/8/8/P7/8 w - - 0 1"), "");
}

TEST(Antichess, PawnsMayPromoteToKings) {
  const std::string_view fen = "8/P7/8/8/8/8/8/7p w - - 0 1";
  EXPECT_EQ(LegalFrom(kSet, fen, "a7"), "a7a8b a7a8k a7a8n a7a8q a7a8r");
  EXPECT_EQ(FenAfter(kSet, "8/P7/8/8/8/7p/8/8 w - - 0 1", {"a7a8k"}),
            "K7/8/8/8/8/7p/8/8 b - - 0 1");
  EXPECT_EQ(SanOf(kSet, "8/P7/8/8/8/7p/8/8 w - - 0 1", "a7a8k"), "a8=K");
  EXPECT_TRUE(ReadSan(At("8/P7/8/8/8/7p/8/8 w - - 0 1", kSet), Set(kSet), "a8=K").ok());
}

TEST(Antichess, NobodyCastles) {
  const Game start = GameAfter(kSet, "");
  EXPECT_EQ(WriteFen(start.position(), start.rules()),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
  EXPECT_EQ(LegalFrom(kSet, "8/8/8/8/8/8/8/4K2R w - - 0 1", "e1"), "e1d1 e1d2 e1e2 e1f1 e1f2");
}

TEST(Antichess, APlayerWithoutPiecesWins) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/8/8/8/8/1r6/8/R7 w - - 0 1", {"a1a3", "b3a3"}), kWhiteWins);
  EXPECT_EQ(OutcomeAfter(kSet, "8/8/7Q/8/8/8/3r4/8 w - - 0 1", {"h6d2"}), kBlackWins);
}

TEST(Antichess, APlayerWithoutALegalMoveWins) {
  EXPECT_EQ(OutcomeAfter(kSet, "8/2B5/8/8/1N1p4/8/8/8 w - - 0 1", {"b4d3"}), kBlackWins);
  EXPECT_EQ(SanOf(kSet, "8/2B5/8/8/1N1p4/8/8/8 w - - 0 1", "b4d3"), "Nd3#");
}

TEST(Antichess, BareKingsPlayOn) {
  EXPECT_FALSE(OutcomeAfter(kSet, "8/8/8/3k4/8/8/8/K7 w - - 0 1", {"a1a2"}).over());
}

TEST(Antichess, ABishopThatNothingCanTakeIsNeverLost) {
  const std::string_view fen = "8/8/4b3/8/8/2B5/8/8 w - - 0 1";
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kWhite), CanWinAnswer::kNo);
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kBlack), CanWinAnswer::kNo);
  EXPECT_EQ(OutcomeAfter(kSet, fen), Draw(EndReason::kDeadPosition));
  // White's bishops stand on both colours, Black's on one.
  const std::string_view uneven = "8/8/4b3/8/8/2BB4/8/8 w - - 0 1";
  EXPECT_EQ(MaterialSays(kSet, uneven, Color::kWhite), CanWinAnswer::kNo);
  EXPECT_NE(MaterialSays(kSet, uneven, Color::kBlack), CanWinAnswer::kNo);
}

TEST(Antichess, OfTwoKnightsOnlyOneCanEverBeTaken) {
  const std::string_view same = "8/8/8/3n4/8/8/4N3/8 w - - 0 1";
  EXPECT_NE(MaterialSays(kSet, same, Color::kWhite), CanWinAnswer::kNo);
  EXPECT_EQ(MaterialSays(kSet, same, Color::kBlack), CanWinAnswer::kNo);
  const std::string_view different = "8/8/8/3n4/8/8/3N4/8 w - - 0 1";
  EXPECT_EQ(MaterialSays(kSet, different, Color::kWhite), CanWinAnswer::kNo);
  EXPECT_NE(MaterialSays(kSet, different, Color::kBlack), CanWinAnswer::kNo);
}

TEST(Antichess, StartsFromAnyArrayOfChess960) {
  base::Result<Game> game = Game::Start(Set("antichess+chess960:0"));
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(WriteFen(game->position(), game->rules()),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1");
  EXPECT_EQ(SetupNumber(game->rules(), game->start()), 0);
}

TEST(Antichess, ExcludesEverythingThatNeedsAKingOrACheck) {
  for (std::string_view other :
       {"identity_steal", "identity_append", "cannibal", "upgraded", "three_check", "fog_of_war",
        "king_of_the_hill", "draft", "horde", "atomic"}) {
    EXPECT_TRUE(Excluded("antichess+" + std::string(other))) << other;
  }
  for (std::string_view other : {"dice", "hand_and_brain", "chess960"}) {
    EXPECT_FALSE(Excluded("antichess+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
