#include "rpc/admin_http.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "rpc/call_context.h"
#include "rpc/client.h"

namespace chess::rpc {
namespace {

constexpr size_t kMaxRequestBytes = 8192;
constexpr size_t kMaxConnections = 64;
constexpr timeval kPatience{2, 0};              // for a write
constexpr int64_t kPatienceNs = 2'000'000'000;  // for the whole of a request
constexpr int kLookMs = 250;

const char* Phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    default:
      return "Service Unavailable";
  }
}

void SendAll(int fd, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t sent = send(fd, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (sent <= 0) return;
    done += static_cast<size_t>(sent);
  }
}

// The value of a header of that name (in lower case); empty if it is missing.
std::string HeaderOf(const std::string& head, const std::string& name) {
  size_t line = head.find("\r\n");
  while (line != std::string::npos && line + 2 < head.size()) {
    const size_t begin = line + 2;
    line = head.find("\r\n", begin);
    const size_t colon = head.find(':', begin);
    if (colon == std::string::npos || line == std::string::npos || colon > line) continue;
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; };
    const bool same =
        colon - begin == name.size() && std::equal(name.begin(), name.end(), head.begin() + begin,
                                                   [&](char a, char b) { return a == lower(b); });
    if (!same) continue;
    const size_t first = head.find_first_not_of(' ', colon + 1);
    return first >= line ? "" : head.substr(first, line - first);
  }
  return "";
}

struct Drain {
  std::string secret;
  std::function<void()> start;
};

HttpAnswer AnswerDrain(const std::string& head, const Drain& drain) {
  if (!ConstantTimeEquals(HeaderOf(head, kMetaServiceKey), drain.secret) || drain.secret.empty()) {
    return {401, "text/plain", "x-chess-service-key is missing or wrong\n"};
  }
  drain.start();
  return {202, "text/plain", "draining\n"};
}

HttpAnswer AnswerTo(const std::string& head, const AdminHttp::Handler& handler, const Drain& drain,
                    bool* body) {
  const size_t method_end = head.find(' ');
  const size_t path_end =
      method_end == std::string::npos ? method_end : head.find_first_of(" ?\r", method_end + 1);
  if (path_end == std::string::npos) return {400, "text/plain", "Bad request\n"};
  const std::string method = head.substr(0, method_end);
  *body = method != "HEAD";
  const std::string path = head.substr(method_end + 1, path_end - method_end - 1);
  if (method == "POST" && path == "/drain" && drain.start) return AnswerDrain(head, drain);
  if (method != "GET" && method != "HEAD") return {405, "text/plain", "Only GET\n"};
  return handler(path);
}

base::Error CannotListen(const std::string& address, const std::string& why) {
  return base::MakeError(base::Code::kInternal, "CANNOT_LISTEN", address + ": " + why);
}

// A listening socket, or -1 and *why.
int Listen(const std::string& host, const std::string& port, std::string* why) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int code = getaddrinfo(host.empty() ? nullptr : host.c_str(), port.c_str(), &hints, &found);
  if (code != 0) {
    *why = gai_strerror(code);
    return -1;
  }
  const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const bool bound = bind(fd, found->ai_addr, found->ai_addrlen) == 0 && listen(fd, 64) == 0;
  if (!bound) *why = strerror(errno);
  freeaddrinfo(found);
  if (bound) return fd;
  close(fd);
  return -1;
}

}  // namespace

struct AdminHttp::Impl {
  Handler handler;
  Drain drain;
  int listener = -1;
  int wake = -1;
  int port = 0;
  std::atomic<bool> stopping{false};
  std::thread thread;

  // A connection whose request has not come whole.
  struct Asking {
    int fd;
    int64_t since_ns;
    std::string head;
  };
  std::vector<Asking> asking;

  void Answer(const Asking& request) {
    bool with_body = true;
    const HttpAnswer answer = AnswerTo(request.head, handler, drain, &with_body);
    std::string text = "HTTP/1.1 " + std::to_string(answer.status) + " " + Phrase(answer.status);
    text += "\r\nContent-Type: " + answer.content_type;
    text += "\r\nContent-Length: " + std::to_string(answer.body.size());
    text += "\r\nConnection: close\r\n\r\n";
    if (with_body) text += answer.body;
    SendAll(request.fd, text);
  }

  // Takes what has come of a request and answers it if that is all. False: it goes on.
  bool Advance(Asking* request) {
    char buffer[2048];
    const ssize_t got = recv(request->fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return false;
    if (got <= 0) return true;
    request->head.append(buffer, static_cast<size_t>(got));
    if (request->head.find("\r\n\r\n") != std::string::npos) {
      Answer(*request);
      return true;
    }
    return request->head.size() > kMaxRequestBytes;
  }

  // Somebody who says nothing, or says it slowly, must not keep the others waiting: probes among
  // them, whose failure ends the process.
  void Accept(int64_t now_ns) {
    const int fd = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) return;
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
    if (asking.size() >= kMaxConnections) {
      close(asking.front().fd);
      asking.erase(asking.begin());
    }
    asking.push_back({fd, now_ns, {}});
  }

  void Run() {
    while (!stopping.load()) {
      std::vector<pollfd> fds = {{listener, POLLIN, 0}, {wake, POLLIN, 0}};
      for (const Asking& request : asking) fds.push_back({request.fd, POLLIN, 0});
      poll(fds.data(), fds.size(), asking.empty() ? -1 : kLookMs);
      const int64_t now_ns = base::SystemClock().SteadyNs();
      std::vector<Asking> left;
      for (size_t i = 0; i < asking.size(); ++i) {
        const bool done = (fds[i + 2].revents != 0 && Advance(&asking[i])) ||
                          now_ns - asking[i].since_ns > kPatienceNs;
        if (done) {
          close(asking[i].fd);
        } else {
          left.push_back(std::move(asking[i]));
        }
      }
      asking = std::move(left);
      if ((fds[0].revents & POLLIN) != 0) Accept(now_ns);
    }
    for (const Asking& request : asking) close(request.fd);
  }
};

AdminHttp::AdminHttp(Handler handler) : impl_(std::make_unique<Impl>()) {
  impl_->handler = std::move(handler);
}

AdminHttp::~AdminHttp() { Stop(); }

void AdminHttp::OnDrain(std::string secret, std::function<void()> drain) {
  impl_->drain = {std::move(secret), std::move(drain)};
}

base::Status AdminHttp::Start(const std::string& address) {
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos) return CannotListen(address, "not of the form host:port");
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  std::string why;
  impl_->listener = Listen(host, address.substr(colon + 1), &why);
  if (impl_->listener < 0) return CannotListen(address, why);
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  getsockname(impl_->listener, reinterpret_cast<sockaddr*>(&bound), &size);
  impl_->port = bound.ss_family == AF_INET6
                    ? ntohs(reinterpret_cast<sockaddr_in6*>(&bound)->sin6_port)
                    : ntohs(reinterpret_cast<sockaddr_in*>(&bound)->sin_port);
  impl_->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  impl_->thread = std::thread([impl = impl_.get()] { impl->Run(); });
  pthread_setname_np(impl_->thread.native_handle(), "admin-http");
  return {};
}

int AdminHttp::port() const { return impl_->port; }

void AdminHttp::Stop() {
  if (!impl_->thread.joinable()) return;
  impl_->stopping.store(true);
  const uint64_t one = 1;
  if (write(impl_->wake, &one, sizeof one) < 0) return;
  impl_->thread.join();
  close(impl_->listener);
  close(impl_->wake);
}

}  // namespace chess::rpc
