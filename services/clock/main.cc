// chess-clock: makes deadlines happen, tells the time.
#include "clock/clock_app.h"
#include "clock/config.h"
#include "rpc/server.h"

int main(int argc, char** argv) {
  const chess::clock::Options options = chess::clock::ParseOptions(argc, argv);
  chess::rpc::OpenLog("clock", options.server);
  chess::clock::ClockApp clock(options);
  return clock.server().Run();
}
