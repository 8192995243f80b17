#include "chessctl/admin_port.h"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>

namespace chess::chessctl {
namespace {

constexpr size_t kMostBytes = 8192;

// A connected socket, or -1 with *why.
int Connect(const HostPort& where, int patience_s, std::string* why) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int code = getaddrinfo(where.host.c_str(), where.port.c_str(), &hints, &found);
  if (code != 0) {
    *why = gai_strerror(code);
    return -1;
  }
  int fd = -1;
  for (const addrinfo* at = found; at != nullptr && fd < 0; at = at->ai_next) {
    fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
    if (fd < 0) continue;
    const timeval patience{patience_s, 0};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(fd, at->ai_addr, at->ai_addrlen) == 0) break;
    close(fd);
    fd = -1;
  }
  freeaddrinfo(found);
  if (fd < 0) *why = "nobody listens there";
  return fd;
}

// All that comes before the other side closes, within `patience_s`.
std::string Exchange(int fd, const std::string& request, int patience_s) {
  std::string answer;
  if (send(fd, request.data(), request.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(request.size())) {
    return answer;
  }
  char bytes[1024];
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(patience_s);
  while (answer.size() < kMostBytes && std::chrono::steady_clock::now() < deadline) {
    const ssize_t got = recv(fd, bytes, sizeof bytes, 0);
    if (got <= 0) break;
    answer.append(bytes, static_cast<size_t>(got));
  }
  return answer;
}

}  // namespace

std::optional<HostPort> ReadHostPort(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size()) return std::nullopt;
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find_first_of("[]:") != std::string::npos) {
    return std::nullopt;
  }
  if (host.empty()) return std::nullopt;
  return HostPort{host, text.substr(colon + 1)};
}

bool AdminAnswer::Is(int status) const {
  return status_line.starts_with("HTTP/1.1 " + std::to_string(status) + " ");
}

AdminAnswer AskAdminPort(const HostPort& where, const std::string& line, const std::string& headers,
                         int patience_s) {
  AdminAnswer answer;
  const int fd = Connect(where, patience_s, &answer.error);
  if (fd < 0) return answer;
  const std::string text = Exchange(
      fd,
      line + " HTTP/1.1\r\nHost: " + where.host + "\r\n" + headers + "Connection: close\r\n\r\n",
      patience_s);
  close(fd);
  if (text.empty()) {
    answer.error = "no answer";
    return answer;
  }
  answer.status_line = text.substr(0, text.find("\r\n"));
  const size_t end_of_head = text.find("\r\n\r\n");
  if (end_of_head != std::string::npos) answer.body = text.substr(end_of_head + 4);
  return answer;
}

}  // namespace chess::chessctl
