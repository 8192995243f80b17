#pragma once
// A player as others see them, in the context of one rating.

#include <cstdint>
#include <string>

#include "base/ids.h"

namespace chess::lobby {

struct PlayerCard {
  base::PlayerId player_id;
  std::string name;  // empty: no such player (any more)
  bool guest = false;
  bool bot = false;
  int32_t rating = 0;  // rounded, at the family and speed at hand; 0: no context
  bool provisional = false;
};

}  // namespace chess::lobby
