// chess-clock: makes deadlines happen, tells the time.
#include "clock/clock_app.h"
#include "clock/config.h"
#include "rpc/server.h"

int main(int argc, char** argv) {
  chess::clock::ClockApp clock(chess::clock::ParseOptions(argc, argv));
  return clock.server().Run();
}
