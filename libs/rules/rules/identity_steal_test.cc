#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "identity_steal";

TEST(IdentitySteal, ACapturerBecomesWhatItCaptured) {
  EXPECT_EQ(FenAfter(kSet, "n3k3/8/8/8/8/8/8/R3K3 w - - 3 9", {"a1a8"}),
            "N3k3/8/8/8/8/8/8/4K3 b - - 0 9");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", {"d2c3"}),
            "4k3/8/8/8/8/2P5/8/4K3 b - - 0 1");
}

TEST(IdentitySteal, KingsAreExempt) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", {"e1e2"}),
            "4k3/8/8/8/8/8/4K3/8 b - - 0 1");
}

TEST(IdentitySteal, APawnThatIsTakenLeavesAPawn) {
  // A pawn again, it steps twice from its second rank.
  EXPECT_EQ(LegalFrom(kSet, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2"), "a2a3 a2a4");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/1N6/8/p7/4K3 w - - 0 1", {"b4a2"}),
            "4k3/8/8/8/8/8/P7/4K3 b - - 0 1");
}

TEST(IdentitySteal, EnPassantStealsAPawnFromAPawn) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e5d6"}),
            "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
}

TEST(IdentitySteal, APawnThatTakesAPieceOnTheLastRankBecomesIt) {
  const std::string_view fen = "2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(LegalFrom(kSet, fen, "b7"), "b7b8b b7b8n b7b8q b7b8r b7c8");
  EXPECT_EQ(FenAfter(kSet, fen, {"b7c8"}), "2N1k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_FALSE(Allows(kSet, fen, "b7b8"));  // the step must name its piece
}

TEST(IdentitySteal, WhoeverTakesAPawnOnItsLastRankPromotes) {
  // Black's pawns may stand on the eighth rank in a draft.
  const std::string_view fen = "p3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  EXPECT_EQ(LegalFrom("draft+identity_steal", fen, "a1a8"), "a1a8b a1a8n a1a8q a1a8r");
  EXPECT_EQ(FenAfter("draft+identity_steal", fen, {"a1a8n"}), "N3k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(LegalFrom("draft+identity_steal", "p3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8"),
            "b7a8b b7a8n b7a8q b7a8r");
}

TEST(IdentitySteal, CastlingNeverSteals) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1g1"}),
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

TEST(IdentitySteal, ARookThatChangedHasNoRight) {
  EXPECT_EQ(FenAfter(kSet, "r3k2r/8/8/8/8/7n/8/R3K2R w KQkq - 0 1", {"h1h3"}),
            "r3k2r/8/8/8/8/7N/8/R3K3 b Qkq - 0 1");
  EXPECT_EQ(FenAfter(kSet, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"h1h8"}),
            "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
}

TEST(IdentitySteal, APieceThatBecameARookCannotCastle) {
  const Game game = GameAfter(kSet, "4k3/8/8/8/8/6N1/8/4K2r w - - 0 1", {"g3h1", "e8d8"});
  EXPECT_EQ(WriteFen(game.position(), game.rules()), "3k4/8/8/8/8/8/8/4K2R w - - 1 2");
  EXPECT_FALSE(ParseUci(game.position(), game.rules(), "e1g1").ok());
}

TEST(IdentitySteal, OnlyABareKingHasNoHope) {
  const std::string_view fen = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1";
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kWhite), CanWinAnswer::kUnproven);
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kBlack), CanWinAnswer::kNo);
  EXPECT_EQ(OutcomeAfter(kSet, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").reason, EndReason::kDeadPosition);
}

TEST(IdentitySteal, ExcludesOtherRulesAboutCapturersAndBasesWithoutKings) {
  for (std::string_view other : {"identity_append", "cannibal", "atomic", "antichess"}) {
    EXPECT_TRUE(Excluded("identity_steal+" + std::string(other))) << other;
  }
  for (std::string_view other : {"upgraded", "crazyhouse", "fog_of_war", "draft", "horde"}) {
    EXPECT_FALSE(Excluded("identity_steal+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
