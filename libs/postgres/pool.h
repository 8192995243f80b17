#pragma once
// A bounded pool of Postgres connections that answers quickly when Postgres does not.
//
// Connections are opened by the pool's own thread, never by a caller, so a caller waits at most
// `acquire_timeout_ms`, and not at all while Postgres is known to be away. A lease has a deadline:
// when the server (or the network) stops answering, the pool's thread cuts the socket and the
// statement fails. So every call ends within acquire_timeout_ms + call_timeout_ms < 2 s, also with
// a stopped server, a dead network and Unix sockets. Thread-safe; a leased connection belongs to
// one thread. Callers block: call it from an Executor's thread, never from a gRPC callback.

#include <cstdint>
#include <functional>
#include <memory>
#include <pqxx/pqxx>
#include <string>

#include "base/result.h"

namespace chess::postgres {

struct PoolOptions {
  std::string url;  // libpq URI or key=value text; Unix sockets too
  std::string application_name = "chess";
  int size = 4;                     // connections at most
  int acquire_timeout_ms = 300;     // waiting for a free connection
  int statement_timeout_ms = 1200;  // the server's own limit on one statement
  int call_timeout_ms = 1500;       // one lease; then the socket is cut. 0: no limit
  bool synchronous_commit = true;   // never false for acknowledged moves
  // Runs once on each new connection, on the pool's thread: prepare statements here.
  std::function<void(pqxx::connection&)> on_connect;
  // Told when Postgres goes away ("down: why") and comes back ("up"). Called on a pool thread or a
  // caller's, without locks held; must be quick.
  std::function<void(const std::string&)> on_state;
};

struct PoolStats {
  int open = 0;           // connections in existence
  int idle = 0;           // of them not leased
  int waiting = 0;        // callers waiting now
  uint64_t acquired = 0;  // leases given since the start
  uint64_t refused = 0;   // Acquire that gave no connection
  uint64_t connects = 0;  // connections opened
  uint64_t connect_failures = 0;
  uint64_t cuts = 0;     // leases ended by call_timeout_ms
  uint64_t retries = 0;  // transparent retries of WithTransaction on a stale connection
  uint64_t wait_us = 0;  // sum of the time spent waiting in Acquire
};

class Pool;

// A connection on loan; goes back at the end of its life. Move-only.
class Lease {
 public:
  Lease(Lease&&) noexcept;
  Lease& operator=(Lease&&) = delete;
  ~Lease();
  pqxx::connection& connection();
  // True if the connection has served before (so it may have gone stale unnoticed).
  bool reused() const;
  // The connection is broken: closed instead of given back, and with it every idle connection of
  // its age, since they died of the same cause.
  void MarkBroken();

 private:
  friend class Pool;
  struct Slot;
  Lease(std::shared_ptr<Pool> pool, std::unique_ptr<Slot> slot);
  std::shared_ptr<Pool> pool_;
  std::unique_ptr<Slot> slot_;
};

class Pool : public std::enable_shared_from_this<Pool> {
 public:
  // Never fails: with Postgres away the pool starts down and comes up by itself.
  static std::shared_ptr<Pool> Create(PoolOptions options);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // kUnavailable POSTGRES_AWAY when Postgres is away (at once when known, else after
  // acquire_timeout_ms), kResourceExhausted POOL_BUSY when all are leased and none came back.
  base::Result<Lease> Acquire();
  // True while the last contact with Postgres succeeded.
  bool Healthy() const;
  // Waits until Postgres answers; false if not within `timeout_ms`. For start-up and tests.
  bool WaitHealthy(int timeout_ms);
  // Closes idle connections, refuses further leases; leased ones close when they come back.
  void Close();
  PoolStats Stats() const;
  const PoolOptions& options() const;
  void CountRetry();

 private:
  friend class Lease;
  struct Impl;
  explicit Pool(PoolOptions options);
  void GiveBack(std::unique_ptr<Lease::Slot> slot, bool broken);
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::postgres
