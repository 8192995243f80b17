#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "arena/duel.h"
#include "arena/openings.h"
#include "rules/notation/uci.h"

namespace chess::arena {
namespace {

DuelOptions Short(std::string_view set = "standard") {
  DuelOptions options;
  options.rules = *rules::ParseRuleSet(set);
  options.max_plies = 60;
  return options;
}

TEST(Tally, OnePairSaysNothingOfHowSureItIs) {
  Tally tally;
  tally.Add(2, 2);
  EXPECT_EQ(tally.Margin(), std::nullopt);
  EXPECT_EQ(Text(tally), "2-0-0  score 100.0 %");
  tally.Add(2, 0);
  EXPECT_NE(Text(tally).find("score 75.0 % ± 49.0  Elo +191 [-182 +999]"), std::string::npos)
      << Text(tally);
}

TEST(Tally, ScoresAndEloOfAMatch) {
  Tally tally;
  for (int i = 0; i < 10; ++i) tally.Add(2, 1);
  EXPECT_EQ(tally.games(), 20);
  EXPECT_DOUBLE_EQ(tally.Score(), 0.75);
  EXPECT_NEAR(Elo(tally.Score()), 190.8, 0.1);
  EXPECT_DOUBLE_EQ(tally.Margin().value(), 0);
}

TEST(Openings, AreLegalAndDiffer) {
  std::set<rules::Key> keys;
  for (uint64_t i = 0; i < OpeningLines().size(); ++i) {
    const rules::Game game = Open(rules::RuleSet(), i);
    EXPECT_EQ(game.ply(), 8) << i;
    keys.insert(game.position().key);
  }
  EXPECT_EQ(keys.size(), OpeningLines().size());
  EXPECT_GE(keys.size(), 40u);
}

TEST(Player, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "level:10", "level:-1", "level:", "level:5x", "search:0,0,0",
                           "search:1", "reckless", "search:1,2,3,4"}) {
    EXPECT_FALSE(Player::Parse(text).ok()) << text;
  }
  EXPECT_TRUE(Player::Parse("search:100,2,0").ok());
}

// The pair that docs/levels.md stands for, shortened. A change of the search, of the levels or of
// the keys plays other games: measure the ladder again (docs/levels.md), then renew the file with
//   chess-arena --plies 60 --show 0 level:5 level:4
TEST(Arena, ReplaysTheRecordedPair) {
  const PairResult pair = PlayPair(Short(), "level:5", "level:4", 0);
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/tools/arena/testdata/pair.txt");
  std::string one, two;
  ASSERT_TRUE(std::getline(file, one) && std::getline(file, two));
  EXPECT_EQ(MovesText(pair.one), one);
  EXPECT_EQ(MovesText(pair.two), two);
}

TEST(Arena, TheResultDoesNotDependOnThreads) {
  DuelOptions options = Short();
  options.pairs = 6;
  const DuelResult one = PlayDuel(options, "level:3", "level:1");
  options.threads = 3;
  const DuelResult three = PlayDuel(options, "level:3", "level:1");
  EXPECT_EQ(Text(one.tally), Text(three.tally));
  EXPECT_EQ(one.nodes, three.nodes);
  EXPECT_EQ(one.plies, three.plies);
}

TEST(Arena, PlaysSetsWithDiceFogAndBrain) {
  for (const char* set : {"dice+hand_and_brain", "dice+fog_of_war+hand_and_brain", "chess960"}) {
    const PairResult a = PlayPair(Short(set), "level:2", "careful", 3);
    const PairResult b = PlayPair(Short(set), "level:2", "careful", 3);
    EXPECT_EQ(MovesText(a.one), MovesText(b.one)) << set;
    EXPECT_EQ(MovesText(a.two), MovesText(b.two)) << set;
    EXPECT_GT(a.one.ply(), 4) << set;
  }
}

}  // namespace
}  // namespace chess::arena
