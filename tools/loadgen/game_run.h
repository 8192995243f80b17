#pragma once
// Games one after another in one place: make, play, resign, again.

#include <vector>

#include "loadgen/games.h"
#include "loadgen/options.h"
#include "loadgen/player.h"
#include "loadgen/stats.h"

namespace chess::loadgen {

// What all games of a run share; one thread.
struct Run {
  asio::io_context& io;
  const Options& options;
  const std::vector<RecordedGame>& games;
  Endpoint endpoint;
  Stats stats;
  int live = 0;  // games that have begun
  bool stopping = false;
};

// Plays until `run.stopping`; `number` decides which games it plays.
Task<void> PlayGames(Run& run, int number);

}  // namespace chess::loadgen
