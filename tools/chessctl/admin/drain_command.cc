// `chessctl admin drain`.
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "rpc/call_context.h"

namespace chess::chessctl::admin {
namespace {

constexpr timeval kPatience{5, 0};  // for connecting, each write and each read

// A connected socket, or -1 and *why.
int Connect(const std::string& host, const std::string& port, std::string* why) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = getaddrinfo(host.c_str(), port.c_str(), &hints, &found); code != 0) {
    *why = gai_strerror(code);
    return -1;
  }
  int fd = -1;
  for (const addrinfo* at = found; at != nullptr && fd < 0; at = at->ai_next) {
    fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
    if (connect(fd, at->ai_addr, at->ai_addrlen) == 0) break;
    *why = "cannot connect";
    close(fd);
    fd = -1;
  }
  freeaddrinfo(found);
  return fd;
}

// The answer's head and body; empty where there was none.
std::string Post(int fd, const std::string& host, const std::string& key) {
  const std::string request = "POST /drain HTTP/1.1\r\nHost: " + host + "\r\n" +
                              rpc::kMetaServiceKey + ": " + key +
                              "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  if (send(fd, request.data(), request.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(request.size())) {
    return "";
  }
  std::string answer;
  char buffer[1024];
  for (ssize_t got = 0; (got = recv(fd, buffer, sizeof buffer, 0)) > 0 && answer.size() < 8192;) {
    answer.append(buffer, static_cast<size_t>(got));
  }
  return answer;
}

std::string KeyOf(const Flags& flags) {
  std::string key;
  if (flags.Has("key-file")) {
    std::ifstream file(flags.Get("key-file"));
    std::getline(file, key);
  } else if (const char* secret = std::getenv("CHESS_SERVICE_SECRET"); secret != nullptr) {
    key = secret;
  }
  while (!key.empty() && (key.back() == '\r' || key.back() == ' ')) key.pop_back();
  return key;
}

int Record(Session& session, const std::string& address) {
  lobby::v1::RecordActionRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  request.set_action("drain");
  request.set_subject("replica:" + address);
  lobby::v1::RecordActionResponse response;
  const auto stub = lobby::v1::OperatorService::NewStub(session.channel());
  return session.Call(*stub, &lobby::v1::OperatorService::Stub::RecordAction, request, &response);
}

int RunDrain(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one HOST:ADMINPORT is wanted");
  const std::string& address = session.arguments()[0];
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == address.size()) {
    return session.Usage("a replica is HOST:ADMINPORT");
  }
  const std::string key = KeyOf(session.flags());
  if (key.empty()) {
    return session.Usage("the service key is needed: --key-file FILE or CHESS_SERVICE_SECRET");
  }
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  if (const int status = Record(session, address)) return status;
  std::string why = "no answer";
  const int fd = Connect(host, address.substr(colon + 1), &why);
  const std::string answer = fd < 0 ? "" : Post(fd, address, key);
  if (fd >= 0) close(fd);
  if (answer.rfind("HTTP/1.1 202 ", 0) == 0) {
    std::printf("%s drains and ends.\n", address.c_str());
    return kDone;
  }
  if (answer.empty()) {
    std::fprintf(stderr, "chessctl admin drain: %s: %s\n", address.c_str(), why.c_str());
    return kUnreachable;
  }
  std::fprintf(stderr, "chessctl admin drain: %s: %s\n", address.c_str(),
               answer.substr(0, answer.find("\r\n")).c_str());
  return kRefused;
}

}  // namespace

const Command kDrainCommand = {
    "drain",
    "let one replica finish its work and end",
    "usage: chessctl admin drain HOST:ADMINPORT --reason TEXT [--key-file FILE]\n"
    "The replica stops being ready, finishes what it has, hands its streams on and ends with\n"
    "status 0, as after SIGTERM. Whoever runs it (Kubernetes, systemd) decides whether a new one\n"
    "starts. The action is in the lobby's audit log before the replica is asked.\n"
    "  --key-file FILE  the services' shared secret [else CHESS_SERVICE_SECRET]\n",
    {{"key-file"}, {}},
    RunDrain};

}  // namespace chess::chessctl::admin
