#include <gtest/gtest.h>

#include "rules/rules/variant_test_support.h"

namespace chess::rules {
namespace {

using namespace testing;  // the short forms of this folder

constexpr std::string_view kSet = "upgraded";

// What a bonus move must be: in the list as such.
bool IsBonus(std::string_view fen, std::string_view uci, std::string_view set = kSet) {
  base::Result<Move> move = ParseUci(At(fen, set), Set(set), uci);
  return move.ok() && move->kind() == MoveKind::kBonus;
}

TEST(Upgraded, ACapturerIsMarkedAndTheMarkFollowsIt) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/3b4/5N2/8/4K3 w - - 0 1", {"f3d4"}),
            "4k3/8/8/8/3+N4/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/3b4/5N2/8/4K3 w - - 0 1", {"f3d4", "e8e7", "d4c2"}),
            "8/4k3/8/8/8/8/2+N5/4K3 b - - 2 2");
}

TEST(Upgraded, TheMarkDiesWithItsMan) {
  // A queen that takes an unmarked pawn stands where a mark may have been: none is left behind.
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/6b1/5+N2/8/4K3 b - - 0 1", {"g4f3"}),
            "4k3/8/8/8/8/5+b2/8/4K3 w - - 0 2");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/3+n4/3QK3 w - - 0 1", {"d1d2", "e8e7", "d2d1"}),
            "8/4k3/8/8/8/8/8/3+QK3 b - - 2 2");
}

TEST(Upgraded, KingsAndQueensEarnNothingFromAnUnmarkedPawn) {
  EXPECT_EQ(FenAfter(kSet, "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", {"d1d7"}),
            "4k3/3Q4/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", {"e1e2"}),
            "4k3/8/8/8/8/8/4K3/8 b - - 0 1");
  // A rook does, and so do they from anything else and from a marked pawn.
  EXPECT_EQ(FenAfter(kSet, "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", {"d1d7"}),
            "4k3/3+R4/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/3+p4/8/8/8/8/8/3QK3 w - - 0 1", {"d1d7"}),
            "4k3/3+Q4/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", {"e1e2"}),
            "4k3/8/8/8/8/8/4+K3/8 b - - 0 1");
}

TEST(Upgraded, AMarkThatAQueenHadStays) {
  EXPECT_EQ(FenAfter(kSet, "4k3/3p4/8/8/8/8/8/3+QK3 w - - 0 1", {"d1d7"}),
            "4k3/3+Q4/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Upgraded, EnPassantMarksToo) {
  EXPECT_EQ(FenAfter(kSet, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"e5d6"}),
            "4k3/8/3+P4/8/8/8/8/4K3 b - - 0 1");
}

