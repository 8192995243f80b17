#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "cannibal";

TEST(Cannibal, ACapturerMovesOnAsWhatItCaptured) {
  EXPECT_EQ(FenAfter(kSet, "n3k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a8"}),
            "N3k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e5d6"}),
            "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
}

TEST(Cannibal, AKingThatCapturesTakesTheMovementAndStaysRoyal) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", {"e1e2"}),
            "4k3/8/8/8/8/8/4K(N)3/8 b - - 0 1");
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/8/4K(N)3 w - - 0 1", "e1"), "e1c2 e1d3 e1f3 e1g2");
}

TEST(Cannibal, ARoyalPieceGivesCheckAsThatPiece) {
  const Position p = At("4k3/8/5K(N)2/8/8/8/8/8 b - - 0 1", kSet);
  EXPECT_EQ(Checkers(p, Set(kSet)), Bit(*ParseSquare("f6")));
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/5K(N)2/8/8/8/8/8 b - - 0 1", "e8"), "e8d8 e8e7 e8f7 e8f8");
}

TEST(Cannibal, ARoyalPieceMustNotBeLeftAttacked) {
  // The royal rook takes its attacker or leaves the file.
  EXPECT_EQ(LegalFrom(kSet, "3r2k1/8/8/8/8/8/8/3K(R)4 w - - 0 1", "d1"),
            "d1a1 d1b1 d1c1 d1d8 d1e1 d1f1 d1g1 d1h1");
}

TEST(Cannibal, ARoyalRookMayPassAttackedSquares) {
  // b1 and f1 are attacked; what counts is where it stops.
  EXPECT_EQ(LegalFrom(kSet, "1r3r1k/8/8/8/8/8/3P4/3K(R)4 w - - 0 1", "d1"),
            "d1a1 d1c1 d1e1 d1g1 d1h1");
}

TEST(Cannibal, ARoyalPawnStepsOnceAndTakesSideways) {
  const std::string_view fen = "k7/8/8/8/8/3p1p2/4K(P)3/8 w - - 0 1";
  EXPECT_EQ(LegalFrom(kSet, fen, "e2"), "e2d3 e2e3 e2f3");
  EXPECT_EQ(LegalFrom(kSet, "k7/8/8/8/8/8/4K(P)3/8 w - - 0 1", "e2"), "e2e3");
}

TEST(Cannibal, ARoyalPawnNeitherTakesNorIsTakenEnPassant) {
  EXPECT_EQ(FenAfter(kSet, "k7/3p4/8/4K(P)3/8/8/8/8 b - - 0 1", {"d7d5"}),
            "k7/8/8/3pK(P)3/8/8/8/8 w - - 0 2");
}

TEST(Cannibal, ARoyalPawnResetsTheMoveCounter) {
  EXPECT_EQ(FenAfter(kSet, "k7/8/8/8/8/8/4K(P)3/8 w - - 7 9", {"e2e3"}),
            "k7/8/8/8/8/4K(P)3/8/8 b - - 0 9");
}

TEST(Cannibal, ARoyalPawnOnTheLastRankGainsTheQueensMovement) {
  EXPECT_EQ(FenAfter(kSet, "k7/4K(P)3/8/8/8/8/8/8 w - - 0 1", {"e7e8"}),
            "k3K(Q)3/8/8/8/8/8/8/8 b - - 0 1");
  EXPECT_FALSE(Allows(kSet, "k7/4K(P)3/8/8/8/8/8/8 w - - 0 1", "e7e8q"));
}

TEST(Cannibal, ARoyalPawnThatTakesOnTheLastRankBecomesWhatItTook) {
  EXPECT_EQ(FenAfter(kSet, "2n1k3/1K(P)6/8/8/8/8/8/8 w - - 0 1", {"b7c8"}),
            "2K(N)1k3/8/8/8/8/8/8/8 b - - 0 1");
}

