#include "search/levels.h"

#include "base/check.h"

namespace chess::search {
namespace {

constexpr size_t kTableBytes = size_t{1} << 20;

// Found by measuring, so that each beats the one below by about two to one.
constexpr Level kLevelTable[kLevels] = {
    {10, 1, 600}, {30, 1, 300},  {60, 2, 200},  {150, 3, 140},  {350, 0, 100},
    {900, 0, 70}, {2300, 0, 45}, {5600, 0, 25}, {15000, 0, 10}, {45000, 0, 4},
};

}  // namespace

Level LevelOf(int level) {
  CHESS_CHECK(level >= 0 && level < kLevels);
  return kLevelTable[level];
}

LevelPlayer::LevelPlayer() : searcher_(kTableBytes) {}

Result LevelPlayer::Choose(const Knowledge& known, int level, uint64_t seed,
                           std::function<bool()> should_stop) {
  const Level strength = LevelOf(level);
  Limits limits;
  limits.nodes = strength.nodes;
  limits.depth = strength.depth;
  limits.should_stop = std::move(should_stop);
  Options options;
  options.noise = strength.noise;
  options.seed = seed;
  options.fresh = true;
  return searcher_.Search(known, limits, options);
}

}  // namespace chess::search
