// Random games of single rules and pairs of rules survive being written as PGN and read again.

#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "rules/game/setup.h"
#include "rules/game/test_support.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"
#include "rules/notation/san.h"

namespace chess::rules {
namespace {

RuleSet Numbered(RuleSet rules) {
  if (!rules.Has(kTraitDrawnSetup)) return rules;
  return rules.WithSetupParameter(17);
}

std::vector<RuleSet> SinglesAndPairs() {
  std::vector<RuleSet> sets;
  for (const Rule* a : AllRules()) {
    for (const Rule* b : AllRules()) {
      if (b > a) continue;
      const RuleSet::Member members[] = {{a}, {b}};
      const base::Result<RuleSet> set = RuleSet::Of({members, a == b ? size_t{1} : size_t{2}});
      if (set.ok()) sets.push_back(Numbered(*set));
    }
  }
  return sets;
}

// The moves are legal by the rules of the board; what dice and brain say is made up to fit nothing.
PgnGame RandomGame(const RuleSet& rules, base::SeededRandom* random, Position* end) {
  Position p = *StartPosition(rules);
  PgnGame pgn;
  SetPgnRuleTags(&pgn, rules, p);
  uint32_t at = 0;
  Move last;
  for (int ply = 0; ply < 50; ++ply) {
    const MoveList moves = LegalMoves(p, rules);
    if (moves.empty() || rules.VariantEnding(p, last)) break;
    if (rules.Has(kTraitRolls)) {
      pgn.nodes[at].next_roll = PgnRoll{static_cast<uint32_t>(ply), Bit(Role::kQueen)};
    }
    if (rules.Has(kTraitNames)) pgn.nodes[at].next_brain = Role::kKnight;
    last = moves[random->Below(moves.size())];
    at = pgn.Add(at, WriteSan(p, rules, last));
    pgn.nodes[at].clock_ms = static_cast<int64_t>(random->Below(3600)) * 100;
    Play(&p, rules, last);
  }
  *end = p;
  return pgn;
}

TEST(PgnRoundTrip, KeepsRulesStartMovesClocksAndChoices) {
  base::SeededRandom random(2026);
  int sets = 0;
  for (const RuleSet& rules : SinglesAndPairs()) {
    ++sets;
    for (int round = 0; round < 3; ++round) {
      Position end;
      const PgnGame pgn = RandomGame(rules, &random, &end);
      const std::string text = WritePgn(pgn);
      PgnReader reader(PgnFromText(text));
      std::optional<PgnGame> read = reader.Next();
      ASSERT_TRUE(read.has_value()) << text;
      const std::optional<PgnMeaning> meaning = ResolvePgn(&*read);
      ASSERT_TRUE(meaning.has_value() && read->problems.empty()) << text;
      EXPECT_EQ(Numbered(meaning->rules), rules) << text;
      ASSERT_EQ(meaning->end, end) << text;
      ASSERT_EQ(read->nodes.size(), pgn.nodes.size());
      for (size_t i = 0; i < pgn.nodes.size(); ++i) {
        ASSERT_EQ(read->nodes[i].text, pgn.nodes[i].text) << text;
        ASSERT_EQ(read->nodes[i].clock_ms, pgn.nodes[i].clock_ms);
        ASSERT_EQ(read->nodes[i].next_roll, pgn.nodes[i].next_roll);
        ASSERT_EQ(read->nodes[i].next_brain, pgn.nodes[i].next_brain);
      }
    }
  }
  EXPECT_GT(sets, 90);
}

TEST(PgnRoundTrip, TheVariantTagIsTheTitleOfTheSet) {
  PgnGame pgn;
  const RuleSet rules = testing::Set("dice+identity_append+king_of_the_hill");
  SetPgnRuleTags(&pgn, rules, *StartPosition(rules));
  EXPECT_EQ(*pgn.Tag("Variant"), "Dice + Identity Append + King of the Hill");
  EXPECT_EQ(pgn.Tag("FEN"), nullptr);  // the standard array
}

TEST(PgnRoundTrip, TheBudgetStandsInTheVariantTag) {
  for (const auto& [set, title] :
       {std::pair{"draft", "Draft 39"}, std::pair{"draft:45", "Draft 45"}}) {
    PgnGame pgn;
    SetPgnRuleTags(&pgn, testing::Set(set), testing::At("4k3/8/8/8/8/8/8/4K2Q w - - 0 1", set));
    EXPECT_EQ(*pgn.Tag("Variant"), title);
    EXPECT_EQ(*pgn.Tag("FEN"), "4k3/8/8/8/8/8/8/4K2Q w - - 0 1");
  }
}

TEST(PgnRoundTrip, AUsualArrayWithoutRightsNeedsNoFenWhereNobodyCastles) {
  PgnGame pgn;
  const RuleSet rules = testing::Set("antichess");
  SetPgnRuleTags(&pgn, rules, *StartPosition(rules));
  EXPECT_EQ(pgn.Tag("FEN"), nullptr);
  PgnGame horde;
  SetPgnRuleTags(&horde, testing::Set("horde"), *StartPosition(testing::Set("horde")));
  EXPECT_NE(horde.Tag("FEN"), nullptr);
}

}  // namespace
}  // namespace chess::rules
