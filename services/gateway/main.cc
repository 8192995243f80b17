// chess-gateway: the edge of the platform. README.md says what it does.

#include <absl/synchronization/mutex.h>

#include <cstdio>

#include "gateway/config.h"
#include "gateway/gateway.h"
#include "metrics/registry.h"
#include "rpc/server.h"

int main(int argc, char** argv) {
  // gRPC's locks look for deadlocks in Debian's build of absl, at a cost that shows in profiles.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  chess::gateway::Config config;
  chess::gateway::ParseOrExit(argc, argv, &config);
  chess::metrics::Registry registry;
  config.log.service_secret = config.service_secret;
  chess::rpc::StartLog("gateway", config.log, registry, config.log_requested);
  chess::metrics::AddProcessMetrics(registry);
  chess::gateway::Gateway gateway(config, registry);
  const chess::base::Status started = gateway.Start();
  if (!started.ok()) {
    std::fprintf(stderr, "chess-gateway: %s\n", started.error().message.c_str());
    return 1;
  }
  gateway.Run(/*signals=*/true);
  return 0;
}
