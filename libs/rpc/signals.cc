#include "rpc/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "base/check.h"

namespace chess::rpc {
namespace {

int stop_pipe[2] = {-1, -1};
std::atomic<int> signals_seen{0};
struct sigaction former_term, former_int;

// Only what a signal handler may do: an atomic, write, _exit.
void OnSignal(int) {
  if (signals_seen.fetch_add(1) > 0) _exit(130);
  const int kept = errno;
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = write(stop_pipe[1], &byte, 1);
  errno = kept;
}

}  // namespace

StopSignals::StopSignals() {
  CHESS_CHECK(stop_pipe[0] < 0);
  CHESS_CHECK(pipe2(stop_pipe, O_CLOEXEC) == 0);
  signals_seen.store(0);
  struct sigaction action {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, &former_term);
  sigaction(SIGINT, &action, &former_int);
}

StopSignals::~StopSignals() {
  sigaction(SIGTERM, &former_term, nullptr);
  sigaction(SIGINT, &former_int, nullptr);
  for (int& fd : stop_pipe) {
    close(fd);
    fd = -1;
  }
}

void StopSignals::Wait() {
  char byte = 0;
  while (read(stop_pipe[0], &byte, 1) < 0 && errno == EINTR) {
  }
}

void StopSignals::Raise() {
  const char byte = 1;
  CHESS_CHECK(write(stop_pipe[1], &byte, 1) == 1);
}

}  // namespace chess::rpc
