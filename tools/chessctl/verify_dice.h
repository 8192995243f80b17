#pragma once
// Checks the draws of a finished game from its PGN alone (docs/chance.md): the commit, the number
// of a drawn set-up, every roll.

#include <string>
#include <vector>

#include "rules/notation/pgn.h"

namespace chess::chessctl {

struct DiceVerdict {
  bool has_chance = false;          // the game says, by its tags or its rules, that it has draws
  int draws = 0;                    // compared and found as they must be
  std::vector<std::string> faults;  // sentences; empty: everything is as the secret draws it
  bool ok() const { return faults.empty(); }
};

// `game_id`: where the Site tag does not end with it; empty: take it from there. Plays the game's
// moves (ResolvePgn), so the game is changed.
DiceVerdict VerifyDice(rules::PgnGame* game, const std::string& game_id = "");

}  // namespace chess::chessctl
