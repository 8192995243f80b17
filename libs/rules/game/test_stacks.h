#pragma once
// Random rule sets, starts and turns for property tests. One seed (CHESS_SEED, printed by the
// tests) gives the same games everywhere.

#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.h"
#include "rules/game/draft.h"
#include "rules/game/test_support.h"

namespace chess::rules::testing {

inline uint64_t Seed(uint64_t usual) {
  const char* setting = std::getenv("CHESS_SEED");
  return setting != nullptr ? std::strtoull(setting, nullptr, 10) : usual;
}

template <class T>
const T& Any(const std::vector<T>& list, base::SeededRandom* random) {
  return list[random->Below(list.size())];
}

// Every set that the claims allow, each member once, numbers left to their defaults.
inline std::vector<RuleSet> AllRuleSets() {
  std::vector<const Rule*> bases, setups{nullptr}, twists;
  for (const Rule* rule : AllRules()) {
    (rule->axis == Axis::kBase    ? bases
     : rule->axis == Axis::kSetup ? setups
                                  : twists)
        .push_back(rule);
  }
  std::vector<RuleSet> sets;
  for (const Rule* base : bases) {
    for (const Rule* setup : setups) {
      for (uint32_t chosen = 0; chosen < 1u << twists.size(); ++chosen) {
        std::vector<RuleSet::Member> members{{base}};
        if (setup != nullptr) members.push_back({setup});
        for (size_t i = 0; i < twists.size(); ++i) {
          if (chosen >> i & 1) members.push_back({twists[i]});
        }
        base::Result<RuleSet> set = RuleSet::Of(members);
        if (set.ok()) sets.push_back(*set);
      }
    }
  }
  return sets;
}

// An army of a few random men, completed as when time is up.
inline void DraftAtRandom(DraftArmy* army, base::SeededRandom* random) {
  for (uint64_t n = random->Below(30); n > 0; --n) {
    const int rank = static_cast<int>(random->Below(4));
    const Square square = SquareOf(static_cast<int>(random->Below(8)),
                                   army->color() == Color::kWhite ? rank : 7 - rank);
    (void)army->Place(square, static_cast<Role>(random->Below(kRoles)));
  }
  army->Complete();
}

// A game of that set from its start: its number drawn, its armies drafted.
inline Game StartAtRandom(RuleSet rules, base::SeededRandom* random) {
  if (rules.Has(kTraitDrawnSetup)) {
    rules = rules.WithSetupParameter(static_cast<int>(random->Below(960)));
  }
  if (rules.Has(kTraitDraftedSetup)) {
    Draft draft(rules);
    for (DraftArmy& army : draft.armies) DraftAtRandom(&army, random);
    return Game::StartAt(rules, draft.Start());
  }
  base::Result<Game> game = Game::Start(rules);
  CHESS_CHECK(game.ok());
  return *std::move(game);
}

inline Role AnyRole(Powers types, base::SeededRandom* random) {
  std::vector<Role> roles;
  for (int r = 0; r < kRoles; ++r) {
    if (types >> r & 1) roles.push_back(static_cast<Role>(r));
  }
  return Any(roles, random);
}

// Rolls and names what the turn waits for.
inline void BeginTurn(Game* game, base::SeededRandom* random) {
  if (game->RollAwaited()) {
    const Powers movable = MovableTypes(game->position(), game->rules());
    game->SetRoll(RollMatters(game->position(), game->rules(), movable)
                      ? RollAt(movable, static_cast<int>(random->Below(
                                            static_cast<uint64_t>(RollChoices(movable)))))
                      : movable);
  }
  if (game->NameAwaited()) game->SetName(AnyRole(game->NameableTypes(), random));
}

inline void PlayAtRandom(Game* game, base::SeededRandom* random) {
  const MoveList moves = game->LegalMoves();
  game->PlayLegal(moves[random->Below(moves.size())]);
}

}  // namespace chess::rules::testing
