#include "uci/line.h"

#include <gtest/gtest.h>

namespace chess::uci {
namespace {

TEST(ParseInfo, ReadsDepthScoreRankNodesAndMoves) {
  const auto info =
      ParseInfo("info depth 12 seldepth 18 multipv 2 score cp -31 nodes 5000 pv e7e5 g1f3");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->depth, 12);
  EXPECT_EQ(info->rank, 2);
  EXPECT_EQ(info->score, (Score{false, -31}));
  EXPECT_EQ(info->nodes, 5000);
  EXPECT_EQ(info->pv, (std::vector<std::string>{"e7e5", "g1f3"}));
}

TEST(ParseInfo, SkipsWhatCarriesNoScore) {
  for (const char* line : {"info string hello", "info depth 3 currmove e2e4", "", "bestmove e2e4",
                           "info depth x score cp", "info score mate x", "\x01\xff"}) {
    EXPECT_FALSE(ParseInfo(line)) << line;
  }
}

TEST(ParseBestMove, KnowsThatNoMoveIsNoMove) {
  for (const char* line : {"bestmove (none)", "bestmove 0000", "bestmove a1a1", "bestmove"}) {
    const auto best = ParseBestMove(line);
    ASSERT_TRUE(best) << line;
    EXPECT_FALSE(best->move) << line;
  }
  EXPECT_EQ(ParseBestMove("bestmove e7e8q ponder a7a6")->move, "e7e8q");
  EXPECT_FALSE(ParseBestMove("info depth 1"));
}

TEST(Lines, AreSeenFromWhiteAndBoundsNeverReplaceExactScores) {
  Lines lines(/*white_to_move=*/false);
  lines.Take(*ParseInfo("info depth 28 multipv 1 score mate -10 pv d7f6"));
  lines.Take(*ParseInfo("info depth 28 multipv 2 score cp -900 pv d7c5"));
  EXPECT_FALSE(lines.Take(*ParseInfo("info depth 29 multipv 2 score mate 0 upperbound pv d7c5")));
  EXPECT_EQ(lines.by_rank().at(1).score, (Score{true, 10}));
  EXPECT_EQ(lines.by_rank().at(2).score, (Score{false, 900}));
  EXPECT_EQ(lines.depth(), 28);
}

}  // namespace
}  // namespace chess::uci
