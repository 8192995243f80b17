#include <gtest/gtest.h>

#include "analysis/convert.h"
#include "analysis/position.h"

namespace chess::analysis {
namespace {

std::string Reason(const std::string& rule_set, const std::string& fen,
                   const std::vector<std::string>& moves) {
  const auto game = ReadPosition(rule_set, fen, moves);
  return game.ok() ? "" : game.error().reason;
}

TEST(ReadPosition, PlaysMovesInUciAndSan) {
  const auto game = ReadPosition("", "", {"e2e4", "e5", "Nf3"});
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->ply(), 3);
}

TEST(ReadPosition, RefusesGarbageWithAReason) {
  EXPECT_EQ(Reason("nonsense", "", {}), "RULE_SET_INVALID");
  for (const char* set : {"king_of_the_hill", "dice", "hand_and_brain", "fog_of_war", "atomic"}) {
    EXPECT_EQ(Reason(set, "", {}), "RULE_SET_INVALID") << set;
  }
  EXPECT_EQ(Reason("", "not a fen", {}), "FEN_INVALID");
  EXPECT_EQ(Reason("", std::string(300, 'x'), {}), "INVALID_FIELD");
  EXPECT_NE(Reason("", "", {"e2e5"}), "");
  EXPECT_EQ(Reason("", "", std::vector<std::string>(2001, "e2e4")), "INVALID_FIELD");
}

TEST(ToSearch, AppliesItsLimits) {
  v1::EvaluateRequest request;
  request.set_lines(99);
  request.set_depth(99);
  request.set_time_ms(99'999'999);
  const uci::SearchRequest search = ToSearch(*ReadPosition("", "", {}), request);
  EXPECT_EQ(search.lines, 5);
  EXPECT_EQ(search.depth, 30);
  EXPECT_EQ(search.time_ms, 10'000);
}

TEST(ToSearch, Chess960IsAskedWithShredderLetters) {
  const uci::SearchRequest search = ToSearch(*ReadPosition("chess960:518", "", {}), {});
  EXPECT_TRUE(search.chess960);
  EXPECT_NE(search.fen.find(" HAha "), std::string::npos) << search.fen;
}

// Mate is known without an engine: R6k/8/6K1 with Black to move.
TEST(OutcomeToProto, AMatedSideIsMateInNought) {
  const auto game = ReadPosition("", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", {});
  ASSERT_TRUE(game.ok());
  ASSERT_TRUE(game->over());
  const v1::EvaluateResponse response = OutcomeToProto(*game);
  EXPECT_TRUE(response.final());
  EXPECT_EQ(response.outcome(), "checkmate");
  EXPECT_EQ(response.lines(0).score().mate(), 0);
}

TEST(ToProto, WritesLinesInSanAndCutsIllegalMoves) {
  uci::Lines lines(true);
  lines.Take(*uci::ParseInfo("info depth 5 score cp 30 nodes 9 pv e2e4 e7e5 e4e5 g1f3"));
  const auto response = ToProto(*ReadPosition("", "", {}), lines, "Fake");
  ASSERT_EQ(response.lines_size(), 1);
  EXPECT_EQ(response.lines(0).san_size(), 2);
  EXPECT_EQ(response.lines(0).san(1), "e5");
  EXPECT_EQ(response.lines(0).score().centipawns(), 30);
}

}  // namespace
}  // namespace chess::analysis
