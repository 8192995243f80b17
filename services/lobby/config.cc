#include "lobby/config.h"

#include "postgres/connection_text.h"
#include "redis/address.h"
#include "rpc/config.h"
#include "rpc/stub_list.h"

namespace chess::lobby {

Options ParseOptions(int argc, char** argv) {
  Options options;
  rpc::Config config("lobby", "Accounts, challenges, ratings.");
  rpc::AddServerOptions(config, &options.server);
  config.AddSharedSecret("postgres_url", &options.postgres_url, "Where accounts are stored.");
  config.Check("postgres_url", postgres::IsConnectionText, postgres::kConnectionForms);
  config.Require("postgres_url", "where accounts and challenges are stored");
  config.AddSharedSecret("redis_url", &options.redis_url, "Where the doorbell is.");
  config.Check("redis_url", redis::IsAddressOrNone, redis::kAddressForms);
  config.AddShared("game_internal_address", &options.game_internal_address,
                   "Internal addresses of the game replicas, comma-separated.");
  config.Check("game_internal_address", rpc::IsTargetsOrNone, rpc::kTargetForms);
  config.Add("command_threads", &options.command_threads,
             "Threads for challenges (they also wait for the game service).", 1, 64);
  config.Add("read_threads", &options.read_threads,
             "Threads for tokens, events, names, ratings and deadlines.", 1, 64);
  config.Add("relay_interval_ms", &options.relay_interval_ms,
             "How often accepted challenges without a game are looked for.", 10, 60'000);
  config.Add("sweep_interval_ms", &options.sweep_interval_ms,
             "How often old events, sessions and unused guests are forgotten.", 100, 3'600'000);
  config.Add("keep_event_days", &options.keep.event_days,
             "Days that players' events are kept; who was away longer gets the present state.", 1,
             365);
  config.Add("keep_challenge_days", &options.keep.challenge_days,
             "Days that closed challenges are kept.", 1, 3650);
  config.Add("keep_audit_days", &options.keep.audit_days,
             "Days that the operators' audit log is kept; 0: for ever.", 0, 36'500);
  config.ParseOrExit(argc, argv);
  return options;
}

}  // namespace chess::lobby
