#pragma once
// Evaluate: check the position, check that no rated game runs, search, stream.

#include <grpcpp/impl/service_type.h>

#include <memory>

#include "analysis/metrics.h"
#include "analysis/rated_games.h"
#include "uci/pool.h"

namespace chess::analysis {

// The gRPC service; all must outlive it.
std::unique_ptr<grpc::Service> MakeAnalysisService(uci::Pool& pool, RatedGames& rated_games,
                                                   Metrics& metrics);

}  // namespace chess::analysis
