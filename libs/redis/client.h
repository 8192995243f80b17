#pragma once
// Request-and-answer access to Redis. Redis is a helper, never the truth: every call may answer
// kUnavailable REDIS_AWAY, within `timeout_ms` at worst and at once while Redis is known to be away
// (tried again after a growing pause of 50 ms to 1 s). Thread-safe; calls share a few connections
// and block up to the time-out: not from a gRPC callback thread.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "redis/reply.h"

namespace chess::redis {

using Argv = std::vector<std::string>;

struct ClientStats {
  uint64_t commands = 0;
  uint64_t failures = 0;  // answered REDIS_AWAY
  uint64_t connects = 0;
};

class Client {
 public:
  // Never fails; connects at the first use. Keeps at most `connections`.
  explicit Client(Options options, int connections = 2);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // One command, e.g. {"ZADD", key, "17", member}. An error reply of the server is kInternal
  // REDIS_ERROR with its text. A command cut by the time-out may or may not have run.
  base::Result<Reply> Command(const Argv& argv);
  // Several commands in one exchange; error replies stand in the list as kError.
  base::Result<std::vector<Reply>> Pipeline(const std::vector<Argv>& commands);
  // A script by EVALSHA, loaded on demand. Same errors as Command.
  base::Result<Reply> Script(const std::string& source, const std::vector<std::string>& keys,
                             const std::vector<std::string>& arguments);
  // True while the last exchange succeeded.
  bool Healthy() const;
  ClientStats Stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::redis
