// Playing costs no memory: what a server does with a move touches the heap only where the history
// of the game grows.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>
#include <string>

#include "base/random.h"
#include "rules/game/game.h"
#include "rules/game/setup.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"

namespace {
size_t allocations = 0;
}  // namespace

// GoogleTest runs one thread, so a plain counter does.
void* operator new(size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace chess::rules {
namespace {

// The allocations of one step: find, name, play, climb, list.
size_t StepAllocations(Game* game, std::string_view uci) {
  const size_t before = allocations;
  const auto move = ParseUci(game->position(), game->rules(), uci);
  CHESS_CHECK(move.ok());
  const std::string san = WriteSan(game->position(), game->rules(), *move);
  game->PlayLegal(*move);
  for (const Move next : game->LegalMoves()) {
    (void)IsCapture(game->position(), next);
    (void)GivesCheck(game->position(), game->rules(), next);
  }
  (void)game->ClaimableDraw();
  return allocations - before;
}

struct Replayed {
  int games = 0, plies = 0;
  int with_allocation = 0;
  int unexplained = 0;  // allocations where no array of the history was full
};

Replayed ReplayAll() {
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/tests/testdata/games.tsv");
  Replayed all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++all.games;
    std::istringstream columns(line);
    std::string moves;
    for (int column = 0; column < 8; ++column) std::getline(columns, moves, '\t');
    std::istringstream words(moves);
    Game game = *Game::Start(RuleSet());
    for (std::string uci; words >> uci;) {
      ++all.plies;
      const bool grows = game.moves().size() == game.moves().capacity();
      if (StepAllocations(&game, uci) == 0) continue;
      ++all.with_allocation;
      // The keys are one ahead of the moves.
      const bool keys_grew = game.moves().size() == game.moves().capacity();
      all.unexplained += !grows && !keys_grew;
    }
  }
  return all;
}

TEST(Allocation, AMoveOfARealGameCostsNoneButWhereTheHistoryGrows) {
  // A thread's first proofs of dead positions make room that it keeps (game/can_win.h).
  ReplayAll();
  const Replayed all = ReplayAll();
  EXPECT_EQ(all.games, 200);
  EXPECT_GT(all.plies, 10'000);
  EXPECT_EQ(all.unexplained, 0);
  EXPECT_LT(all.with_allocation, all.plies / 4);
}

// A start for every rule alone and every two that go together.
std::vector<Game> Starts() {
  std::vector<Game> starts;
  const auto add = [&starts](std::span<const RuleSet::Member> members) {
    auto set = RuleSet::Of(members);
    if (!set.ok()) return;
    if (set->Has(kTraitDrawnSetup)) *set = set->WithSetupParameter(17);
    auto game = Game::Start(*set);
    starts.push_back(game.ok() ? *std::move(game) : Game::StartAt(*set, StandardArray()));
  };
  for (const Rule* a : AllRules()) {
    for (const Rule* b : AllRules()) {
      const RuleSet::Member members[] = {{a}, {b}};
      if (a->key <= b->key) add({members, a == b ? size_t{1} : size_t{2}});
    }
  }
  return starts;
}

TEST(Allocation, PositionsOfEveryStackArePlayedWithoutAny) {
  base::SeededRandom random(1);
  size_t moves_played = 0;
  for (const Game& start : Starts()) {
    SCOPED_TRACE(start.rules().Name());
    Position position = start.position();
    const RuleSet rules = start.rules();
    const size_t before = allocations;
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = LegalMoves(position, rules);
      if (moves.empty()) break;
      const Move move = moves[random.Below(moves.size())];
      if (IsCapture(position, move)) (void)GivesCheck(position, rules, move);
      const bool written = !WriteSan(position, rules, move).empty();
      Play(&position, rules, move);
      moves_played += written;
      if (rules.VariantEnding(position, move)) break;
    }
    EXPECT_EQ(allocations - before, 0u);
  }
  EXPECT_GT(moves_played, 2'000u);
}

TEST(Position, TakesHalfOfWhatItMay) { EXPECT_LE(sizeof(Position), 128u); }

}  // namespace
}  // namespace chess::rules
