#pragma once
// What can never happen on the board, however the game goes on: a fixpoint over the squares that
// each man can ever come to. It proves that locked positions are locked.

#include "rules/core/position.h"

namespace chess::rules {

// True only if no series of legal moves of orthodox chess (any castling geometry) leads to a
// position in which `side` has mated. Every man has one power, each side one king.
bool MateIsOutOfReach(const Position& position, Color side);

// No pawn can get past the pawns before it or come to take one, unless other men interfere: no
// pawn is passed and none will ever meet an enemy pawn of a neighbouring file. False without pawns.
bool PawnsAreLocked(const Position& position);

// No pawn of either side can be pushed or take something now. False without pawns.
bool PawnsStandStill(const Position& position);

}  // namespace chess::rules
