#include "clock/clock_app.h"

#include <grpcpp/impl/service_type.h>

#include <vector>

#include "clock/game_time.h"
#include "clock/metrics.h"
#include "clock/owner_peer.h"
#include "clock/services.h"
#include "clock/sweeper.h"
#include "rpc/server.h"

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

}  // namespace

struct ClockApp::Parts {
  explicit Parts(const Options& options)
      : metrics(registry),
        owners(OwnersOf(options)),
        sweeper(options.sweeper, {options.redis_url, "chess-clock"}, base::SystemClock(), time,
                owners, metrics),
        server("clock", options.server, registry) {
    server.AddPublic(service.get());
    // Without any answer yet there is no time to tell; later the steady clock carries on.
    server.AddReadiness("game_time", [this] { return time.Known(); });
    server.OnDrain([this] { sweeper.Stop(); });
    registry.MirrorGauge("chess_clock_timers", "Deadlines armed.", {},
                         [this] { return static_cast<double>(sweeper.armed()); });
    registry.MirrorGauge("chess_clock_game_time_error_seconds", "Bound of the clock's error.", {},
                         [this] { return time.Known() ? time.ErrorNs() / 1e9 : 1e9; });
    metrics::AddProcessMetrics(registry);
  }

  metrics::Registry registry;
  Metrics metrics;
  GameTime time{base::SystemClock()};
  std::vector<std::unique_ptr<OwnerPeer>> owners;
  std::unique_ptr<grpc::Service> service = MakeClockService(time);
  Sweeper sweeper;
  rpc::Server server;  // last: it stops the sweeper
};

ClockApp::ClockApp(const Options& options) : parts_(new Parts(options)) {}
ClockApp::~ClockApp() = default;

rpc::Server& ClockApp::server() { return parts_->server; }
metrics::Registry& ClockApp::registry() { return parts_->registry; }

}  // namespace chess::clock
