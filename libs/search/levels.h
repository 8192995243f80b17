#pragma once
// Ten levels of computer players, 0 the weakest. Each is a number of nodes and a measure of
// misjudgement; docs/levels.md has what they score against each other and how that was measured.

#include "search/searcher.h"

namespace chess::search {

constexpr int kLevels = 10;

struct Level {
  uint64_t nodes = 0;  // positions looked at for one move
  int depth = 0;       // plies at most; 0: as the nodes allow
  int noise = 0;       // centipawns by which a position may be misjudged
};

// 0 <= level < kLevels.
Level LevelOf(int level);

// Plays at a level. A table of fixed size is part of what makes a level reproducible.
class LevelPlayer {
 public:
  LevelPlayer();
  // The move depends on what is known, the level and the seed only. `should_stop` may cut it short
  // (then the best so far counts).
  Result Choose(const Knowledge& known, int level, uint64_t seed,
                std::function<bool()> should_stop = nullptr);

 private:
  Searcher searcher_;
};

}  // namespace chess::search
