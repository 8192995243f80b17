#pragma once
// What a capture wins once the dust on its square has settled.

#include "rules/core/move.h"
#include "rules/core/position.h"

namespace chess::search {

// Centipawns that the side to move wins (or loses, < 0) on the target of a legal move if both sides
// go on taking there with their least valuable man as long as it pays. Pins, effects of captures
// and royal men's safety are not looked at: an estimate, good for ordering and pruning. Not for
// drops and castling.
int ExchangeGain(const rules::Position& position, rules::Move move);

}  // namespace chess::search
