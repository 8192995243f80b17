#pragma once
// chess.analysis.internal.v1.AnalysisInternalService: the brain of hand-and-brain games.

#include <grpcpp/impl/service_type.h>

#include <memory>

#include "analysis/metrics.h"

namespace chess::analysis {

struct BrainOptions {
  int threads = 1;         // searches at once
  int queue = 256;         // questions that may wait
  int64_t nodes = 60'000;  // of one answer at most
};

// The gRPC service; `metrics` must outlive it.
std::unique_ptr<grpc::Service> MakeBrainService(const BrainOptions& options, Metrics& metrics);

}  // namespace chess::analysis
