#include "gateway/config.h"

#include "redis/address.h"
#include "rpc/config.h"
#include "rpc/server_credentials.h"

namespace chess::gateway {
namespace {

void AddPlaces(rpc::Config& c, Config* config) {
  c.Add("http_listen", &config->http_listen,
        "host:port of gRPC-Web and the web client; port 0: free.");
  c.Add("listen", &config->listen, "host:port of native gRPC; empty: none.");
  c.Add("admin_listen", &config->admin_listen, "host:port of /metrics and /readyz; empty: none.");
  c.Add("ports_file", &config->ports_file, "Written once listening: http=… grpc=… admin=….");
  rpc::AddLogOptions(c, &config->log);
  c.Add("log_requested", &config->log_requested,
        "Requests a second that may be logged because their caller chose the trace.", 0, 1e6);
  c.AddSharedSecret("service_secret", &config->service_secret, "The services' shared secret.");
  c.Check("service_secret", rpc::IsServiceSecret, rpc::kServiceSecretIs);
  c.Require("service_secret", "the same long random text for all services");
  c.AddSharedSecret("redis_url", &config->redis_url, "Where the doorbell is.");
  c.Check("redis_url", redis::IsAddressOrNone, redis::kAddressForms);
  c.AddShared("lobby_address", &config->lobby_address, "Public side; replicas with commas.");
  c.AddShared("lobby_internal_address", &config->lobby_internal_address, "Internal side.");
  c.AddShared("game_address", &config->game_address, "Public side; replicas with commas.");
  c.AddShared("game_internal_address", &config->game_internal_address, "Internal side.");
  c.AddShared("clock_address", &config->clock_address, "Public side; replicas with commas.");
  c.AddShared("analysis_address", &config->analysis_address, "Public side; replicas with commas.");
}

void AddWeb(rpc::Config& c, Config* config) {
  c.Add("web_dir", &config->web_dir, "Folder of the built web client; empty: none.");
  c.Add("allowed_origins", &config->allowed_origins,
        "Origins besides our own whose pages may call, with commas; *: any.");
  c.Add("content_security_policy", &config->content_security_policy,
        "Replaces the web client's policy; empty: the strict one.");
  c.Add("trusted_hops", &config->trusted_hops, "Proxies before us that write X-Forwarded-For.", 0,
        8);
}

void AddLimits(rpc::Config& c, Config* config) {
  c.Add("limits", &config->limits,
        "Rate limits, e.g. play=200/50,read=off: burst/refill a second; off: none at all.");
  c.Check(
      "limits", [](const std::string& text) { return LimitTable::Default().Apply(text); },
      "CLASS=BURST/PER_SECOND or CLASS=off with commas, or off");
  c.Add("max_connections", &config->max_connections, "HTTP connections at once.", 1, 1'000'000);
  c.Add("max_connections_per_address", &config->max_connections_per_address,
        "HTTP connections of one address.", 1, 1'000'000);
  c.Add("header_deadline_ms", &config->header_deadline_ms,
        "From the first byte to the end of the headers.", 50, 600'000);
  c.Add("body_deadline_ms", &config->body_deadline_ms, "From the headers to the body's end.", 50,
        600'000);
  c.Add("idle_deadline_ms", &config->idle_deadline_ms, "Between requests.", 50, 3'600'000);
  c.Add("write_deadline_ms", &config->write_deadline_ms, "Without the client taking a byte.", 50,
        600'000);
  c.Add("max_streams_per_caller", &config->max_streams_per_caller,
        "Watch streams of one token or address.", 1, 1'000'000);
}

void AddTimes(rpc::Config& c, Config* config) {
  c.Add("token_fresh_ms", &config->token_fresh_ms, "How long a resolved token is believed.", 0,
        600'000);
  c.Add("token_stale_ms", &config->token_stale_ms, "The same while the lobby is away.", 0,
        3'600'000);
  c.Add("token_cache", &config->token_cache, "Tokens remembered.", 16, 10'000'000);
  c.Add("heartbeat_ms", &config->heartbeat_ms, "Between heartbeats of a stream.", 100, 60'000);
  c.Add("poll_ms", &config->poll_ms, "Between looks at the log while Redis is away.", 50, 1'000);
  c.Add("audit_ms", &config->audit_ms, "Between comparisons of all watched games.", 100, 600'000);
  c.Add("digest_grace_ms", &config->digest_grace_ms, "How much later a bell may be than a digest.",
        0, 1'000);
  c.Add("slow_reader_ms", &config->slow_reader_ms,
        "How long a stream may be half full before it is ended.", 50, 600'000);
  c.Add("beat_ms", &config->beat_ms, "Between beats to the game service.", 20, 200);
  c.Add("drain_pause_ms", &config->drain_pause_ms, "Not ready, still serving.", 0, 600'000);
  c.Add("drain_grace_ms", &config->drain_grace_ms, "Over which streams are ended.", 0, 600'000);
}

}  // namespace

void ParseOrExit(int argc, char** argv, Config* config) {
  rpc::Config c("gateway", "The edge: gRPC-Web, native gRPC, live streams and the web client.");
  AddPlaces(c, config);
  AddWeb(c, config);
  AddLimits(c, config);
  AddTimes(c, config);
  c.ParseOrExit(argc, argv);
  config->limit_table.Apply(config->limits);
}

}  // namespace chess::gateway
