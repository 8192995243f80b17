#pragma once
// One blocking connection by hiredis, for this library's own use. Belongs to one thread at a time.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "redis/reply.h"

struct redisContext;
struct redisReply;

namespace chess::redis {

// What hiredis gave, as our value (depth at most 8, as Redis' own answers are).
Reply Convert(const redisReply* reply);

class Connection {
 public:
  // Connects, signs in, selects the database, names itself; null and *why if any of it fails
  // within options.timeout_ms (each).
  static std::unique_ptr<Connection> Open(const Options& options, std::string* why);
  ~Connection();

  // Sends all commands in one go and reads all answers. False if the connection broke or timed
  // out: it must be dropped, since late answers would be taken for others'. `replies` then holds
  // those that came.
  bool Exchange(const std::vector<std::vector<std::string>>& commands, std::vector<Reply>* replies);
  const std::string& error() const { return error_; }
  redisContext* raw() { return context_; }

 private:
  explicit Connection(redisContext* context) : context_(context) {}
  redisContext* context_;
  std::string error_;
};

}  // namespace chess::redis
