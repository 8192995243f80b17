#include "rules/rules/chess960.h"

#include <gtest/gtest.h>

#include <set>

#include "rules/game/setup.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;
using ::testing::Test;
using testing::Texts;

TEST(Chess960, NumbersFollowScharnagl) {
  EXPECT_EQ(Chess960BackRank(518), "RNBQKBNR");
  EXPECT_EQ(Chess960BackRank(0), "BBQNNRKR");
  EXPECT_EQ(Chess960BackRank(959), "RKRNNQBB");
  EXPECT_EQ(Chess960BackRank(534), "RNBKQBNR");
  EXPECT_EQ(Chess960Number("RNBQKBNR"), 518);
  EXPECT_EQ(Chess960Number("RNBQKBNN"), std::nullopt);
}

TEST(Chess960, AllNumbersAreDifferentAndLawful) {
  std::set<std::string> seen;
  for (int n = 0; n < 960; ++n) {
    const std::string rank = Chess960BackRank(n);
    EXPECT_TRUE(seen.insert(rank).second) << rank;
    EXPECT_NE(rank.find('B') % 2, rank.rfind('B') % 2) << rank;
    EXPECT_LT(rank.find('R'), rank.find('K')) << rank;
    EXPECT_GT(rank.rfind('R'), rank.find('K')) << rank;
    EXPECT_EQ(Chess960Number(rank), n);
  }
}

TEST(Chess960, StartsFromItsNumberAndRecognisesIt) {
  base::Result<Position> start = StartPosition(Set("chess960:0"));
  ASSERT_TRUE(start.ok());
  EXPECT_EQ(WriteFen(*start, Set("chess960")),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  EXPECT_EQ(SetupNumber(Set("chess960"), *start), 0);
  EXPECT_EQ(SetupNumber(Set("chess960"), At("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), std::nullopt);
  EXPECT_EQ(SetupNumber(RuleSet(), *start), std::nullopt);
}

TEST(Chess960, ARandomNumberMustBeDrawnFirst) {
  base::Result<Game> game = Game::Start(Set("chess960"));
  ASSERT_FALSE(game.ok());
  EXPECT_EQ(game.error().reason, "SETUP_NUMBER_MISSING");
  EXPECT_TRUE(Game::Start(Set("chess960").WithSetupParameter(17)).ok());
}

TEST(Chess960, ANumberAndAnotherStartPositionContradict) {
  const std::string_view fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
  EXPECT_TRUE(Game::StartFrom(Set("chess960:0"), fen).ok());
  base::Result<Game> other = Game::StartFrom(Set("chess960:1"), fen);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().reason, "RULE_SET_CONTRADICTION");
}

struct CastlingCase {
  std::string_view fen;
  std::string_view input;
  std::string_view result;  // empty: refused
};

class Chess960Castling : public ::testing::TestWithParam<CastlingCase> {};

TEST_P(Chess960Castling, FollowsTheRulebook) {
  const CastlingCase& c = GetParam();
  const RuleSet rules = Set("chess960");
  Position p = At(c.fen, "chess960");
  base::Result<Move> move = ParseUci(p, rules, c.input);
  if (c.result.empty()) {
    EXPECT_FALSE(move.ok()) << c.fen;
    return;
  }
  ASSERT_TRUE(move.ok()) << c.fen << ": " << move.error().message;
  Play(&p, rules, *move);
  EXPECT_EQ(WriteFen(p, rules), c.result);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Chess960Castling,
    ::testing::Values(
        // The king stands on its target; only the rook moves.
        CastlingCase{"6kr/8/8/8/8/8/8/4K3 b k - 0 1", "g8h8", "5rk1/8/8/8/8/8/8/4K3 w - - 1 2"},
        CastlingCase{"7k/8/8/8/8/8/8/R5K1 w A - 0 1", "g1a1", "7k/8/8/8/8/8/8/2KR4 b - - 1 1"},
        // The rook stands on its target; only the king moves.
        CastlingCase{"4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        // They change places.
        CastlingCase{"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        CastlingCase{"4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        // The king's target, where it cannot walk, castles, too.
        CastlingCase{"4k3/8/8/8/8/8/8/1K4R1 w K - 0 1", "b1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        CastlingCase{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
        // Where the king can walk to its target, walking is meant.
        CastlingCase{"4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1g1", "4k3/8/8/8/8/8/8/R5KR b - - 1 1"},
        CastlingCase{"4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "O-O", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
        // An inner rook holds the right; its letter is written while another stands outside.
        CastlingCase{"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "e1b1", "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1"},
        CastlingCase{"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "e1a1", ""},
        // d1 is attacked while the king travels.
        CastlingCase{"1k1r4/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", ""},
        // The castling rook shields its king from a1, but not at the end.
        CastlingCase{"4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1", ""},
        // A man between rook and target.
        CastlingCase{"4k3/8/8/8/8/8/8/RB1K4 w Q - 0 1", "d1a1", ""},
        // In check.
        CastlingCase{"4k1r1/8/8/8/8/8/8/R5K1 w A - 0 1", "g1a1", ""}));

TEST(Chess960, KeepsAnInnerRooksLetter) {
  const std::string_view fen = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1";
  EXPECT_EQ(WriteFen(At(fen, "chess960"), Set("chess960")), fen);
  EXPECT_EQ(Texts(At(fen, "chess960"), Set("chess960")).size(), 22u);
}

}  // namespace
}  // namespace chess::rules
