// The practice positions: legal, running, told apart, and with the side to practise on the move.

#include "rules/game/practice.h"

#include <gtest/gtest.h>

#include <set>

#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

TEST(Practice, PositionsAreLegalAndRunning) {
  ASSERT_GE(PracticePositions().size(), 15u);
  for (const PracticePosition& practice : PracticePositions()) {
    base::Result<Game> game = Game::StartFrom(RuleSet(), practice.fen);
    ASSERT_TRUE(game.ok()) << practice.key;
    EXPECT_FALSE(game->over()) << practice.key;
    EXPECT_EQ(game->turn(), practice.side) << practice.key;
    EXPECT_EQ(WriteFen(game->position(), RuleSet()), practice.fen);
    if (practice.goal == PracticeGoal::kWin) {
      EXPECT_NE(CanWin(game->position(), RuleSet(), practice.side), CanWinAnswer::kNo);
    } else {
      EXPECT_NE(CanWin(game->position(), RuleSet(), !practice.side), CanWinAnswer::kNo);
    }
  }
}

TEST(Practice, KeysAreUniqueAndEveryPositionHasItsWords) {
  std::set<std::string_view> keys, fens;
  for (const PracticePosition& practice : PracticePositions()) {
    EXPECT_TRUE(keys.insert(practice.key).second) << practice.key;
    EXPECT_TRUE(fens.insert(practice.fen).second) << practice.key;
    EXPECT_EQ(practice.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"),
              std::string_view::npos);
    EXPECT_FALSE(practice.title.empty());
    EXPECT_TRUE(practice.hint.ends_with('.'));
    EXPECT_EQ(FindPractice(practice.key), &practice);
  }
  EXPECT_EQ(FindPractice("no_such"), nullptr);
}

}  // namespace
}  // namespace chess::rules
