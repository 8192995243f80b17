#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "crazyhouse";

TEST(Crazyhouse, ACapturedManChangesSides) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3n4/8/8/8/3RK3[] w - - 0 1", {"d1d5"}),
            "4k3/8/8/3R4/8/8/8/4K3[N] b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3R4/8/2n5/8/4K3[q] b - - 0 1", {"c3d5"}),
            "4k3/8/8/3n4/8/8/8/4K3[qr] w - - 0 2");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", {"e5d6"}),
            "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 1");
}

TEST(Crazyhouse, AManInHandMayBeDroppedOnAnyEmptySquare) {
  const std::string_view fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
  EXPECT_EQ(std::ranges::count(LegalFrom(kSet, fen, "N@"), '@'), 62);
  EXPECT_EQ(FenAfter(kSet, fen, {"N@f3"}), "4k3/8/8/8/8/5N2/8/4K3[] b - - 1 1");
  EXPECT_FALSE(Allows(kSet, fen, "N@e8"));
  EXPECT_FALSE(Allows(kSet, fen, "Q@f3"));
}

TEST(Crazyhouse, PawnsAreNotDroppedOnTheFirstOrLastRank) {
  const std::string_view fen = "4k3/8/8/8/8/8/8/4K3[P] w - - 7 9";
  EXPECT_EQ(std::ranges::count(LegalFrom(kSet, fen, "P@"), '@'), 48);
  EXPECT_FALSE(Allows(kSet, fen, "P@a1"));
  EXPECT_FALSE(Allows(kSet, fen, "P@a8"));
  EXPECT_EQ(FenAfter(kSet, fen, {"P@a2"}), "4k3/8/8/8/8/8/P7/4K3[] b - - 0 9");
}

TEST(Crazyhouse, ADroppedPawnOnItsSecondRankStepsTwice) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/1p6/8/8/4K3[P] w - - 0 1", {"P@a2", "e8e7", "a2a4"}),
            "8/4k3/8/8/Pp6/8/8/4K3[] b - a3 0 2");
}

TEST(Crazyhouse, ADroppedRookHasNoRight) {
  const Game game = GameAfter(kSet, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", {"R@h1", "e8d8"});
  EXPECT_FALSE(ParseUci(game.position(), game.rules(), "e1g1").ok());
}

TEST(Crazyhouse, PromotedMenAreMarkedAndGoBackAsPawns) {
  EXPECT_EQ(FenAfter(kSet, "3r3k/P7/8/8/8/8/8/4K3[] w - - 0 1", {"a7a8q", "d8a8"}),
            "r6k/8/8/8/8/8/8/4K3[p] w - - 0 2");
  EXPECT_EQ(FenAfter(kSet, "7k/P7/8/8/8/8/8/4K3[] w - - 0 1", {"a7a8q", "h8h7", "a8b8"}),
            "1Q~6/7k/8/8/8/8/8/4K3[] b - - 2 2");
}

TEST(Crazyhouse, ADropAnswersACheckAndMayGiveMate) {
  EXPECT_FALSE(OutcomeAfter(kSet, "6k1/5ppp/8/8/8/8/8/R5K1[n] w - - 0 1", {"a1a8"}).over());
  EXPECT_EQ(OutcomeAfter(kSet, "6k1/5ppp/8/8/8/8/8/R5K1[p] w - - 0 1", {"a1a8"}),
            Win(Color::kWhite, EndReason::kCheckmate));
  EXPECT_EQ(OutcomeAfter(kSet, "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", {"R@a8"}),
            Win(Color::kWhite, EndReason::kCheckmate));
  EXPECT_EQ(SanOf(kSet, "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", "R@a8"), "R@a8#");
}

TEST(Crazyhouse, AManInHandSavesFromStalemate) {
  EXPECT_EQ(OutcomeAfter(kSet, "7k/5Q2/8/8/8/8/8/K7[] b - - 0 1"), Draw(EndReason::kStalemate));
  EXPECT_FALSE(OutcomeAfter(kSet, "7k/5Q2/8/8/8/8/8/K7[p] b - - 0 1").over());
}

TEST(Crazyhouse, NoPositionIsDeadAndNoFiftyMovesDraw) {
  EXPECT_FALSE(OutcomeAfter(kSet, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1").over());
  EXPECT_FALSE(OutcomeAfter(kSet, "4k3/8/8/8/8/8/8/4K3[] w - - 99 80", {"e1e2"}).over());
  EXPECT_EQ(MaterialSays(kSet, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", Color::kWhite),
            CanWinAnswer::kYes);
}

TEST(Crazyhouse, HandsArePartOfThePosition) {
  EXPECT_NE(At("4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", kSet).key,
            At("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", kSet).key);
  EXPECT_NE(At("4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", kSet).key,
            At("4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", kSet).key);
}

TEST(Crazyhouse, RepetitionComparesHands) {
  // The same men stand on the same squares, but a pair of knights has been traded in between.
  const std::string_view fen = "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1";
  const Game game = GameAfter(kSet, fen, {"N@a1", "N@b3", "e1e2", "b3a1", "e2e1", "e8e7"});
  EXPECT_EQ(game.Occurrences(), 1);
}

TEST(Crazyhouse, HandsAreReadInAnyOrderAndWrittenInOne) {
  const Position p = At("4k3/8/8/8/8/8/8/4K3[pnPNBRQqrb] w - - 0 1", kSet);
  EXPECT_EQ(WriteFen(p, Set(kSet)), "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1");
  EXPECT_EQ(At("4k3/8/8/8/8/8/8/4K3/pnPNBRQqrb w - - 0 1", kSet), p);
  EXPECT_EQ(At("4k3/8/8/8/8/8/8/4K3 w - - 0 1", kSet), At("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", kSet));
  for (std::string_view bad : {"[K]", "[x]", "[P", "P]", "[]]", "[P][N]"}) {
    EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/8/8/4K3" + std::string(bad) + " w - - 0 1"), "FEN_INVALID")
        << bad;
  }
  EXPECT_EQ(Faults("standard", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"), "FEN_INVALID");
  EXPECT_EQ(Faults("standard", "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1"), "FEN_INVALID");
}

TEST(Crazyhouse, OneSideMayHoldMoreThanSixteenMen) {
  EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/NNNN4/PPPPPPPP/RBBQKBBR[] w - - 0 1"), "");
}

TEST(Crazyhouse, ACapturedManWithSeveralPowersCountsAsTheMostValuable) {
  EXPECT_EQ(
      FenAfter("crazyhouse+identity_append", "4k3/8/8/3r(RN)4/8/8/8/3QK3[] w - - 0 1", {"d1d5"}),
      "4k3/8/8/3Q(QN)4/8/8/8/4K3[R] b - - 0 1");
}

TEST(Crazyhouse, ExcludesOtherMarksOtherBasesAndTheFog) {
  for (std::string_view other : {"upgraded", "fog_of_war", "atomic", "horde"}) {
    EXPECT_TRUE(Excluded("crazyhouse+" + std::string(other))) << other;
  }
  for (std::string_view other : {"chess960", "draft", "cannibal", "identity_steal", "dice"}) {
    EXPECT_FALSE(Excluded("crazyhouse+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
