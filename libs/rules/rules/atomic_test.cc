#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "atomic";

TEST(Atomic, ACaptureBlowsUpEverythingAroundButPawns) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/2npn3/3p4/8/8/8/3RK3 w - - 0 1", {"d1d5"}),
            "4k3/8/3p4/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/2PpB3/4P3/8/8/4K3 w - - 0 1", {"e4d5"}),
            "4k3/8/8/2P5/8/8/8/4K3 b - - 0 1");
}

TEST(Atomic, APromotionThatCapturesExplodesToo) {
  EXPECT_EQ(FenAfter(kSet, "1nb4k/P7/8/8/8/8/8/4K3 w - - 0 1", {"a7b8q"}),
            "7k/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Atomic, EnPassantExplodesAroundItsTargetSquare) {
  // c7 and e7 lie around d6; b5 and f4 do not.
  EXPECT_EQ(FenAfter(kSet, "7k/2n1r3/8/1N1pP3/5b2/8/8/4K3 w - d6 0 1", {"e5d6"}),
            "7k/8/8/1N6/5b2/8/8/4K3 b - - 0 1");
}

TEST(Atomic, BlowingUpTheKingWins) {
  EXPECT_EQ(OutcomeAfter(kSet, "", {"g1f3", "f7f6", "f3e5", "a7a6", "e5d7"}),
            Win(Color::kWhite, EndReason::kVariant, "atomic"));
  EXPECT_EQ(FenAfter(kSet, "", {"g1f3", "f7f6", "f3e5", "a7a6", "e5d7"}),
            "rn3bnr/1pp1p1pp/p4p2/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3");
}

TEST(Atomic, BlowingUpTheKingWinsAlsoWhenInCheck) {
  EXPECT_EQ(OutcomeAfter(kSet, "3rk3/3r4/8/8/8/8/8/q2QK3 w - - 0 1", {"d1d7"}),
            Win(Color::kWhite, EndReason::kVariant, "atomic"));
}

TEST(Atomic, NobodyBlowsUpTheirOwnKing) {
  EXPECT_FALSE(Allows(kSet, "4k3/8/8/8/8/8/3nK3/3R4 w - - 0 1", "d1d2"));
  EXPECT_FALSE(Allows(kSet, "4k3/8/8/8/8/8/3nK3/8 w - - 0 1", "e2d2"));  // kings never capture
  // Not even together with the other one.
  EXPECT_FALSE(Allows(kSet, "8/8/8/8/8/8/3nK3/2kR4 w - - 0 1", "d1d2"));
  EXPECT_FALSE(Allows(kSet, "8/8/8/8/8/8/3RkK2/8 w - - 0 1", "d2e2"));
}

TEST(Atomic, KingsThatTouchDoNotCheckEachOther) {
  const std::string_view fen = "8/8/8/3kK3/8/8/8/3Q4 b - - 0 1";
  EXPECT_FALSE(InCheck(At(fen, kSet), Set(kSet)));
  EXPECT_TRUE(Allows(kSet, fen, "d5d6"));
  EXPECT_TRUE(InCheck(At("8/8/8/3k1K2/8/8/8/3Q4 b - - 0 1", kSet), Set(kSet)));
}

TEST(Atomic, AKingMayStepNextToTheOtherOutOfCheck) {
  EXPECT_TRUE(Allows(kSet, "8/8/8/2k1K3/8/8/8/2Q5 b - - 0 1", "c5d5"));
}

TEST(Atomic, CastlesThroughSquaresThatOnlyTheOtherKingTouches) {
  EXPECT_EQ(LegalFrom(kSet, "R3k2r/4K3/8/8/8/8/8/8 b k - 0 1", "e8h8"), "e8h8");
  EXPECT_EQ(LegalFrom(kSet, "4k2r/8/8/8/8/8/5R2/4K3 b k - 0 1", "e8h8"), "");
}

TEST(Atomic, ACheckIsAnsweredByBlowingUpTheChecker) {
  // The pawn takes next to the rook: both go.
  EXPECT_TRUE(Allows(kSet, "4k3/8/8/8/4r3/3n4/2P5/4K3 w - - 0 1", "c2d3"));
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/3nr3/2P5/4K3 w - - 0 1", "c2"), "c2d3");
}

TEST(Atomic, MateAndStalemateStillEndTheGame) {
  EXPECT_EQ(OutcomeAfter(kSet, "k7/8/1K6/8/8/8/8/7Q w - - 0 1", {"h1h8"}).reason, EndReason::kNone)
      << "the king on a8 steps to a7, next to the other";
  EXPECT_EQ(OutcomeAfter(kSet, "k7/8/2K5/8/8/8/8/1R5Q b - - 0 1").reason, EndReason::kNone);
  EXPECT_EQ(OutcomeAfter(kSet, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), Draw(EndReason::kStalemate));
  EXPECT_EQ(OutcomeAfter(kSet, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", {"a1a8"}),
            Win(Color::kWhite, EndReason::kCheckmate));
}

TEST(Atomic, BlowingUpTheKingPrecedesAThirdCheck) {
  EXPECT_EQ(OutcomeAfter("atomic+three_check", "3nk2R/8/8/8/8/8/8/3QK3 w - - 0 1 +2+0", {"d1d8"}),
            Win(Color::kWhite, EndReason::kVariant, "atomic"));
}

struct Material {
  std::string_view fen;
  bool white_can;
};

class AtomicMaterial : public ::testing::TestWithParam<Material> {};

TEST_P(AtomicMaterial, SaysWhoCanStillWin) {
  EXPECT_EQ(MaterialSays(kSet, GetParam().fen, Color::kWhite) != CanWinAnswer::kNo,
            GetParam().white_can)
      << GetParam().fen;
}

INSTANTIATE_TEST_SUITE_P(Table, AtomicMaterial,
                         ::testing::Values(Material{"8/8/8/8/8/k7/8/K7 w - - 0 1", false},
                                           Material{"8/8/8/8/8/k7/8/K6R w - - 0 1", false},
                                           Material{"8/8/8/8/8/k7/8/K6B w - - 0 1", false},
                                           Material{"8/8/8/8/8/k7/8/K6N w - - 0 1", false},
                                           Material{"8/8/8/8/8/k7/8/K5NN w - - 0 1", false},
                                           Material{"8/8/8/8/8/k7/8/K4NNN w - - 0 1", true},
                                           Material{"8/8/8/8/8/k7/8/K5RR w - - 0 1", true},
                                           Material{"8/8/8/8/8/k7/8/K5BN w - - 0 1", true},
                                           Material{"8/8/8/8/8/k7/8/K5BB w - - 0 1", true},
                                           Material{"8/8/8/8/8/k7/8/K6Q w - - 0 1", true},
                                           Material{"8/8/8/8/8/k7/7P/K7 w - - 0 1", true},
                                           // Against more than a king anything may blow up.
                                           Material{"8/8/8/8/8/kp6/8/K6N w - - 0 1", true},
                                           // Bishops on one colour, then on two.
                                           Material{"7b/8/8/8/8/k7/8/K5B1 w - - 0 1", true},
                                           Material{"6b1/8/8/8/8/k7/8/K5B1 w - - 0 1", false},
                                           Material{"8/8/8/8/8/kq6/8/K7 w - - 0 1", false}));

TEST(Atomic, ExcludesOtherRulesAboutCapturersAndSafety) {
  for (std::string_view other :
       {"identity_steal", "identity_append", "cannibal", "upgraded", "fog_of_war", "crazyhouse"}) {
    EXPECT_TRUE(Excluded("atomic+" + std::string(other))) << other;
  }
  for (std::string_view other : {"king_of_the_hill", "three_check", "dice", "draft", "chess960"}) {
    EXPECT_FALSE(Excluded("atomic+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
