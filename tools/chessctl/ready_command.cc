// chessctl ready: asks a service's admin port whether it is ready, where there is no curl.
#include <cstdio>
#include <string>

#include "chessctl/admin_port.h"
#include "chessctl/command.h"

namespace chess::chessctl {
namespace {

constexpr int kPatienceSeconds = 2;

int Run(const Flags& flags) {
  const std::string address = flags.arguments().size() == 1 ? flags.arguments()[0] : "";
  const auto where = ReadHostPort(address);
  if (!where) {
    std::fputs("chessctl ready: one HOST:PORT is wanted (--help says more)\n", stderr);
    return kBadUsage;
  }
  const AdminAnswer answer = AskAdminPort(*where, "GET /readyz", "", kPatienceSeconds);
  if (answer.status_line.empty()) {
    std::fprintf(stderr, "chessctl ready: %s: %s\n", address.c_str(), answer.error.c_str());
    return kUnreachable;
  }
  std::fputs(answer.body.c_str(), stdout);
  return answer.Is(200) ? kOk : kBadData;
}

}  // namespace

const Command kReadyCommand = {
    "ready",
    "asks a service whether it is ready",
    "usage: chessctl ready HOST:PORT\n\n"
    "Asks the admin port of a service (its setting admin_listen) whether it is ready and prints\n"
    "what it says. For health checks where no curl is.\n"
    "Exit status: 0 ready, 1 not ready, 2 wrong usage, 3 no answer within two seconds.\n",
    {},
    Run,
};

}  // namespace chess::chessctl
