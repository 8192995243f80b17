#pragma once
// Memory: what one player of a game with hidden squares has seen of the opponent's men, gathered
// from the views that it was given.

#include <array>

#include "rules/game/view.h"

namespace chess::search {

// A man as it was last seen.
struct Sighting {
  rules::Powers powers = 0;  // 0: nothing is remembered here
  bool royal = false;
  bool marked = false;
  int ply = 0;  // when it was seen
};

class Memory {
 public:
  // A player's next view of its game under `rules`, in the order in which they came; leaving some
  // out only loses knowledge. Views of spectators and unreadable ones are ignored.
  void Note(const rules::View& view, const rules::RuleSet& rules);

  const Sighting& At(rules::Square square) const { return sightings_[square]; }

 private:
  std::array<Sighting, 64> sightings_{};
};

}  // namespace chess::search
