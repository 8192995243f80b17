#pragma once
// A decision as it is told, serialised once: the view goes into the caller's answer and into the
// event, the event into the bell. Bytes are protobuf; made by convert.h.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/game/view.h"

namespace chess::game {

struct Projection {
  int64_t seq = 0;
  // All audiences see the same; only the first element of each array is filled.
  bool same_for_all = true;
  std::array<std::string, 3> events;   // GameEvent, by rules::Seat; its view comes last
  std::array<size_t, 3> view_sizes{};  // bytes of that view

  const std::string& Event(rules::Seat seat) const { return events[At(seat)]; }
  // The serialised GameView, within the event.
  std::string_view View(rules::Seat seat) const {
    const std::string& event = Event(seat);
    return std::string_view(event).substr(event.size() - view_sizes[At(seat)]);
  }

 private:
  size_t At(rules::Seat seat) const { return same_for_all ? 0 : static_cast<size_t>(seat); }
};
using ProjectionPtr = std::shared_ptr<const Projection>;

// "all", or "white", "black", "spectator" where they differ.
std::string_view AudienceWord(bool same_for_all, rules::Seat seat);
// The seat that a word speaks of; "all" and unknown words: the spectator.
rules::Seat SeatOfAudience(std::string_view word);

}  // namespace chess::game