TEST(Cannibal, APawnThatTakesOnTheLastRankBecomesWhatItTook) {
  const std::string_view fen = "2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(LegalFrom(kSet, fen, "b7"), "b7b8b b7b8n b7b8q b7b8r b7c8");
  EXPECT_EQ(FenAfter(kSet, fen, {"b7c8"}), "2N1k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Cannibal, APromotionThatNamesNoPieceMakesAQueen) {
  EXPECT_EQ(FenAfter(kSet, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", {"a7a8"}),
            "Q6k/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", {"a7a8n"}),
            "N6k/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Cannibal, WhoComesToTheLastRankByTakingAPawnPromotes) {
  constexpr std::string_view kDraft = "cannibal+draft";
  EXPECT_EQ(FenAfter(kDraft, "p6k/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a8r"}),
            "R6k/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kDraft, "p6k/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a8"}),
            "Q6k/8/8/8/8/8/8/4K3 b - - 0 1");
  // A king and a royal pawn have no choice.
  EXPECT_EQ(FenAfter(kDraft, "p6k/1K6/8/8/8/8/8/8 w - - 0 1", {"b7a8"}),
            "K(Q)6k/8/8/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(FenAfter(kDraft, "p6k/1K(P)6/8/8/8/8/8/8 w - - 0 1", {"b7a8"}),
            "K(Q)6k/8/8/8/8/8/8/8 b - - 0 1");
}

TEST(Cannibal, CastlesOnlyWithAKingThatMovesAsOneAndUnmovedRooks) {
  EXPECT_FALSE(Allows(kSet, "6k1/8/8/8/8/8/8/R3K(R)3 w - - 0 1", "e1a1"));
  EXPECT_EQ(Faults(kSet, "6k1/8/8/8/8/8/8/R3K(R)3 w Q - 0 1"), "impossible_castling");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"e1c1"}),
            "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
  // The rook that was taken by a rook leaves a rook that has moved.
  EXPECT_EQ(FenAfter(kSet, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"h1h8"}),
            "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
}

TEST(Cannibal, MateAndStalemateAskForTheRoyalPiece) {
  EXPECT_EQ(OutcomeAfter(kSet, "7k/8/6Q1/8/8/8/8/K7 b - - 0 1"), Draw(EndReason::kStalemate));
  // The royal knight on h8 is attacked; f7 and g6 are covered.
  EXPECT_EQ(OutcomeAfter(kSet, "7k(N)/8/4Q3/8/8/8/8/K6R b - - 0 1"),
            Win(Color::kWhite, EndReason::kCheckmate));
}

TEST(Cannibal, KingsAreDeadOnlyWhileBothMoveAsKings) {
  EXPECT_EQ(OutcomeAfter(kSet, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Draw(EndReason::kDeadPosition));
  EXPECT_EQ(MaterialSays(kSet, "4k3/8/8/8/8/8/8/4K(Q)3 w - - 0 1", Color::kWhite),
            CanWinAnswer::kUnproven);
  EXPECT_EQ(MaterialSays(kSet, "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", Color::kBlack),
            CanWinAnswer::kUnproven);
}

TEST(Cannibal, RoyalMenWithOtherMovementAreOtherPositions) {
  EXPECT_NE(At("4k3/8/8/8/8/8/8/4K(N)3 w - - 0 1", kSet).key,
            At("4k3/8/8/8/8/8/8/4K(B)3 w - - 0 1", kSet).key);
  EXPECT_NE(At("4k3/8/8/8/8/8/8/4K(N)3 w - - 0 1", kSet).key,
            At("4k3/8/8/8/8/8/8/4K3 w - - 0 1", kSet).key);
}

TEST(Cannibal, ExcludesOtherRulesAboutCapturersAndBasesWithoutKings) {
  for (std::string_view other : {"identity_append", "identity_steal", "atomic", "antichess"}) {
    EXPECT_TRUE(Excluded("cannibal+" + std::string(other))) << other;
  }
  for (std::string_view other : {"upgraded", "crazyhouse", "fog_of_war", "dice", "three_check"}) {
    EXPECT_FALSE(Excluded("cannibal+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
