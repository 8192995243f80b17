// chessctl ready: asks a service's admin port whether it is ready, where there is no curl.
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "chessctl/command.h"

namespace chess::chessctl {
namespace {

constexpr int kPatienceSeconds = 2;
constexpr size_t kMostBytes = 4096;

// A connected socket, or -1 with *why.
int Connect(const std::string& host, const std::string& port, std::string* why) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found); error != 0) {
    *why = gai_strerror(error);
    return -1;
  }
  int socket = -1;
  for (const addrinfo* one = found; one != nullptr && socket < 0; one = one->ai_next) {
    socket = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (socket < 0) continue;
    const timeval patience{kPatienceSeconds, 0};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(socket, one->ai_addr, one->ai_addrlen) == 0) break;
    close(socket);
    socket = -1;
  }
  freeaddrinfo(found);
  if (socket < 0) *why = "nobody listens there";
  return socket;
}

// The whole answer to GET /readyz; empty if none came.
std::string Ask(int socket, const std::string& host) {
  const std::string request =
      "GET /readyz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
  if (send(socket, request.data(), request.size(), MSG_NOSIGNAL) < 0) return "";
  std::string answer;
  char bytes[1024];
  while (answer.size() < kMostBytes) {
    const ssize_t got = recv(socket, bytes, sizeof bytes, 0);
    if (got <= 0) break;
    answer.append(bytes, static_cast<size_t>(got));
  }
  return answer;
}

int Run(const Flags& flags) {
  const std::string address = flags.arguments().size() == 1 ? flags.arguments()[0] : "";
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == address.size()) {
    std::fputs("chessctl ready: one HOST:PORT is wanted (--help says more)\n", stderr);
    return kBadUsage;
  }
  std::string why = "no answer";
  const int socket = Connect(address.substr(0, colon), address.substr(colon + 1), &why);
  const std::string answer = socket < 0 ? "" : Ask(socket, address);
  if (socket >= 0) close(socket);
  if (answer.empty()) {
    std::fprintf(stderr, "chessctl ready: %s: %s\n", address.c_str(), why.c_str());
    return kUnreachable;
  }
  const size_t body = answer.find("\r\n\r\n");
  std::fputs(body == std::string::npos ? answer.c_str() : answer.c_str() + body + 4, stdout);
  return answer.rfind("HTTP/1.1 200", 0) == 0 ? kOk : kBadData;
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
