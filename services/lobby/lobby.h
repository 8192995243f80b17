#pragma once
// The whole service in one object: its parts in the order in which they need each other. For main
// and for tests.

#include <memory>

#include "lobby/config.h"
#include "metrics/registry.h"

namespace chess::rpc {
class Server;
}  // namespace chess::rpc

namespace chess::lobby {

// The last migration that this program's statements need (deploy/postgres/migrations/02NN_*.sql).
inline constexpr int kNewestMigration = 222;

class Lobby {
 public:
  explicit Lobby(const Options& options);
  ~Lobby();
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  rpc::Server& server();
  metrics::Registry& registry();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace chess::lobby
