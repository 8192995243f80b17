#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "identity_append";

TEST(IdentityAppend, ACapturerAddsWhatItCaptured) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3b4/8/8/8/3RK3 w - - 0 1", {"d1d5"}),
            "4k3/8/8/3R(RB)4/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3b4/8/4N3/8/4K3 w - - 0 1", {"e3d5"}),
            "4k3/8/8/3B(BN)4/8/8/8/4K3 b - - 0 1");
}

TEST(IdentityAppend, PowersAddUp) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3b(BN)4/8/8/8/3R(RP)K3 w - - 0 1", {"d1d5"}),
            "4k3/8/8/3R(RBNP)4/8/8/8/4K3 b - - 0 1");
}

TEST(IdentityAppend, AQueenKeepsOnlyTheKnightBesides) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1", {"d1d5"}),
            "4k3/8/8/3Q(QN)4/8/8/8/4K3 b - - 0 1");
  for (std::string_view taken : {"r", "b", "p"}) {
    const std::string fen = "4k3/8/8/3" + std::string(taken) + "4/8/8/8/3QK3 w - - 0 1";
    EXPECT_EQ(FenAfter(kSet, fen, {"d1d5"}), "4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1");
  }
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3q4/8/1B(BN)6/8/4K3 w - - 0 1", {"b3d5"}),
            "4k3/8/8/3Q(QN)4/8/8/8/4K3 b - - 0 1");
}

TEST(IdentityAppend, KingsAreExempt) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", {"e1e2"}),
            "4k3/8/8/8/8/8/4K3/8 b - - 0 1");
}

TEST(IdentityAppend, AllPowersMove) {
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/P7/N(NP)3K3 w - - 0 1", "a1"), "a1b3 a1c2");
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/3N(NP)4/4K3 w - - 0 1", "d2"),
            "d2b1 d2b3 d2c4 d2d3 d2d4 d2e4 d2f1 d2f3");
}

TEST(IdentityAppend, ADoubleStepNeedsThePawnPowerAndTheSecondRank) {
  EXPECT_TRUE(Allows(kSet, "4k3/8/8/8/8/8/3N(NP)4/4K3 w - - 0 1", "d2d4"));
  EXPECT_FALSE(Allows(kSet, "4k3/8/8/8/8/8/3N4/4K3 w - - 0 1", "d2d4"));
  EXPECT_FALSE(Allows(kSet, "4k3/8/8/8/8/3N(NP)4/8/4K3 w - - 0 1", "d3d5"));
}

TEST(IdentityAppend, ADoubleStepOfAManWithMorePowersCanBeTakenEnPassant) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/2p5/8/3N(NP)4/4K3 w - - 0 1", {"d2d4", "c4d3"}),
            "4k3/8/8/8/8/3n(NP)4/8/4K3 w - - 0 2");
}

TEST(IdentityAppend, AManWithMorePowersMayTakeEnPassant) {
  EXPECT_EQ(FenAfter(kSet, "4k3/3p4/8/2N(NP)5/8/8/8/4K3 b - - 0 1", {"d7d5", "c5d6"}),
            "4k3/8/3N(NP)4/8/8/8/8/4K3 b - - 0 2");
}

TEST(IdentityAppend, APawnThatTakesOnTheLastRankPromotesAndAddsWhatItTook) {
  const std::string_view fen = "2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(LegalFrom(kSet, fen, "b7c8"), "b7c8b b7c8n b7c8q b7c8r");
  EXPECT_EQ(FenAfter(kSet, fen, {"b7c8q"}), "2Q(QN)1k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, fen, {"b7c8r"}), "2R(RN)1k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, fen, {"b7c8n"}), "2N1k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(IdentityAppend, AManWithMorePowersNeverPromotes) {
  const std::string_view fen = "4k3/N(NP)7/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_TRUE(Allows(kSet, fen, "a7a8"));
  EXPECT_FALSE(Allows(kSet, fen, "a7a8q"));
  EXPECT_EQ(FenAfter(kSet, fen, {"a7a8"}), "N(NP)3k3/8/8/8/8/8/8/4K3 b - - 1 1");
}

TEST(IdentityAppend, OnlyPlainPawnsResetTheMoveCounter) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/N(NP)7/8/4K3 w - - 7 9", {"a3a4"}),
            "4k3/8/8/8/N(NP)7/8/8/4K3 b - - 8 9");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/P7/8/4K3 w - - 7 9", {"a3a4"}),
            "4k3/8/8/8/P7/8/8/4K3 b - - 0 9");
}

TEST(IdentityAppend, APinnedManMovesWithAllItsPowersAlongThePin) {
  EXPECT_EQ(LegalFrom(kSet, "4r1k1/8/8/8/8/8/4R(RN)3/4K3 w - - 0 1", "e2"),
            "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8");
}

TEST(IdentityAppend, AManWithTwoPowersThatBothCheckIsOneChecker) {
  const Position p = At("8/8/8/8/8/8/3q(QN)4/4K2k w - - 0 1", kSet);
  EXPECT_EQ(Checkers(p, Set(kSet)), Bit(*ParseSquare("d2")));
}

TEST(IdentityAppend, PositionsWithOtherPowersAreOtherPositions) {
  EXPECT_NE(At("4k3/8/8/8/8/N(NP)7/8/4K3 w - - 0 1", kSet).key,
            At("4k3/8/8/8/8/N7/8/4K3 w - - 0 1", kSet).key);
}

TEST(IdentityAppend, AMoveIsWrittenWithTheMostValuablePower) {
  EXPECT_EQ(SanOf(kSet, "4k3/8/8/8/8/8/3N(NP)4/4K3 w - - 0 1", "d2d4"), "Nd4");
  EXPECT_EQ(SanOf(kSet, "4k3/8/8/8/8/3B(BN)4/8/4K1B1 w - - 0 1", "d3f2"), "Bdf2");
}

TEST(IdentityAppend, OnlyABareKingHasNoHope) {
  const std::string_view fen = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1";
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kWhite), CanWinAnswer::kUnproven);
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kBlack), CanWinAnswer::kNo);
}

TEST(IdentityAppend, ExcludesOtherRulesAboutCapturersAndBasesWithoutKings) {
  for (std::string_view other : {"identity_steal", "cannibal", "atomic", "antichess"}) {
    EXPECT_TRUE(Excluded("identity_append+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
