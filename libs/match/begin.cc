// How a game comes to its first move, and every turn to its roll and its name.
#include "match/judge.h"
#include "rules/game/choice.h"
#include "rules/game/setup.h"

namespace chess::match {
namespace {

// The roll of the turn that `board` has come to.
Rolled RollFor(const State& state, const rules::Game& board, uint32_t draw, const Chance& chance) {
  const rules::Powers movable = rules::MovableTypes(board.position(), board.rules());
  Rolled rolled{draw, movable};
  if (rules::RollMatters(board.position(), board.rules(), movable)) {
    const auto pairs = static_cast<uint64_t>(rules::RollChoices(movable));
    const uint64_t index =
        chance.Draw({*state.nonces[0], *state.nonces[1]}, draw, kRollPurpose, pairs);
    rolled.allowed = rules::RollAt(movable, static_cast<int>(index));
  }
  return rolled;
}

// The number of the last draw, those among the events to come included.
uint32_t DrawsWith(const State& state, const std::vector<Event>& events) {
  uint32_t draws = state.draws;
  for (const Event& event : events) {
    if (const auto* setup = std::get_if<SetupDrawn>(&event)) draws = setup->draw;
  }
  return draws;
}

}  // namespace

void BeginTurn(const State& state, rules::Game board, int32_t turn, TimeMs time,
               const Chance* chance, std::vector<Event>* events) {
  if (board.over()) {
    events->emplace_back(GameOver{FromOutcome(board.outcome())});
    if (state.commit) events->emplace_back(ChanceRevealed{chance->Secret()});
    return;
  }
  if (board.rules().Has(rules::kTraitRolls)) {
    events->emplace_back(RollFor(state, board, DrawsWith(state, *events) + 1, *chance));
  }
  if (board.rules().Has(rules::kTraitNames)) {
    events->emplace_back(BrainPending{turn, time + kBrainMs});
  }
}

std::vector<Event> BeginGame(const State& state, TimeMs time, const Chance* chance) {
  std::vector<Event> events{Begun{}};
  const rules::RuleSet& rule_set = state.board->rules();
  if (DraftsArmies(*state.settings, rule_set)) return events;
  rules::Game board = *state.board;
  if (DrawsSetup(*state.settings, rule_set)) {
    const rules::Rule& setup = *rule_set.setup()->rule;
    const auto numbers = static_cast<uint64_t>(setup.parameter_max - setup.parameter_min + 1);
    const uint64_t index =
        chance->Draw({*state.nonces[0], *state.nonces[1]}, state.draws + 1, kSetupPurpose, numbers);
    const int number = setup.parameter_min + static_cast<int>(index);
    events.emplace_back(SetupDrawn{state.draws + 1, number});
    auto start = rules::Game::Start(rule_set.WithSetupParameter(number), board.options());
    CHESS_CHECK(start.ok());  // every number of the range has its array
    board = *std::move(start);
  }
  BeginTurn(state, std::move(board), state.turn, time, chance, &events);
  return events;
}

Events RevealDrafts(const State& state, const std::array<rules::DraftArmy, 2>& armies, TimeMs time,
                    const Chance* chance) {
  rules::Draft draft(state.board->rules());
  DraftsRevealed revealed;
  for (const Color side : rules::kColors) {
    draft.of(side) = armies[rules::Index(side)];
    if (!draft.of(side).locked()) {
      if (auto lock = draft.of(side).Lock(); !lock.ok()) return lock.error();
    }
    revealed.armies[rules::Index(side)] = draft.of(side).Text();
  }
  std::vector<Event> events{std::move(revealed)};
  BeginTurn(state,
            rules::Game::StartAt(state.board->rules(), draft.Start(), state.board->options()),
            state.turn, time, chance, &events);
  return events;
}

base::Result<std::array<rules::DraftArmy, 2>> CompleteArmies(const State& state,
                                                             const Secrets& secrets) {
  rules::Draft draft(state.board->rules());
  for (const Color side : rules::kColors) {
    const std::optional<DraftSecret>& kept = secrets.drafts[rules::Index(side)];
    if (kept) {
      if (auto set = draft.of(side).Set(kept->army); !set.ok()) return set.error();
    } else if (state.locked[rules::Index(side)]) {
      return base::MakeError(base::Code::kInternal, "SECRET_MISSING",
                             "An army that was locked is not there.");
    }
    draft.of(side).Complete();
  }
  return draft.armies;
}

}  // namespace chess::match
