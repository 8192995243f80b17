#pragma once
// The lobby's settings.

#include <string>

#include "rpc/server.h"

namespace chess::lobby {

// How long things are kept, in days; what is not here is fixed (base/limits.h).
struct Keep {
  int event_days = 7;
  int challenge_days = 30;  // after they were closed
  int audit_days = 0;       // 0: for ever
};

struct Options {
  rpc::ServerOptions server;
  std::string postgres_url;
  std::string redis_url;
  std::string game_internal_address;
  int command_threads = 4;
  int read_threads = 2;
  int relay_interval_ms = 500;
  int sweep_interval_ms = 60'000;
  Keep keep;
};

// Flags and environment into options; ends the process on a bad value or --help.
Options ParseOptions(int argc, char** argv);

}  // namespace chess::lobby
