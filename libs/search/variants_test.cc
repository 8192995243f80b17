// That the search plays each rule for what it is about.

#include <gtest/gtest.h>

#include "rules/game/test_support.h"
#include "search/brain.h"

namespace chess::search {
namespace {

using rules::Bit;
using rules::Game;
using rules::Role;
using rules::testing::After;

Knowledge Known(const Game& game) {
  base::Result<Knowledge> known = Knowledge::Of(game);
  CHESS_CHECK(known.ok());
  return *known;
}

Result SearchAt(std::string_view fen, std::string_view set, uint64_t nodes = 20'000) {
  Searcher searcher(size_t{1} << 20);
  return searcher.Search(Known(After(fen, {}, set)), {.nodes = nodes});
}

struct Goal {
  const char* set;
  const char* fen;
  const char* best;  // empty: several
  int moves;         // until the win
};

TEST(Variants, TheirEndingsAreSoughtAndTaken) {
  const Goal goals[] = {
      {"three_check", "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1 +2+0", "", 1},
      {"three_check", "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1 +1+0", "", 2},
      {"atomic", "4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1", "e1e7", 1},
      {"antichess", "8/8/8/8/8/1p6/8/R7 w - - 0 1", "a1a2", 1},
      {"crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", 1},
      {"racing_kings", "8/6K1/8/8/8/8/8/k7 w - - 0 1", "", 1},
      {"racing_kings", "8/8/6K1/8/8/8/8/k7 w - - 0 1", "", 2},
      {"horde", "4k3/8/8/8/8/8/1r6/1P6 b - - 0 1", "b2b1", 1},
      {"king_of_the_hill", "4k3/8/8/8/8/3K4/p7/8 w - - 0 1", "", 1},
      {"cannibal", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1},
      {"identity_steal", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1},
      {"identity_append", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1},
      {"upgraded", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1},
      {"atomic+king_of_the_hill", "4k3/8/8/8/8/3K4/p7/8 w - - 0 1", "", 1},
  };
  for (const Goal& goal : goals) {
    const Result result = SearchAt(goal.fen, goal.set);
    EXPECT_EQ(MovesToEnd(result.score), goal.moves) << goal.set << " " << goal.fen;
    if (goal.best[0] != 0) {
      EXPECT_EQ(rules::WriteUci(result.best, rules::testing::Set(goal.set)), goal.best);
    }
  }
}

TEST(Variants, TheirDangersAreSeen) {
  // Black's king is one step from the hill, and nobody can stop it.
  EXPECT_LT(MovesToEnd(SearchAt("8/8/3k4/8/8/8/r7/K7 w - - 0 1", "king_of_the_hill").score), 0);
  // Black threatens to take on g2, next to the king. There is an answer.
  const Result atomic = SearchAt("6rk/8/8/8/8/8/5PPP/5R1K w - - 0 1", "atomic");
  EXPECT_FALSE(IsDecided(atomic.score));
  // Two checks given: the third must be prevented.
  const Result checks = SearchAt("r3k3/8/8/8/8/8/5PPP/6K1 w - - 0 1 +0+2", "three_check");
  EXPECT_LT(MovesToEnd(checks.score), 0);
}

TEST(Variants, AManInHandIsWorthMoreThanNone) {
  const char* with = "4k3/pppp4/8/8/8/8/4PPPP/4K3[N] w - - 0 1";
  const char* without = "4k3/pppp4/8/8/8/8/4PPPP/4K3[] w - - 0 1";
  EXPECT_GT(SearchAt(with, "crazyhouse", 3000).score,
            SearchAt(without, "crazyhouse", 3000).score + 150);
}

TEST(Variants, WhereCapturingIsCompulsoryFewMenAreGood) {
  EXPECT_GT(SearchAt("4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "antichess", 2000).score, 300);
}

TEST(Variants, TheRollBindsTheFirstMove) {
  Game game = After("3qk3/8/8/8/8/8/P6N/3RK3 w - - 0 1", {}, "dice");
  ASSERT_TRUE(game.RollAwaited());
  game.SetRoll(Bit(Role::kKnight) | Bit(Role::kPawn));
  const Knowledge known = Known(game);
  for (const rules::Move m : known.moves()) EXPECT_NE(rules::WriteUci(m, game.rules()), "d1d8");
  Searcher searcher(size_t{1} << 20);
  EXPECT_TRUE(game.LegalMoves().Contains(searcher.Search(known, {.nodes = 2000}).best));
}

TEST(Brain, NamesTheTypeOfTheBestMove) {
  Searcher searcher(size_t{1} << 20);
  Game game = After("3qk3/8/8/8/8/8/P6N/3RK3 w - - 0 1", {}, "hand_and_brain");
  const Knowledge known = Known(game);
  EXPECT_EQ(NameType(&searcher, known, game.NameableTypes(), 2000), Role::kRook);
  // Among what the dice leave.
  EXPECT_EQ(NameType(&searcher, known, Bit(Role::kPawn), 2000), Role::kPawn);
  // The same answer each time.
  Searcher other(size_t{1} << 20);
  EXPECT_EQ(NameType(&other, known, Bit(Role::kPawn) | Bit(Role::kKnight), 2000),
            NameType(&searcher, known, Bit(Role::kPawn) | Bit(Role::kKnight), 2000));
}

TEST(Brain, OfAManWithTwoTypesNamesTheOneThatLeavesLessChoice) {
  // The knight-rook takes the queen; a plain knight could move, too.
  Game game = After("3qk3/8/8/8/8/8/7N/3R(RN)K3 w - - 0 1", {}, "hand_and_brain+identity_append");
  Searcher searcher(size_t{1} << 20);
  EXPECT_EQ(NameType(&searcher, Known(game), game.NameableTypes(), 5000), Role::kRook);
}

}  // namespace
}  // namespace chess::search
