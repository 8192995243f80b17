#pragma once
// The games that a page plays on this device, with the memories that computer players need where
// part of the board is hidden.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "rules/game/game.h"
#include "search/knowledge.h"
#include "search/memory.h"

namespace chess::rules::wasm {

class Table {
 public:
  explicit Table(Game game);

  const Game& game() const { return game_; }
  base::Status Play(Move move);
  // Takes back so many plies, at most all.
  void Undo(uint32_t plies);

  // The types that may move this turn, drawn with that number. Only where a roll is awaited.
  Powers Roll(uint32_t draw);
  // What the computer would name. Only where a name is awaited.
  Role Name(uint32_t seed) const;
  void SetName(Role role) { game_.SetName(role); }

  // What a computer player would play: a level 0 to 9, or 10, 11, 12 for the characters. Errors:
  // kFailedPrecondition GAME_OVER, CHOICE_AWAITED.
  base::Result<Move> Reply(uint32_t player, uint32_t seed) const;

 private:
  void Note();
  // What the side to move knows.
  base::Result<search::Knowledge> Known(uint32_t seed) const;

  Game game_;
  std::array<search::Memory, 2> memories_;  // by colour; only where the rules hide
};

// Tables by number; numbers of closed ones are used again.
class Tables {
 public:
  int32_t Open(Game game);
  void Close(int32_t number);
  Table& Of(int32_t number);

 private:
  std::vector<std::unique_ptr<Table>> tables_;
};

}  // namespace chess::rules::wasm
