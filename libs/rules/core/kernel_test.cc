// Kernel differential: a stronger kernel plays the games of a weaker one alike.

#include "rules/core/kernel.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "base/random.h"
#include "rules/core/edit.h"
#include "rules/core/moves.h"
#include "rules/game/test_support.h"

namespace chess::rules {
namespace {

using testing::At;
using testing::Set;

// Chess's own notion of safety, said through the hook: every move is tried.
bool RoyalNotAttacked(const Position& after, Color mover) {
  const Square s = after.RoyalSquare(mover);
  return s == kNoSquare || !IsAttacked(after, s, !mover);
}
constexpr Rule kTried = {
    .key = "tried", .title = "Tried", .kernel = Kernel::kVolatile, .safe = RoyalNotAttacked};
// The same, sparing the trial of quiet moves.
constexpr Rule kTriedIfLoud = {.key = "tried_if_loud",
                               .title = "Tried if loud",
                               .kernel = Kernel::kVolatile,
                               .traits = kTraitOrdinaryQuiets,
                               .safe = RoyalNotAttacked};
// Attack said through the hook.
Bitboard AttackersOfRoyal(const Position& p, Color side) {
  const Square s = p.RoyalSquare(side);
  return s == kNoSquare ? 0 : Attackers(p, s, !side);
}
constexpr Rule kLooked = {.key = "looked",
                          .title = "Looked",
                          .kernel = Kernel::kVolatile,
                          .royal_attackers = AttackersOfRoyal};

RuleSet SetWith(const Rule& rule) {
  const RuleSet::Member members[] = {{&rule}};
  base::Result<RuleSet> set = RuleSet::Of(members);
  CHESS_CHECK(set.ok());
  return *set;
}

// Every position of a file under these rules. Format: FEN | count at depth 1, 2, …
void CheckFile(const std::string& name, std::string_view reader, const RuleSet& rules,
               uint64_t max_nodes) {
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/libs/rules/testdata/" + name);
  ASSERT_TRUE(file.is_open()) << name;
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t bar = line.find(" | ");
    const Position position = At(line.substr(0, bar), reader);
    std::istringstream counts(line.substr(bar + 3));
    uint64_t expected = 0;
    for (int depth = 1; counts >> expected && expected <= max_nodes; ++depth) {
      EXPECT_EQ(Perft(position, rules, depth), expected) << line << " depth " << depth;
    }
    ++positions;
  }
  EXPECT_GT(positions, 10);
}

TEST(Kernel, MorphingAndVolatilePlayChessAlike) {
  for (Kernel kernel : {Kernel::kMorphing, Kernel::kVolatile}) {
    CheckFile("perft_standard.txt", "standard", RuleSet().OnKernel(kernel), 3'000'000);
    CheckFile("perft_chess960.txt", "chess960", Set("chess960").OnKernel(kernel), 3'000'000);
    CheckFile("perft_king_of_the_hill.txt", "king_of_the_hill",
              Set("king_of_the_hill").OnKernel(kernel), 1'000'000);
  }
}

TEST(Kernel, TrialFindsWhatMasksFind) {
  for (const Rule* rule : {&kTried, &kTriedIfLoud, &kLooked}) {
    CheckFile("perft_standard.txt", "standard", SetWith(*rule), 1'000'000);
    CheckFile("perft_chess960.txt", "chess960", SetWith(*rule), 1'000'000);
  }
}

// A few men with random powers on random squares; royal men move as anything.
Position RandomPosition(base::SeededRandom* random) {
  Position p;
  p.turn = random->Below(2) ? Color::kBlack : Color::kWhite;
  const uint64_t men = 4 + random->Below(14);
  for (uint64_t i = 0; i < men; ++i) {
    const Square s = static_cast<Square>(random->Below(64));
    if (!p.empty(s)) continue;
    Powers powers = static_cast<Powers>(1u << random->Below(6));
    if (random->Below(3) == 0) powers |= static_cast<Powers>(1u << random->Below(6));
    const Color color = i % 2 ? Color::kBlack : Color::kWhite;
    PutMan(&p, color, s, powers);
    if (i < 2 && random->Below(8) != 0) {
      p.royal |= Bit(s);
      if (random->Below(2)) SetPowers(&p, s, Bit(Role::kKing));
    }
  }
  p.key = FullKey(p);
  return p;
}

// Leaves of the tree whose keys and counts are also checked.
uint64_t CheckedPerft(const Position& p, const RuleSet& rules, int depth) {
  EXPECT_EQ(p.key, FullKey(p)) << WriteFen(p, rules);
  if (depth == 0) return 1;
  const MoveList moves = LegalMoves(p, rules);
  EXPECT_EQ(static_cast<int>(moves.size()), CountLegalMoves(p, rules)) << WriteFen(p, rules);
  uint64_t nodes = 0;
  for (Move m : moves) {
    const Position next = After(p, rules, m);
    EXPECT_EQ(GivesCheck(p, rules, m), InCheck(next, rules)) << WriteFen(p, rules);
    nodes += CheckedPerft(next, rules, depth - 1);
  }
  return nodes;
}

TEST(Kernel, MasksAgreeWithTrialForMenWithAnyPowers) {
  base::SeededRandom random(20230101);
  const RuleSet masks = RuleSet().OnKernel(Kernel::kMorphing);
  const RuleSet trial = SetWith(kTried);
  int judged = 0;
  for (int i = 0; i < 4000; ++i) {
    Position p = RandomPosition(&random);
    if (!RoyalNotAttacked(p, !p.turn)) continue;
    ++judged;
    ASSERT_EQ(CheckedPerft(p, masks, 2), CheckedPerft(p, trial, 2)) << WriteFen(p, masks);
  }
  EXPECT_GT(judged, 1000);
}

}  // namespace
}  // namespace chess::rules
