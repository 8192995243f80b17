#pragma once
// What an operator may set; flags and CHESS_GATEWAY_* (rpc/config.h).

#include <cstdint>
#include <string>
#include <vector>

#include "gateway/edge/limits.h"
#include "rpc/server.h"

namespace chess::gateway {

struct Config {
  // Listening.
  std::string http_listen = "127.0.0.1:8080";  // gRPC-Web, web client, /healthz
  std::string listen = "127.0.0.1:0";          // native gRPC; empty: none
  std::string admin_listen = "127.0.0.1:0";    // /metrics /healthz /readyz; empty: none
  std::string ports_file;
  rpc::ServerOptions log;    // log_level, log_sample and instance of these, no more
  double log_requested = 2;  // traces a second with an id from outside that may be logged
  // The platform.
  std::string service_secret;
  std::string redis_url;
  std::string lobby_address, lobby_internal_address;
  std::string game_address, game_internal_address;
  std::string clock_address;
  std::string analysis_address;
  // The web.
  std::string web_dir;                  // empty: no web client
  std::string allowed_origins;          // comma-separated; "*": any
  std::string content_security_policy;  // empty: our own
  int trusted_hops = 0;                 // proxies before us that write X-Forwarded-For
  // Limits.
  std::string limits;  // LimitTable::Apply
  int max_connections = 16'384;
  int max_connections_per_address = 2'048;
  int header_deadline_ms = 10'000;  // from the first byte to the end of the headers
  int body_deadline_ms = 20'000;    // from there to the end of the body
  int idle_deadline_ms = 75'000;    // between requests
  int write_deadline_ms = 30'000;   // without the client taking a byte
  int max_streams_per_caller = 32;  // Watch streams of one token or address
  // Tokens.
  int token_fresh_ms = 5'000;   // an answer of the lobby is believed so long
  int token_stale_ms = 60'000;  // and so long while the lobby is away
  int token_cache = 65'536;
  // Live.
  int heartbeat_ms = 10'000;
  int poll_ms = 700;           // while Redis is away
  int audit_ms = 15'000;       // all watched games against the log
  int digest_grace_ms = 100;   // a bell may be later than a digest
  int slow_reader_ms = 5'000;  // without room for what could wait
  int beat_ms = 200;
  // The end.
  int drain_pause_ms = 0;
  int drain_grace_ms = 5'000;

  LimitTable limit_table = LimitTable::Default();  // made of `limits`
};

// Fills `config` from flags and environment, or exits with a sentence.
void ParseOrExit(int argc, char** argv, Config* config);

}  // namespace chess::gateway
