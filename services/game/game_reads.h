#pragma once
// What public and internal reads have in common: a game that the caller may see, and lists.

#include <functional>
#include <string>

#include "base/result.h"
#include "game/service_parts.h"

namespace chess::game::v1 {
class GameSnapshot;
class ListGamesRequest;
class ListGamesResponse;
}  // namespace chess::game::v1

namespace chess::game {

using GameDone = std::function<void(base::Result<GameRef>)>;

// A game, confirmed, with due deadlines applied; GAME_NOT_FOUND also where `viewer_id` may not see
// it. `done` runs on the reads' threads (or at once with an error).
void ReadVisible(const ServiceParts& parts, const std::string& game_id,
                 const std::string& viewer_id, int64_t min_seq, GameDone done);

// Fills the snapshot for a viewer, with the players' names as they are now, then calls `done`.
void WriteSnapshot(const ServiceParts& parts, const GameRef& game, const std::string& viewer_id,
                   v1::GameSnapshot* out, std::function<void()> done);

// ListGames; blocks, so run it on the reads' threads.
base::Status ListGames(const ServiceParts& parts, const std::string& viewer_id,
                       const v1::ListGamesRequest& request, v1::ListGamesResponse* response);

}  // namespace chess::game
