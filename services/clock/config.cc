#include "clock/config.h"

#include "redis/address.h"
#include "rpc/config.h"
#include "rpc/stub_list.h"

namespace chess::clock {

Options ParseOptions(int argc, char** argv) {
  Options options;
  rpc::Config config("clock", "Deadlines and the time.");
  rpc::AddServerOptions(config, &options.server);
  config.AddSharedSecret("redis_url", &options.redis_url, "Where the doorbell is.");
  config.Check("redis_url", redis::IsAddressOrNone, redis::kAddressForms);
  config.AddShared("game_internal_address", &options.game_internal_address,
                   "Internal addresses of the game replicas, comma-separated; empty: none.");
  config.Check("game_internal_address", rpc::IsTargetsOrNone, rpc::kTargetForms);
  config.AddShared("lobby_internal_address", &options.lobby_internal_address,
                   "Internal addresses of the lobby replicas, comma-separated; empty: none.");
  config.Check("lobby_internal_address", rpc::IsTargetsOrNone, rpc::kTargetForms);
  config.Add("sweep_interval_ms", &options.sweeper.sweep_interval_ms,
             "How often owners are asked what is due.", 50, 60'000);
  config.Add("window_ms", &options.sweeper.window_ms,
             "How far ahead they are asked; more than the interval.", 1000, 600'000);
  config.ParseOrExit(argc, argv);
  return options;
}

}  // namespace chess::clock
