#pragma once
// The birth of a game.

#include "base/result.h"
#include "game/service_parts.h"

namespace chess::game::internal::v1 {
class CreateGameRequest;
}

namespace chess::game {

// Creates the game, or finds it: the number of its first decision. Idempotent by id. Blocks; run it
// on the reads' threads. Errors: INVALID_FIELD, those of match::Checked, GAME_EXISTS (the id with
// other settings or players), DEPENDENCY_AWAY.
base::Result<int64_t> CreateGame(const ServiceParts& parts,
                                 const internal::v1::CreateGameRequest& request);

}  // namespace chess::game
