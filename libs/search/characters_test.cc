#include "search/characters.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "rules/game/test_support.h"
#include "search/levels.h"

namespace chess::search {
namespace {

using rules::Game;
using rules::Move;
using rules::testing::After;

Knowledge Known(const Game& game) {
  base::Result<Knowledge> known = Knowledge::Of(game);
  CHESS_CHECK(known.ok());
  return *known;
}

// What a character plays here over many seeds.
std::set<std::string> Choices(Character character, std::string_view fen,
                              std::string_view set = "standard") {
  const Knowledge known = Known(After(fen, {}, set));
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    texts.insert(rules::WriteUciKingTakesRook(Choose(character, known, seed)));
  }
  return texts;
}

using Texts = std::set<std::string>;

TEST(Casual, PlaysEveryLegalMoveEquallyOften) {
  const Knowledge known = Known(After("", {}));
  std::map<uint16_t, int> counts;
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    ++counts[Choose(Character::kCasual, known, seed).raw()];
  }
  EXPECT_EQ(counts.size(), 20u);
  for (const auto& [move, n] : counts) EXPECT_NEAR(n, 1000, 150);
}

TEST(Casual, DoesNotPreferMate) {
  EXPECT_GT(Choices(Character::kCasual, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").size(), 10u);
}

TEST(Balanced, TakesTheMostValuableManWithoutLookingFurther) {
  // The rook is worth more than the knight, protected or not.
  EXPECT_EQ(Choices(Character::kBalanced, "4k3/8/2p1p3/1n1r4/2P1Q3/8/8/4K3 w - - 0 1"),
            (Texts{"c4d5", "e4d5"}));
  // Bishop before knight: 330 and 320.
  EXPECT_EQ(Choices(Character::kBalanced, "4k3/8/8/2b1n3/3P4/8/8/4K3 w - - 0 1"), (Texts{"d4c5"}));
  // A promotion gains 800, taking a rook 500.
  EXPECT_EQ(Choices(Character::kBalanced, "7k/P7/8/8/3r4/4P3/8/4K3 w - - 0 1"), (Texts{"a7a8q"}));
}

TEST(Balanced, MatesAtOnceRatherThanTaking) {
  EXPECT_EQ(Choices(Character::kBalanced, "6k1/5ppp/8/8/8/8/q7/R3R1K1 w - - 0 1"), (Texts{"e1e8"}));
  EXPECT_EQ(Choices(Character::kCareful, "6k1/5ppp/8/8/8/8/q7/R3R1K1 w - - 0 1"), (Texts{"e1e8"}));
}

TEST(Balanced, CountsAnImmediateStalemateAsZero) {
  // Kf6 is stalemate: worse than being a pawn ahead, better than being one behind.
  for (const Character c : {Character::kBalanced, Character::kCareful}) {
    EXPECT_EQ(Choices(c, "5k2/5P2/4K3/p7/P7/8/1P6/8 w - - 0 1").count("e6f6"), 0u);
    EXPECT_EQ(Choices(c, "5k2/5P2/4K3/p7/p7/p7/P7/8 w - - 0 1"), (Texts{"e6f6"}));
  }
}

TEST(Careful, DoesNotTakeWhatIsProtected) {
  EXPECT_EQ(Choices(Character::kCareful, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1").count("d1d5"), 0u);
  EXPECT_EQ(Choices(Character::kBalanced, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1"), (Texts{"d1d5"}));
}

TEST(Careful, MovesAManThatIsAttacked) {
  // Only the queen can be lost: each choice leaves her safe.
  for (const std::string& text :
       Choices(Character::kCareful, "4k3/8/8/2p5/3Q4/8/8/4K3 w - - 0 1")) {
    EXPECT_EQ(text.substr(0, 2), "d4") << text;
  }
}

TEST(Careful, NeverAllowsMateInOneIfItCan) {
  // Kh1 allows Ra1#; a step of a pawn, or the king's to f1, does not.
  const char* fen = "r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1";
  EXPECT_EQ(Choices(Character::kBalanced, fen).count("g1h1"), 1u);
  EXPECT_EQ(Choices(Character::kCareful, fen).count("g1h1"), 0u);
}

TEST(Characters, RepliesDependOnSeedAndCourseOnly) {
  for (const Character c : {Character::kCasual, Character::kBalanced, Character::kCareful}) {
    Game game = After("", {"e2e4", "e7e5", "g1f3"});
    const Move reply = Choose(c, Known(game), 77);
    game.PlayLegal(reply);
    game.Undo(2);  // takeback: the player's move and the reply
    game.PlayLegal(rules::testing::Uci(game.position(), game.rules(), "g1f3"));
    EXPECT_EQ(Choose(c, Known(game), 77), reply);
  }
}

TEST(Characters, AGameIsTheSameForTheSameSeedAndDiffersForAnother) {
  const auto play = [](uint64_t seed) {
    Game game = After("", {});
    for (int ply = 0; ply < 40 && !game.over(); ++ply) {
      game.PlayLegal(Choose(ply % 2 ? Character::kCareful : Character::kCasual, Known(game), seed));
    }
    return game.moves();
  };
  EXPECT_EQ(play(3), play(3));
  EXPECT_NE(play(3), play(4));
}

TEST(Characters, HaveNames) {
  for (const Character c : {Character::kCasual, Character::kBalanced, Character::kCareful}) {
    EXPECT_EQ(ParseCharacter(NameOf(c)), c);
  }
  EXPECT_EQ(ParseCharacter("reckless"), std::nullopt);
}

TEST(Levels, TheSameSeedAndPositionGiveTheSameMove) {
  const Knowledge known = Known(After("", {"e2e4", "c7c5", "g1f3"}));
  LevelPlayer one, two;
  std::set<uint16_t> moves;
  for (int level = 0; level < kLevels; ++level) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const Move move = one.Choose(known, level, seed).best;
      one.Choose(Known(After("", {})), level, seed);  // something else in between
      EXPECT_EQ(one.Choose(known, level, seed).best, move);
      EXPECT_EQ(two.Choose(known, level, seed).best, move);
      if (level < 3) moves.insert(move.raw());
    }
  }
  EXPECT_GT(moves.size(), 1u);
}

TEST(Levels, RiseInNodesAndSinkInMisjudgement) {
  for (int level = 1; level < kLevels; ++level) {
    EXPECT_GT(LevelOf(level).nodes, LevelOf(level - 1).nodes);
    EXPECT_LE(LevelOf(level).noise, LevelOf(level - 1).noise);
  }
}

}  // namespace
}  // namespace chess::search
