// Counts of legal move trees that several public engines agree on.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;

// Every position of a file, each depth up to the limits. Format: FEN | count at depth 1, 2, …
void CheckFile(const std::string& name, std::string_view set, int max_depth, uint64_t max_nodes) {
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/libs/rules/testdata/" + name);
  ASSERT_TRUE(file.is_open()) << name;
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t bar = line.find(" | ");
    ASSERT_NE(bar, std::string::npos) << line;
    const std::string fen = line.substr(0, bar);
    const Position position = At(fen, set);
    std::istringstream counts(line.substr(bar + 3));
    uint64_t expected = 0;
    for (int depth = 1; depth <= max_depth && counts >> expected; ++depth) {
      if (expected > max_nodes) break;
      EXPECT_EQ(Perft(position, Set(set), depth), expected) << fen << " depth " << depth;
    }
    ++positions;
  }
  EXPECT_GT(positions, 10);
}

TEST(Perft, AgreesOnStandardPositions) {
  CheckFile("perft_standard.txt", "standard", 5, 10'000'000);
}

TEST(Perft, AgreesOnChess960Positions) {
  CheckFile("perft_chess960.txt", "chess960", 5, 10'000'000);
}

TEST(Perft, EndsWhereAKingArrivesOnTheHill) {
  CheckFile("perft_king_of_the_hill.txt", "king_of_the_hill", 4, 10'000'000);
}

TEST(Perft, AgreesOnVariantsWhoseEndingsHaveNoMoves) {
  // Of these, atomic also holds positions with castling from other files.
  for (const auto& [file, set] :
       {std::pair{"perft_atomic.txt", "atomic+chess960"},
        std::pair{"perft_antichess.txt", "antichess"},
        std::pair{"perft_crazyhouse.txt", "crazyhouse"}, std::pair{"perft_horde.txt", "horde"},
        std::pair{"perft_racing_kings.txt", "racing_kings"},
        std::pair{"perft_three_check.txt", "three_check"}}) {
    CheckFile(file, set, 5, 2'000'000);
  }
}

TEST(Perft, OfDepthZeroIsOne) {
  EXPECT_EQ(Perft(At("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"), RuleSet(), 0), 1u);
}

TEST(Perft, OfAStalemateIsZero) {
  EXPECT_EQ(Perft(At("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"), RuleSet(), 3), 0u);
}

TEST(Perft, TakesTwoHundredAndEighteenMovesInOnePosition) {
  EXPECT_EQ(CountLegalMoves(At("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), RuleSet()),
            218);
}

}  // namespace
}  // namespace chess::rules
