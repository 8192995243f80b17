#include "openings/openings.h"

#include <gtest/gtest.h>

#include "rules/notation/uci.h"

namespace chess::openings {
namespace {

rules::Game Played(std::string_view set, std::initializer_list<std::string_view> moves) {
  rules::Game game = *rules::Game::Start(*rules::ParseRuleSet(set));
  for (const std::string_view move : moves) {
    EXPECT_TRUE(game.Play(*rules::ParseUci(game.position(), game.rules(), move)).ok()) << move;
  }
  return game;
}

TEST(Openings, TheWholeTableIsReadAndEveryPositionIsNamedOnce) { EXPECT_EQ(OpeningCount(), 3807u); }

TEST(Openings, NamesTheLastNamedPosition) {
  const rules::Game game = Played("standard", {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "h7h5"});
  const Opening* opening = OpeningOf(game);
  ASSERT_NE(opening, nullptr);
  EXPECT_EQ(opening->eco, "C60");
  EXPECT_EQ(opening->name, "Ruy Lopez");
}

TEST(Openings, TranspositionsHaveOneName) {
  const Opening* first = OpeningOf(Played("standard", {"d2d4", "d7d5", "c2c4", "e7e6"}));
  const Opening* second = OpeningOf(Played("standard", {"c2c4", "e7e6", "d2d4", "d7d5"}));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first, second);
}

TEST(Openings, NoNameBeforeTheFirstMoveAndFromOtherStarts) {
  EXPECT_EQ(OpeningOf(Played("standard", {})), nullptr);
  EXPECT_EQ(OpeningOf(Played("chess960:17", {"e2e4"})), nullptr);
}

}  // namespace
}  // namespace chess::openings
