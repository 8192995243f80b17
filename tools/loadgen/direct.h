#pragma once
// Games straight against the game service over gRPC, without gateway, lobby and streams: what the
// referee and the log alone can do.

#include <functional>
#include <vector>

#include "base/result.h"
#include "loadgen/games.h"
#include "loadgen/options.h"
#include "loadgen/stats.h"

namespace chess::loadgen {

// Runs warm-up and measurement; calls `begin` and `end` around the measured time.
base::Status RunDirect(const Options& options, const std::vector<RecordedGame>& games, Stats& stats,
                       const std::function<void()>& begin, const std::function<void()>& end);

}  // namespace chess::loadgen
