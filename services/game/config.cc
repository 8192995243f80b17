#include "game/config.h"

#include <cstdlib>

#include "postgres/connection_text.h"
#include "redis/address.h"
#include "rpc/stub_list.h"

namespace chess::game {

Config Config::ParseOrExit(int argc, char** argv) {
  Config config;
  rpc::Config parser("game", "The referee: commands, event log, history and export of games.");
  rpc::AddServerOptions(parser, &config.server);
  parser.AddSharedSecret("postgres_url", &config.postgres_url, "Where the games are stored.");
  parser.Check("postgres_url", postgres::IsConnectionText, postgres::kConnectionForms);
  parser.Require("postgres_url", "where the games are stored");
  parser.AddSharedSecret("redis_url", &config.redis_url, "Where bells are rung; empty: nowhere.");
  parser.Check("redis_url", redis::IsAddressOrNone, redis::kAddressForms);
  parser.AddShared("lobby_internal_address", &config.lobby_internal_address,
                   "Internal addresses of the lobby, comma-separated: names and ratings.");
  parser.Check("lobby_internal_address", rpc::IsTargetsOrNone, rpc::kTargetForms);
  parser.AddShared("analysis_internal_address", &config.analysis_internal_address,
                   "Internal addresses of the analysis service, comma-separated: the brain of "
                   "hand-and-brain games; empty: the built-in search.");
  parser.Check("analysis_internal_address", rpc::IsTargetsOrNone, rpc::kTargetForms);
  parser.Add("append_threads", &config.append_threads, "Threads that write the log.", 1, 64);
  parser.Add("read_threads", &config.read_threads, "Threads for lists and replays.", 1, 64);
  parser.Add("idle_seconds", &config.idle_seconds,
             "A game that nobody uses leaves memory after this.", 1, 86'400);
  parser.Add("compact_after_seconds", &config.compact_after_seconds,
             "A finished game is compacted this long after its end.", 0, 31'536'000);
  parser.Add("compact_interval_seconds", &config.compact_interval_seconds,
             "How often finished games are looked for.", 1, 86'400);
  parser.Add("keep_aborted_days", &config.keep_aborted_days,
             "Games called off before both had moved are deleted after this many days; 0: never.",
             0, 36'500);
  parser.Add("keep_outage_days", &config.keep_outage_days,
             "Recorded outages are deleted after this many days (at least 60); 0: never.", 0,
             36'500);
  parser.Check(
      "keep_outage_days",
      [](const std::string& value) { return value == "0" || std::atoi(value.c_str()) >= 60; },
      "0 or at least 60");
  parser.Add("keep_audit_days", &config.keep_audit_days,
             "The audit log's rows are deleted after this many days; 0: never.", 0, 36'500);
  parser.Add("relay_interval_ms", &config.relay_interval_ms,
             "How often results are looked for that the lobby has to hear of.", 10, 60'000);
  parser.ParseOrExit(argc, argv);
  return config;
}

}  // namespace chess::game
