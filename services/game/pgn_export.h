#pragma once
// A game as PGN. Pure, thread-safe.

#include <array>
#include <string>

#include "game/rows.h"
#include "match/state.h"
#include "rules/game/view.h"

namespace chess::game {

// Ends with an empty line, so that games can be joined. What `seat` may not know is left out: in a
// running game with hidden information that is the moves.
std::string WriteGamePgn(const match::State& state, const std::array<SeatRow, 2>& seats,
                         rules::Seat seat, bool clocks);

}  // namespace chess::game
