#pragma once
// The settings of the game service: flags and CHESS_GAME_* variables.

#include <string>

#include "rpc/server.h"

namespace chess::game {

struct Config {
  rpc::ServerOptions server;
  std::string postgres_url;
  std::string redis_url;               // empty: no bells
  std::string lobby_internal_address;  // empty: results wait in the outbox
  std::string analysis_internal_address;  // empty: the built-in search is the brain
  int append_threads = 2;
  int read_threads = 2;
  int idle_seconds = 300;
  int compact_after_seconds = 3600;
  int compact_interval_seconds = 60;
  int keep_aborted_days = 0;  // 0: for ever, as below
  int keep_outage_days = 365;
  int keep_audit_days = 0;
  int relay_interval_ms = 250;

  // Exits on --help and on bad values.
  static Config ParseOrExit(int argc, char** argv);
};

}  // namespace chess::game
