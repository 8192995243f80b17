#pragma once
// Counts, times and logs every call of a server, by a gRPC interceptor.

#include <grpcpp/support/server_interceptor.h>

#include <memory>

#include "metrics/registry.h"

namespace chess::rpc {

// `registry` must outlive the server.
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> MakeCallObserver(
    metrics::Registry& registry);

}  // namespace chess::rpc