TEST(Upgraded, APromotionLosesTheMarkUnlessItCaptures) {
  EXPECT_EQ(FenAfter(kSet, "7k/4+P3/8/8/8/8/8/4K3 w - - 0 1", {"e7e8n"}),
            "4N2k/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter(kSet, "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1", {"e7f8n"}),
            "5+N1k/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Upgraded, APromotionThatNamesNoPieceMakesAQueen) {
  EXPECT_EQ(FenAfter(kSet, "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", {"e7e8"}),
            "4Q2k/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(LegalFrom(kSet, "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7"), "e7e8b e7e8n e7e8q e7e8r");
}

struct Bonus {
  std::string_view fen;
  std::string_view from;
  std::string_view bonus;  // targets, sorted
};

class UpgradedBonus : public ::testing::TestWithParam<Bonus> {};

TEST_P(UpgradedBonus, IsWhatTheRulebookSays) {
  const Bonus& c = GetParam();
  std::string targets;
  std::vector<std::string> texts;
  for (Move m : LegalMoves(At(c.fen, kSet), Set(kSet))) {
    if (m.kind() == MoveKind::kBonus && ToText(m.from()) == c.from) texts.push_back(ToText(m.to()));
  }
  std::sort(texts.begin(), texts.end());
  for (const std::string& text : texts) targets += (targets.empty() ? "" : " ") + text;
  EXPECT_EQ(targets, c.bonus) << c.fen;
}

INSTANTIATE_TEST_SUITE_P(
    Table, UpgradedBonus,
    ::testing::Values(
        Bonus{"k7/8/8/8/3+R4/8/8/7K w - - 0 1", "d4", "c3 c5 e3 e5"},
        Bonus{"k7/8/8/2p1n3/3+R4/8/8/7K w - - 0 1", "d4", "c3 e3"},  // they never capture
        Bonus{"7k/8/8/8/3+B4/8/8/K7 w - - 0 1", "d4", "c4 d3 d5 e4"},
        Bonus{"k7/8/8/8/3+N4/8/8/7K w - - 0 1", "d4", "c4 d3 d5 e4"},
        Bonus{"1k6/8/8/8/3+Q4/8/8/6K1 w - - 0 1", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"},
        Bonus{"k7/8/8/8/3+K4/8/8/8 w - - 0 1", "d4", "b4 d2 d6 f4"},
        Bonus{"k7/8/8/3p4/2PKP3/8/8/8 w - - 0 1", "d4", ""},              // no mark, no bonus
        Bonus{"k7/8/8/3p4/2P+KP3/8/8/8 w - - 0 1", "d4", "b4 d2 d6 f4"},  // over anything
        Bonus{"k7/8/8/8/3+P4/8/8/7K w - - 0 1", "d4", "c4 d3 e4"},
        Bonus{"k7/8/8/8/8/8/3+P4/7K w - - 0 1", "d2", "c2 e2"},  // never onto the first rank
        Bonus{"k7/3+p4/8/8/8/8/8/7K b - - 0 1", "d7", "c7 e7"},
        Bonus{"k7/8/8/8/7+P/8/8/7K w - - 0 1", "h4", "g4 h3"},
        Bonus{"7k/8/8/8/8/8/+K6r/8 w - - 0 1", "a2", "a4"},       // the target must be safe
        Bonus{"7k/8/8/8/8/8/7r/+K7 w - - 0 1", "a1", "a3 c1"}));  // what lies between need not

TEST(Upgraded, ABonusIsNoAttack) {
  // The rook on c2 does not check b3.
  EXPECT_TRUE(Allows(kSet, "8/8/8/8/8/1k6/2+R5/4K3 b - - 0 1", "b3c2"));
  EXPECT_TRUE(Allows(kSet, "4k3/8/8/8/8/4+p3/8/4K3 w - - 0 1", "e1e2"));
}

TEST(Upgraded, AManMayCheckFromWhereABonusLedIt) {
  const std::string_view fen = "4k3/8/8/8/8/8/3P4/3+QK3 w - - 0 1";
  EXPECT_TRUE(IsBonus(fen, "d1e3"));
  EXPECT_EQ(SanOf(kSet, fen, "d1e3"), "Qe3+");
}

TEST(Upgraded, ABonusMoveNeverUncoversTheOwnKing) {
  EXPECT_FALSE(Allows(kSet, "4r2k/8/8/8/8/8/4+R3/4K3 w - - 0 1", "e2d3"));
  EXPECT_TRUE(Allows(kSet, "6rk/8/8/8/8/8/4+R3/4K3 w - - 0 1", "e2d3"));
}

TEST(Upgraded, ABonusMoveAnswersACheck) {
  EXPECT_TRUE(IsBonus("4r2k/8/8/8/8/2+Q5/8/4K3 w - - 0 1", "c3e4"));
}

TEST(Upgraded, AnUpgradedKingMayLeapOutOfMate) {
  EXPECT_FALSE(OutcomeAfter(kSet, "R5+k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").over());
  EXPECT_EQ(OutcomeAfter(kSet, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
            Win(Color::kWhite, EndReason::kCheckmate));
}

TEST(Upgraded, ABonusMoveDoesNotResetTheMoveCounter) {
  EXPECT_EQ(FenAfter(kSet, "k7/8/8/8/3+P4/8/8/7K w - - 7 9", {"d4d3"}),
            "k7/8/8/8/8/3+P4/8/7K b - - 8 9");
}

TEST(Upgraded, RepetitionLooksAtTheWholeGame) {
  // Pawns that come back: the third time of the start position draws.
  const std::string_view fen = "k7/8/8/8/3+P4/8/8/7K w - - 0 1";
  const Game game =
      GameAfter(kSet, fen, {"d4d3", "a8b8", "d3d4", "b8a8", "d4d3", "a8b8", "d3d4", "b8a8"});
  EXPECT_EQ(game.outcome(), Draw(EndReason::kRepetition));
}

TEST(Upgraded, APawnsBonusStepIsWrittenWithItsFullOrigin) {
  const std::string_view fen = "k7/8/8/8/3+P4/8/3P4/7K w - - 0 1";
  EXPECT_EQ(SanOf(kSet, fen, "d4d3"), "d4d3");
  EXPECT_EQ(SanOf(kSet, fen, "d2d3"), "d3");
  const RuleSet rules = Set(kSet);
  const Position p = At(fen, kSet);
  EXPECT_EQ(*ReadSan(p, rules, "d3"), Uci(p, rules, "d2d3"));
  EXPECT_EQ(*ReadSan(p, rules, "d4d3"), Uci(p, rules, "d4d3"));
  EXPECT_EQ(*ReadSan(p, rules, "d4c4"), Uci(p, rules, "d4c4"));
}

TEST(Upgraded, MarksArePartOfThePosition) {
  EXPECT_NE(At("k7/8/8/8/3+P4/8/8/7K w - - 0 1", kSet).key,
            At("k7/8/8/8/3P4/8/8/7K w - - 0 1", kSet).key);
}

TEST(Upgraded, AMarkedKingOrRookHasNoRight) {
  EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/8/8/R3+K3 w Q - 0 1"), "impossible_castling");
  EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/8/8/+R3K3 w Q - 0 1"), "impossible_castling");
  EXPECT_EQ(Faults(kSet, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "");
}

TEST(Upgraded, ARoyalKnightHasTheKnightsBonus) {
  const std::string_view fen = "k7/8/8/8/3+K(N)4/8/8/8 w - - 0 1";
  EXPECT_TRUE(IsBonus(fen, "d4d5", "cannibal+upgraded"));
  EXPECT_FALSE(Allows("cannibal+upgraded", fen, "d4d6"));
}

TEST(Upgraded, KingOrQueenIsAskedBeforeTheCapture) {
  // A knight that becomes a queen by taking one earns its mark; a queen that becomes a pawn does
  // not.
  EXPECT_EQ(FenAfter("identity_steal+upgraded", "7k/8/8/3q4/8/4N3/8/4K3 w - - 0 1", {"e3d5"}),
            "7k/8/8/3+Q4/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenAfter("identity_steal+upgraded", "7k/3p4/8/8/8/8/8/3QK3 w - - 0 1", {"d1d7"}),
            "7k/3P4/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Upgraded, AMarkedManHasTheBonusOfEachPower) {
  const std::string_view fen = "k7/8/8/8/3+R(RN)4/8/8/7K w - - 0 1";
  EXPECT_TRUE(IsBonus(fen, "d4e5", "identity_append+upgraded"));
  // One step along a file is the rook's ordinary move.
  EXPECT_FALSE(IsBonus(fen, "d4d5", "identity_append+upgraded"));
}

TEST(Upgraded, OnlyABareKingHasNoHope) {
  const std::string_view fen = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1";
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kWhite), CanWinAnswer::kUnproven);
  EXPECT_EQ(MaterialSays(kSet, fen, Color::kBlack), CanWinAnswer::kNo);
}

TEST(Upgraded, ExcludesOtherMarksExplosionsAndBasesWithoutKings) {
  for (std::string_view other : {"crazyhouse", "atomic", "antichess"}) {
    EXPECT_TRUE(Excluded("upgraded+" + std::string(other))) << other;
  }
  for (std::string_view other : {"identity_steal", "cannibal", "horde", "racing_kings", "dice"}) {
    EXPECT_FALSE(Excluded("upgraded+" + std::string(other))) << other;
  }
}

}  // namespace
}  // namespace chess::rules
