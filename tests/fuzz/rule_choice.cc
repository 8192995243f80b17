#include "fuzz/rule_choice.h"

#include <array>
#include <vector>

#include "rules/game/draft.h"

namespace chess::fuzz {

using namespace chess::rules;  // NOLINT: a test

uint8_t TakeByte(std::string_view* input) {
  if (input->empty()) return 0;
  const auto byte = static_cast<uint8_t>(input->front());
  input->remove_prefix(1);
  return byte;
}

uint32_t TakeWord(std::string_view* input) {
  uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8 | TakeByte(input);
  return word;
}

RuleSet TakeRules(std::string_view* input) {
  const uint32_t mask = TakeWord(input);
  const int number = TakeByte(input) << 8 | TakeByte(input);
  std::vector<RuleSet::Member> members;
  RuleSet set;
  for (size_t i = 0; i < AllRules().size(); ++i) {
    if ((mask >> i & 1) == 0) continue;
    const Rule& rule = *AllRules()[i];
    RuleSet::Member member{&rule, -1};
    if (rule.parameter_max >= 0) {
      const int span = rule.parameter_max - rule.parameter_min + 1;
      member.parameter = rule.parameter_min + number % span;
    }
    members.push_back(member);
    if (auto grown = RuleSet::Of(members); grown.ok()) {
      set = *grown;
    } else {
      members.pop_back();
    }
  }
  return set;
}

namespace {

Position TakeArmies(const RuleSet& rules, std::string_view* input) {
  Draft draft(rules);
  for (const Color color : kColors) {
    DraftArmy& army = draft.of(color);
    for (int men = TakeByte(input) % 33; men > 0; --men) {
      const uint8_t where = TakeByte(input) & 63;
      const auto role = static_cast<Role>(TakeByte(input) % kRoles);
      if (!army.Place(where, role).ok()) (void)army.Remove(where ^ 1);
    }
    army.Complete();
  }
  return draft.Start();
}

}  // namespace

Game TakeStart(std::string_view* input) {
  const RuleSet rules = TakeRules(input);
  if (rules.Has(kTraitDraftedSetup)) return Game::StartAt(rules, TakeArmies(rules, input));
  auto game = Game::Start(rules);
  CHESS_CHECK(game.ok());
  return *std::move(game);
}

void TakeChoices(Game* game, std::string_view* input) {
  if (game->RollAwaited()) {
    const Powers movable = MovableTypes(game->position(), game->rules());
    const bool matters = RollMatters(game->position(), game->rules(), movable);
    game->SetRoll(matters ? RollAt(movable, TakeByte(input) % RollChoices(movable)) : movable);
  }
  if (game->NameAwaited()) {
    std::array<Role, kRoles> names{};
    size_t count = 0;
    for (int role = 0; role < kRoles; ++role) {
      if (game->NameableTypes() >> role & 1) names[count++] = static_cast<Role>(role);
    }
    CHESS_CHECK(count > 0);
    game->SetName(names[TakeByte(input) % count]);
  }
}

Game TakeGame(std::string_view* input) {
  Game game = TakeStart(input);
  for (int plies = TakeByte(input); plies > 0 && !game.over() && !input->empty(); --plies) {
    TakeChoices(&game, input);
    const MoveList moves = game.LegalMoves();
    CHESS_CHECK(!moves.empty());
    game.PlayLegal(moves[TakeByte(input) % moves.size()]);
  }
  return game;
}

}  // namespace chess::fuzz
