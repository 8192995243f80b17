// The search over random compatible stacks of all rules there are: it plays legally everywhere.

#include <gtest/gtest.h>

#include "rules/game/setup.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"
#include "search/brain.h"
#include "search/characters.h"
#include "search/glimpse.h"
#include "search/levels.h"

namespace chess::search {
namespace {

using rules::Game;
using rules::Rule;
using rules::RuleSet;

// A base, perhaps a set-up, up to three twists; tried until they go together.
RuleSet RandomStack(uint64_t seed) {
  for (uint64_t attempt = 0;; ++attempt) {
    std::vector<RuleSet::Member> members;
    const uint64_t wanted = Draw(seed, attempt * 100, 4) + 1;
    for (uint64_t i = 0; i < wanted; ++i) {
      const std::span<const Rule* const> all = rules::AllRules();
      members.push_back({all[Draw(seed, attempt * 100 + i + 1, all.size())], -1});
    }
    base::Result<RuleSet> set = RuleSet::Of(members);
    if (!set.ok()) continue;
    if (set->Has(rules::kTraitDrawnSetup)) {
      return set->WithSetupParameter(static_cast<int>(Draw(seed, 7, 960)));
    }
    return *set;
  }
}

struct Table {
  Game game;
  Memory memories[2];
};

void Settle(Table* table, Searcher* searcher, uint64_t seed) {
  Game& game = table->game;
  Memory& memory = table->memories[Index(game.turn())];
  const rules::View view = rules::ViewOf(game, rules::SeatOf(game.turn()));
  memory.Note(view, game.rules());
  if (game.RollAwaited()) {
    const rules::Powers movable = rules::MovableTypes(game.position(), game.rules());
    const bool matters = rules::RollMatters(game.position(), game.rules(), movable);
    const uint64_t choices = matters ? static_cast<uint64_t>(rules::RollChoices(movable)) : 1;
    const int draw = static_cast<int>(Draw(seed, static_cast<uint64_t>(game.ply()), choices));
    game.SetRoll(matters ? rules::RollAt(movable, draw) : movable);
  }
  if (game.NameAwaited()) {
    const rules::View fresh = rules::ViewOf(game, rules::SeatOf(game.turn()));
    base::Result<Knowledge> known = Glimpse::Of(fresh, game.rules(), memory, seed, 1);
    ASSERT_TRUE(known.ok()) << game.rules().Name();
    const rules::Role name = NameType(searcher, *known, game.NameableTypes(), 50);
    ASSERT_TRUE(game.NameableTypes() & rules::Bit(name)) << game.rules().Name();
    game.SetName(name);
  }
}

Knowledge KnownTo(const Table& table, uint64_t seed) {
  const Game& game = table.game;
  base::Result<Knowledge> known = Knowledge::Of(game);
  if (!known.ok()) {
    known = Glimpse::Of(rules::ViewOf(game, rules::SeatOf(game.turn())), game.rules(),
                        table.memories[Index(game.turn())], seed, 2);
  }
  CHESS_CHECK(known.ok());
  return *known;
}

TEST(EverySet, ASearchOfTwoHundredNodesPlaysLegallyInRandomStacks) {
  Searcher searcher(1 << 18);
  int positions = 0;
  for (uint64_t seed = 1; positions < 2000; ++seed) {
    const RuleSet rules = RandomStack(seed);
    base::Result<Game> start = Game::Start(rules);
    ASSERT_TRUE(start.ok()) << rules.Name();
    Table table{*start, {}};
    while (!table.game.over() && table.game.ply() < 60) {
      Settle(&table, &searcher, seed);
      const Knowledge known = KnownTo(table, seed);
      for (const rules::Move m : table.game.LegalMoves()) {
        ASSERT_TRUE(known.moves().Contains(m))
            << rules.Name() << " " << rules::WriteFen(table.game.position(), rules) << " "
            << rules::WriteUci(m, rules);
      }
      const Result result = searcher.Search(known, {.nodes = 200});
      ASSERT_TRUE(table.game.LegalMoves().Contains(result.best)) << rules.Name();
      ASSERT_LE(result.nodes, 200u);
      ++positions;
      // Half of the moves are random, so that games go astray.
      const uint64_t ply = static_cast<uint64_t>(table.game.ply());
      const bool searched = Draw(seed, ply * 2 + 1, 2) == 0;
      const rules::Move move = searched ? result.best : Choose(Character::kCasual, known, seed);
      ASSERT_TRUE(table.game.Play(move).ok()) << rules.Name();
    }
  }
}

TEST(EverySet, CharactersPlayLegallyInRandomStacks) {
  Searcher searcher(1 << 16);
  for (uint64_t seed = 1000; seed < 1060; ++seed) {
    base::Result<Game> start = Game::Start(RandomStack(seed));
    ASSERT_TRUE(start.ok());
    Table table{*start, {}};
    while (!table.game.over() && table.game.ply() < 30) {
      Settle(&table, &searcher, seed);
      const Character c = static_cast<Character>(table.game.ply() % 3);
      ASSERT_TRUE(table.game.Play(Choose(c, KnownTo(table, seed), seed)).ok());
    }
  }
}

TEST(EverySet, SearchesEachRuleByItselfDeterministically) {
  for (const Rule* rule : rules::AllRules()) {
    const RuleSet::Member member[] = {{rule, rule->traits & rules::kTraitDrawnSetup ? 518 : -1}};
    const RuleSet rules = *RuleSet::Of(member);
    base::Result<Game> game = Game::Start(rules);
    ASSERT_TRUE(game.ok()) << rule->key;
    if (game->RollAwaited()) game->SetRoll(rules::MovableTypes(game->position(), rules));
    if (game->NameAwaited()) game->SetName(rules::Role::kKnight);
    const Knowledge known = KnownTo({*game, {}}, 3);
    Searcher one(1 << 18), two(1 << 18);
    const Result a = one.Search(known, {.nodes = 5000}), b = two.Search(known, {.nodes = 5000});
    EXPECT_EQ(a.line, b.line) << rule->key;
    EXPECT_EQ(a.score, b.score) << rule->key;
    EXPECT_TRUE(game->LegalMoves().Contains(a.best)) << rule->key;
  }
}

}  // namespace
}  // namespace chess::search
