#include "testing/tcp_gate.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "base/check.h"

namespace chess::testing {
namespace {

using SteadyClock = std::chrono::steady_clock;

sockaddr_in Loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  return address;
}

// Closes with a reset, as a peer that died does.
void Reset(int fd) {
  const linger now{1, 0};
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  close(fd);
}

struct Chunk {
  SteadyClock::time_point due;
  std::string bytes;
};

struct Direction {
  int from = -1, to = -1;
  std::deque<Chunk> chunks;
  bool ended = false;

  bool Full() const { return chunks.size() >= 64; }
};

struct Link {
  Direction up, down;
};

enum class Mode { kOpen, kSilent, kRefusing };

}  // namespace

struct TcpGate::Impl {
  int target_port;
  int listener = -1;
  int wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  int port = 0;
  mutable std::mutex mutex;  // everything below
  Mode mode = Mode::kOpen;
  int delay_ms = 0;
  bool stopping = false;
  std::list<Link> links;
  std::thread thread;

  void ResetAll() {
    for (Link& link : links) {
      Reset(link.up.from);
      Reset(link.up.to);
    }
    links.clear();
  }

  void Accept() {
    const int client = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) return;
    if (mode == Mode::kRefusing) return Reset(client);
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = Loopback(target_port);
    if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      Reset(client);
      close(server);
      return;
    }
    const int on = 1;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Link link;
    link.up.from = link.down.to = client;
    link.up.to = link.down.from = server;
    links.push_back(std::move(link));
  }

  // False if the connection is over.
  bool Read(Direction& direction) {
    char buffer[65536];
    const ssize_t got = recv(direction.from, buffer, sizeof buffer, MSG_DONTWAIT);
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    const auto due = SteadyClock::now() + std::chrono::milliseconds(delay_ms);
    if (got == 0) direction.ended = true;
    direction.chunks.push_back({due, std::string(buffer, static_cast<size_t>(got))});
    return true;
  }

  bool Write(Direction& direction) {
    while (!direction.chunks.empty() && direction.chunks.front().due <= SteadyClock::now()) {
      std::string& bytes = direction.chunks.front().bytes;
      if (bytes.empty()) {
        shutdown(direction.to, SHUT_WR);
      } else {
        const ssize_t sent =
            send(direction.to, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        bytes.erase(0, static_cast<size_t>(sent));
        if (!bytes.empty()) return true;
      }
      direction.chunks.pop_front();
    }
    return true;
  }

  void MoveBytes() {
    for (auto link = links.begin(); link != links.end();) {
      bool alive = true;
      for (Direction* direction : {&link->up, &link->down}) {
        if (!direction->ended && !direction->Full()) alive = alive && Read(*direction);
        alive = alive && Write(*direction);
      }
      const bool over = link->up.ended && link->down.ended && link->up.chunks.empty() &&
                        link->down.chunks.empty();
      if (alive && !over) {
        ++link;
        continue;
      }
      if (over) {
        close(link->up.from);
        close(link->up.to);
      } else {
        Reset(link->up.from);
        Reset(link->up.to);
      }
      link = links.erase(link);
    }
  }

  std::vector<pollfd> Wanted() const {
    std::vector<pollfd> fds = {{listener, POLLIN, 0}, {wake, POLLIN, 0}};
    if (mode != Mode::kOpen) return fds;
    for (const Link& link : links) {
      for (const Direction* direction : {&link.up, &link.down}) {
        if (!direction->ended && !direction->Full()) fds.push_back({direction->from, POLLIN, 0});
        if (!direction->chunks.empty() && delay_ms == 0) fds.push_back({direction->to, POLLOUT, 0});
      }
    }
    return fds;
  }

  void Run() {
    std::unique_lock lock(mutex);
    while (!stopping) {
      std::vector<pollfd> fds = Wanted();
      const int timeout = delay_ms > 0 ? 1 : 1000;
      lock.unlock();
      poll(fds.data(), fds.size(), timeout);
      lock.lock();
      uint64_t count = 0;
      if (read(wake, &count, sizeof count) < 0) count = 0;
      if ((fds[0].revents & POLLIN) != 0) Accept();
      if (mode == Mode::kOpen) MoveBytes();
    }
    ResetAll();
  }

  template <typename Change>
  void Do(Change change) {
    {
      std::lock_guard lock(mutex);
      change();
    }
    const uint64_t one = 1;
    CHESS_CHECK(write(wake, &one, sizeof one) == sizeof one);
  }
};

TcpGate::TcpGate(int target_port) : impl_(std::make_unique<Impl>()) {
  impl_->target_port = target_port;
  impl_->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof address;
  CHESS_CHECK(bind(impl_->listener, reinterpret_cast<sockaddr*>(&address), size) == 0);
  CHESS_CHECK(listen(impl_->listener, 128) == 0);
  getsockname(impl_->listener, reinterpret_cast<sockaddr*>(&address), &size);
  impl_->port = ntohs(address.sin_port);
  impl_->thread = std::thread([impl = impl_.get()] { impl->Run(); });
}

TcpGate::~TcpGate() {
  impl_->Do([this] { impl_->stopping = true; });
  impl_->thread.join();
  close(impl_->listener);
  close(impl_->wake);
}

int TcpGate::port() const { return impl_->port; }
void TcpGate::Cut() {
  impl_->Do([this] { impl_->ResetAll(); });
}
void TcpGate::Refuse() {
  impl_->Do([this] {
    impl_->mode = Mode::kRefusing;
    impl_->ResetAll();
  });
}
void TcpGate::Silence() {
  impl_->Do([this] { impl_->mode = Mode::kSilent; });
}
void TcpGate::Open() {
  impl_->Do([this] { impl_->mode = Mode::kOpen; });
}
void TcpGate::DelayMs(int milliseconds) {
  impl_->Do([this, milliseconds] { impl_->delay_ms = milliseconds; });
}
int TcpGate::connections() const {
  std::lock_guard lock(impl_->mutex);
  return static_cast<int>(impl_->links.size());
}

}  // namespace chess::testing
