#pragma once
// All parts of a game replica in the order in which they depend on each other. main.cc makes one;
// tests make several in one process.

#include <memory>

#include "game/config.h"
#include "game/game_store.h"
#include "game/housekeeper.h"
#include "game/service_parts.h"
#include "metrics/registry.h"
#include "postgres/time_source.h"
#include "rpc/server.h"

namespace chess::game {

// The last migration that this program's statements need (deploy/postgres/migrations/01NN_*.sql).
inline constexpr int kNewestMigration = 113;

class App {
 public:
  explicit App(const Config& config);
  // Drains and stops everything.
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Registers the services and what happens on drain.
  void Serve(rpc::Server& server);
  // Postgres answers, game time is exact enough, and deciding is allowed.
  bool Ready() const;

  GameStore& store();
  Housekeeper& housekeeper();
  const ServiceParts& parts() const;
  Metrics& metrics();
  metrics::Registry& registry();
  const postgres::TimeSource& time() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::game
