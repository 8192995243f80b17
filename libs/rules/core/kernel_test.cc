// Kernel differential: a stronger kernel plays the games of a weaker one alike.

#include "rules/core/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "rules/core/edit.h"
#include "rules/core/moves.h"
#include "rules/game/setup.h"
#include "rules/game/test_support.h"
#include "rules/rules/pocket.h"

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
    if (!rules.VariantEnding(next, m)) nodes += CheckedPerft(next, rules, depth - 1);
  }
  return nodes;
}

void CheckBoards(const Position& p, const RuleSet& rules) {
  Bitboard all = 0;
  for (Bitboard board : p.roles) all |= board;
  ASSERT_EQ(all, p.occupied());
  ASSERT_EQ(p.colors[0] & p.colors[1], 0u);
  ASSERT_EQ(p.royal & ~all, 0u);
  ASSERT_EQ(p.unmoved & ~p.of(Role::kRook), 0u);
  for (Color c : kColors) {
    const bool castles = (p.unmoved & p.of(c)) != 0;
    ASSERT_TRUE(!castles || (p.royal & p.of(c, Role::kKing)) != 0);
  }
  ASSERT_TRUE(!rules.hooks().marks || (p.slots[kMarksSlot] & ~all) == 0);
}

// The same rules with every move tried.
RuleSet OnTrial(const RuleSet& rules) {
  static std::vector<std::unique_ptr<Rule>> twins;
  std::vector<RuleSet::Member> members;
  for (RuleSet::Member m : rules.members()) {
    if (m.rule->traits & kTraitOrdinaryQuiets) {
      twins.push_back(std::make_unique<Rule>(*m.rule));
      twins.back()->traits &= ~static_cast<uint32_t>(kTraitOrdinaryQuiets);
      m.rule = twins.back().get();
    }
    members.push_back(m);
  }
  if (rules.hooks().safe.empty() && !rules.hooks().royal_attackers) members.push_back({&kTried});
  base::Result<RuleSet> set = RuleSet::Of(members);
  CHESS_CHECK(set.ok());
  return *set;
}

// Every pair of rules that can be played together, and every rule alone.
std::vector<RuleSet> AllPairs() {
  std::vector<RuleSet> sets;
  for (const Rule* a : AllRules()) {
    for (const Rule* b : AllRules()) {
      if (a > b) continue;
      const RuleSet::Member members[] = {{a}, {b}};
      const base::Result<RuleSet> set = RuleSet::Of({members, a == b ? size_t{1} : size_t{2}});
      if (set.ok()) sets.push_back(*set);
    }
  }
  return sets;
}

Position StartOf(const RuleSet& rules, base::SeededRandom* random) {
  if (rules.Has(kTraitDraftedSetup)) return StandardArray();
  const int number = rules.Has(kTraitDrawnSetup) ? static_cast<int>(random->Below(960)) : -1;
  const base::Result<Position> start =
      StartPosition(number < 0 ? rules : rules.WithSetupParameter(number));
  CHESS_CHECK(start.ok());
  return *start;
}

// Random games; visit(position) before every move.
template <class Visit>
void RandomGame(const RuleSet& rules, base::SeededRandom* random, Visit visit) {
  Position p = StartOf(rules, random);
  for (int ply = 0; ply < 120; ++ply) {
    visit(p);
    const MoveList moves = LegalMoves(p, rules);
    if (moves.empty()) return;
    const Move m = moves[random->Below(moves.size())];
    Play(&p, rules, m);
    if (rules.VariantEnding(p, m)) return;
  }
}

TEST(Kernel, EverySetPlaysAlikeOnItsOwnKernelOnStrongerOnesAndByTrial) {
  base::SeededRandom random(4);
  int sets = 0;
  for (const RuleSet& rules : AllPairs()) {
    if (rules.kernel() == Kernel::kUnguarded) continue;
    ++sets;
    const RuleSet stronger[] = {rules.OnKernel(std::max(rules.kernel(), Kernel::kMorphing)),
                                rules.OnKernel(Kernel::kVolatile), OnTrial(rules)};
    RandomGame(rules, &random, [&](const Position& p) {
      ASSERT_NO_FATAL_FAILURE(CheckBoards(p, rules)) << rules.Name() << WriteFen(p, rules);
      if (random.Below(6) != 0) return;
      const uint64_t nodes = CheckedPerft(p, rules, 2);
      for (const RuleSet& other : stronger) {
        ASSERT_EQ(CheckedPerft(p, other, 2), nodes) << rules.Name() << ' ' << WriteFen(p, rules);
      }
    });
  }
  EXPECT_GT(sets, 40);
}

// What the kernel without king safety allows and a look at the king afterwards does not refuse is
// legal chess (castling, which asks for more, left aside).
TEST(Kernel, UnguardedMovesThatLeaveNoKingAttackedAreTheLegalOnes) {
  const RuleSet chess, unguarded = chess.OnKernel(Kernel::kUnguarded);
  base::SeededRandom random(8);
  for (int game = 0; game < 30; ++game) {
    RandomGame(chess, &random, [&](const Position& p) {
      std::vector<uint16_t> legal, filtered;
      for (Move m : LegalMoves(p, chess)) {
        if (!m.is_castle()) legal.push_back(m.raw());
      }
      for (Move m : LegalMoves(p, unguarded)) {
        // En passant squares are set for what is legal only; men may be taken in other ways alike.
        if (!m.is_castle() && RoyalNotAttacked(After(p, unguarded, m), p.turn)) {
          filtered.push_back(m.raw());
        }
      }
      std::sort(legal.begin(), legal.end());
      std::sort(filtered.begin(), filtered.end());
      ASSERT_EQ(legal, filtered) << WriteFen(p, chess);
    });
  }
}

TEST(Kernel, UnguardedSetsKeepBoardsAndKey) {
  base::SeededRandom random(15);
  for (const RuleSet& rules : AllPairs()) {
    if (rules.kernel() != Kernel::kUnguarded) continue;
    for (int game = 0; game < 8; ++game) {
      RandomGame(rules, &random, [&](const Position& p) {
        ASSERT_NO_FATAL_FAILURE(CheckBoards(p, rules)) << rules.Name() << WriteFen(p, rules);
        if (random.Below(10) == 0) CheckedPerft(p, rules, 2);
      });
    }
  }
}

// Marks and men in hand where the rules keep them.
void AddState(const RuleSet& rules, base::SeededRandom* random, Position* p) {
  if (rules.hooks().marks) p->slots[kMarksSlot] = random->Next() & p->occupied();
  if (rules.hooks().drops) {
    for (Color c : kColors) AddToHand(p, c, static_cast<Role>(random->Below(5)));
  }
  p->key = FullKey(*p);
}

TEST(Kernel, MasksAgreeWithTrialForMenWithAnyPowers) {
  base::SeededRandom random(20230101);
  for (std::string_view name : {"standard", "cannibal", "identity_steal", "identity_append",
                                "upgraded", "cannibal+upgraded", "crazyhouse", "horde"}) {
    const RuleSet masks = Set(name).OnKernel(Kernel::kMorphing), trial = OnTrial(Set(name));
    int judged = 0;
    for (int i = 0; i < 1500; ++i) {
      Position p = RandomPosition(&random);
      AddState(masks, &random, &p);
      if (!RoyalNotAttacked(p, !p.turn)) continue;
      ++judged;
      ASSERT_EQ(CheckedPerft(p, masks, 2), CheckedPerft(p, trial, 2))
          << name << ' ' << WriteFen(p, masks);
    }
    EXPECT_GT(judged, 400) << name;
  }
}

}  // namespace
}  // namespace chess::rules
