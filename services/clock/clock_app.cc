#include "clock/clock_app.h"

#include <grpcpp/impl/service_type.h>

#include <vector>

#include "clock/game_time.h"
#include "clock/metrics.h"
#include "clock/owner_peer.h"
#include "clock/services.h"
#include "clock/sweeper.h"
#include "metrics/dependencies.h"
#include "rpc/server.h"
#include "rpc/store_log.h"

namespace chess::clock {
namespace {

std::vector<std::unique_ptr<OwnerPeer>> OwnersOf(const Options& options) {
  const std::string& secret = options.server.service_secret;
  std::vector<std::unique_ptr<OwnerPeer>> owners;
  const auto add = [&](const char* name, const std::string& targets) {
    if (!targets.empty()) owners.push_back(std::make_unique<OwnerPeer>(name, targets, secret));
  };
  add("game", options.game_internal_address);
  add("lobby", options.lobby_internal_address);
  return owners;
}

redis::Options RedisOf(const Options& options) {
  return {.url = options.redis_url,
          .name = "chess-clock",
          .on_state = rpc::LogsStateOf("redis", "bus")};
}

// The two ends of the bus as metrics want to see them, also while the sweeper ends.
struct ClaimsView {
  const Sweeper& sweeper;
  bool Healthy() const {
    bool healthy = false;
    sweeper.LookAtBus([&](const DeadlineBus& bus) { healthy = bus.client().Healthy(); });
    return healthy;
  }
  redis::ClientStats Stats() const {
    redis::ClientStats stats;
    sweeper.LookAtBus([&](const DeadlineBus& bus) { stats = bus.client().Stats(); });
    return stats;
  }
};
struct NoticesView {
  const Sweeper& sweeper;
  bool Healthy() const {
    bool healthy = false;
    sweeper.LookAtBus([&](const DeadlineBus& bus) { healthy = bus.subscriber().Healthy(); });
    return healthy;
  }
  redis::SubscriberStats Stats() const {
    redis::SubscriberStats stats;
    sweeper.LookAtBus([&](const DeadlineBus& bus) { stats = bus.subscriber().Stats(); });
    return stats;
  }
};

}  // namespace

struct ClockApp::Parts {
  explicit Parts(const Options& options)
      : metrics(registry),
        owners(OwnersOf(options)),
        sweeper(options.sweeper, RedisOf(options), base::SystemClock(), time, owners,
                metrics),
        server("clock", options.server, registry) {
    server.AddPublic(service.get());
    // Ready at once: that nobody has told the time yet is GetTime's to say, for it hangs on peers.
    server.OnDrain([this] { sweeper.Stop(); });
    Mirror();
  }

  void Mirror() {
    registry.MirrorGauge("chess_clock_timers", "Deadlines armed.", {},
                         [this] { return static_cast<double>(sweeper.armed()); });
    registry.MirrorGauge("chess_clock_timers_overdue_seconds",
                         "How long the most overdue deadline has waited for its delivery.", {},
                         [this] { return sweeper.OverdueSeconds(); });
    metrics::AddTimeMetrics(registry, [this] { return time.Known() ? time.ErrorNs() / 1e9 : 1e9; });
    metrics::AddRedisMetrics(registry, "claims", claims);
    metrics::AddSubscriberMetrics(registry, notices);
    metrics::AddProcessMetrics(registry);
  }

  metrics::Registry registry;
  Metrics metrics;
  GameTime time{base::SystemClock()};
  std::vector<std::unique_ptr<OwnerPeer>> owners;
  std::unique_ptr<grpc::Service> service = MakeClockService(time);
  Sweeper sweeper;
  const ClaimsView claims{sweeper};
  const NoticesView notices{sweeper};
  rpc::Server server;  // last: it stops the sweeper
};

ClockApp::ClockApp(const Options& options) : parts_(new Parts(options)) {}
ClockApp::~ClockApp() = default;

rpc::Server& ClockApp::server() { return parts_->server; }
metrics::Registry& ClockApp::registry() { return parts_->registry; }

}  // namespace chess::clock
