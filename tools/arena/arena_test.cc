#include <gtest/gtest.h>

#include "arena/duel.h"

namespace chess::arena {
namespace {

TEST(Tally, ScoresAndEloOfAMatch) {
  Tally tally;
  for (int i = 0; i < 10; ++i) tally.Add(2, 1);
  EXPECT_EQ(tally.games(), 20);
  EXPECT_DOUBLE_EQ(tally.Score(), 0.75);
  EXPECT_NEAR(Elo(tally.Score()), 190.8, 0.1);
  EXPECT_DOUBLE_EQ(tally.Margin(), 0);
}

}  // namespace
}  // namespace chess::arena
