#pragma once
// What to load, how hard, for how long.

#include <string>

namespace chess::loadgen {

struct Options {
  std::string url = "http://127.0.0.1:8080";  // the gateway
  std::string direct;  // gRPC target of the game service's public port; empty: via the gateway
  std::string direct_internal;  // its internal port, where games are created
  std::string secret_file;      // with --direct: file that holds the service credential
  std::string pgn;              // the games to play
  std::string pids;             // folder of NAME.pid files, for CPU and memory of the services
  int games = 100;              // at a time
  double rate = 0;              // moves a second in all; 0: each game as fast as answers come
  int seconds = 20;             // measured time, after the warm-up
  int warmup = 3;               // seconds
  bool streams = true;          // both players on live streams
  bool json = false;            // one JSON object instead of a table
};

// Prints help and exits 0, or the fault and exits 2.
Options ParseOptions(int argc, char** argv);

}  // namespace chess::loadgen
