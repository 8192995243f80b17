#pragma once
// A private Redis for tests on a Unix socket and a free TCP port, without persistence.

#include <memory>
#include <string>

namespace chess::testing {

class RedisServer {
 public:
  RedisServer();  // starts and waits until it answers
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  // The server shared by all tests of this program.
  static RedisServer& Shared();

  std::string Url() const;     // unix://…
  std::string TcpUrl() const;  // redis://127.0.0.1:port
  int port() const;
  void Flush();     // FLUSHALL
  void Kill();      // kill -9; the data is lost
  void Stop();      // SIGSTOP
  void Continue();  // SIGCONT
  void Restart();   // start again, empty

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::testing
