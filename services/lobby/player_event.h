#pragma once
// Something a player is told. Numbers grow by one per player.

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/ids.h"
#include "lobby/challenge.h"

namespace chess::lobby {

enum class PlayerEventKind : uint8_t { kChallenge, kGameStarted, kSessionRevoked };

struct PlayerEvent {
  base::PlayerId player_id;  // who is told
  int64_t seq = 0;
  base::TimeMs event_time = 0;
  PlayerEventKind kind = PlayerEventKind::kChallenge;
  // kChallenge: as it stood when the event was written. kGameStarted: with its game.
  std::optional<Challenge> challenge;
  std::string session_id;  // kSessionRevoked
};

}  // namespace chess::lobby
