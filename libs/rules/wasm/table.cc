#include "rules/wasm/table.h"

#include <algorithm>
#include <utility>

#include "rules/game/view.h"
#include "search/brain.h"
#include "search/characters.h"
#include "search/glimpse.h"
#include "search/levels.h"

namespace chess::rules::wasm {
namespace {

constexpr uint64_t kBrainNodes = 5000;
constexpr size_t kBrainTable = size_t{1} << 18;

}  // namespace

Table::Table(Game game) : game_(std::move(game)) { Note(); }

void Table::Note() {
  if (!game_.rules().Has(kTraitHidden)) return;
  for (const Color color : kColors) {
    memories_[Index(color)].Note(ViewOf(game_, SeatOf(color)), game_.rules());
  }
}

base::Status Table::Play(Move move) {
  base::Status played = game_.Play(move);
  if (played.ok()) Note();
  return played;
}

void Table::Undo(uint32_t plies) {
  const std::vector<Move> line = game_.moves();
  const size_t kept = line.size() - std::min<size_t>(plies, line.size());
  game_.Undo(static_cast<int>(line.size() - kept));
  if (!game_.rules().Has(kTraitHidden)) return;
  // What was seen in the plies taken back is forgotten.
  memories_ = {};
  Game again = Game::StartAt(game_.rules(), game_.start(), game_.options());
  std::swap(again, game_);
  Note();
  for (size_t i = 0; i < kept; ++i) {
    game_.PlayLegal(line[i]);
    Note();
  }
  game_ = std::move(again);
}

Powers Table::Roll(uint32_t draw) {
  const Powers movable = MovableTypes(game_.position(), game_.rules());
  Powers rolled = movable;
  if (RollMatters(game_.position(), game_.rules(), movable)) {
    rolled = RollAt(movable, static_cast<int>(draw % static_cast<uint32_t>(RollChoices(movable))));
  }
  game_.SetRoll(rolled);
  return rolled;
}

base::Result<search::Knowledge> Table::Known(uint32_t seed) const {
  if (!game_.rules().Has(kTraitHidden)) return search::Knowledge::Of(game_);
  const Color mover = game_.turn();
  return search::Glimpse::Of(ViewOf(game_, SeatOf(mover)), game_.rules(), memories_[Index(mover)],
                             seed);
}

Role Table::Name(uint32_t seed) const {
  const Powers allowed = game_.NameableTypes();
  Role first = Role::kPawn;
  while ((allowed & Bit(first)) == 0) first = static_cast<Role>(Index(first) + 1);
  const auto known = Known(seed);
  if (!known.ok()) return first;
  search::Searcher searcher(kBrainTable);
  return search::NameType(&searcher, *known, allowed, kBrainNodes);
}

base::Result<Move> Table::Reply(uint32_t player, uint32_t seed) const {
  if (game_.RollAwaited() || game_.NameAwaited()) {
    return base::MakeError(base::Code::kFailedPrecondition, "CHOICE_AWAITED",
                           "The turn waits for its roll or its name.");
  }
  const auto known = Known(seed);
  if (!known.ok()) return known.error();
  if (player < search::kLevels) {
    search::LevelPlayer computer;
    return computer.Choose(*known, static_cast<int>(player), seed).best;
  }
  const auto character = static_cast<search::Character>(std::min(player - search::kLevels, 2u));
  return search::Choose(character, *known, seed);
}

int32_t Tables::Open(Game game) {
  size_t number = 0;
  while (number < tables_.size() && tables_[number] != nullptr) ++number;
  if (number == tables_.size()) tables_.emplace_back();
  tables_[number] = std::make_unique<Table>(std::move(game));
  return static_cast<int32_t>(number);
}

void Tables::Close(int32_t number) {
  Of(number);
  tables_[static_cast<size_t>(number)].reset();
}

Table& Tables::Of(int32_t number) {
  const auto index = static_cast<size_t>(number);
  CHESS_CHECK(number >= 0 && index < tables_.size() && tables_[index] != nullptr);
  return *tables_[index];
}

}  // namespace chess::rules::wasm
