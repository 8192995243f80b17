#pragma once
// The clock's settings.

#include <string>

#include "clock/sweeper.h"
#include "rpc/server.h"

namespace chess::clock {

struct Options {
  rpc::ServerOptions server;
  SweeperOptions sweeper;
  std::string redis_url;
  std::string game_internal_address;
  std::string lobby_internal_address;
};

// Flags and environment into options; ends the process on a bad value or --help.
Options ParseOptions(int argc, char** argv);

}  // namespace chess::clock
