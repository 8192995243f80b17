#pragma once
// A private Postgres for tests: own data directory in a temporary folder, a Unix socket and a free
// TCP port on 127.0.0.1, gone afterwards. Runs as the `postgres` user when the test is root.

#include <memory>
#include <string>

namespace chess::testing {

class PostgresServer {
 public:
  // initdb, start, wait until it answers; crashes the test with the server's log if it cannot.
  PostgresServer();
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // The server shared by all tests of this program, started at the first use, with the migrations
  // of deploy/postgres/migrations applied to its database "chess".
  static PostgresServer& Shared();

  // Connection text over the Unix socket, or over TCP on 127.0.0.1.
  std::string Url(const std::string& database = "chess") const;
  std::string TcpUrl(const std::string& database = "chess") const;
  int port() const;
  // A fresh database, migrated if `migrated` (copied from a template: about 50 ms). Its Url.
  std::string NewDatabase(bool migrated = true);

  void Kill();      // kill -9 of the whole server
  void Stop();      // SIGSTOP of every process: alive but silent
  void Continue();  // SIGCONT
  void Restart();   // start again (after Kill, or a fast shutdown first); waits until it answers

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::testing
