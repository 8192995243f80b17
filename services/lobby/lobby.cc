#include "lobby/lobby.h"

#include <grpcpp/impl/service_type.h>

#include <vector>

#include "lobby/audit_repository.h"
#include "lobby/challenge_repository.h"
#include "lobby/chores.h"
#include "lobby/event_repository.h"
#include "lobby/game_peer.h"
#include "lobby/housekeeping_repository.h"
#include "lobby/lobby_bus.h"
#include "lobby/matchmaker.h"
#include "lobby/metrics.h"
#include "lobby/notice_board.h"
#include "lobby/notice_repository.h"
#include "lobby/operator_repository.h"
#include "lobby/player_repository.h"
#include "lobby/rating_amendment_repository.h"
#include "lobby/rating_check_repository.h"
#include "lobby/rating_rebuild_repository.h"
#include "lobby/rating_repository.h"
#include "lobby/sanction_repository.h"
#include "lobby/services.h"
#include "lobby/start_repository.h"
#include "metrics/dependencies.h"
#include "postgres/pool.h"
#include "postgres/schema.h"
#include "rpc/executor.h"
#include "rpc/server.h"
#include "rpc/store_log.h"

namespace chess::lobby {
namespace {

constexpr size_t kQueue = 2000;  // calls waiting for a thread, each of the two kinds
constexpr int kOperationThreads = 2;
constexpr size_t kOperationQueue = 100;

postgres::PoolOptions PoolOf(const Options& options) {
  postgres::PoolOptions pool;
  pool.url = options.postgres_url;
  pool.application_name = "chess-lobby";
  // One for the chores.
  pool.size = options.command_threads + options.read_threads + kOperationThreads + 1;
  pool.on_state = rpc::LogsStateOf("postgres", pool.application_name);
  return pool;
}

// For an operator's work that touches many rows at once.
postgres::PoolOptions LongPoolOf(const Options& options) {
  postgres::PoolOptions pool = PoolOf(options);
  pool.application_name = "chess-lobby-long";
  pool.on_state = rpc::LogsStateOf("postgres", pool.application_name);
  pool.size = 1;
  pool.statement_timeout_ms = 60'000;
  pool.call_timeout_ms = 120'000;
  return pool;
}

}  // namespace

struct Lobby::Parts {
  explicit Parts(const Options& options)
      : metrics(registry),
        pool(postgres::Pool::Create(PoolOf(options))),
        long_pool(postgres::Pool::Create(LongPoolOf(options))),
        bus({.url = options.redis_url,
             .name = "chess-lobby",
             .on_state = rpc::LogsStateOf("redis", "bus")}),
        game(options.game_internal_address, options.server.service_secret),
        housekeeping(pool, options.keep),
        chores(starts, matchmaker, housekeeping, metrics, options.relay_interval_ms,
               options.sweep_interval_ms),
        commands("commands", options.command_threads, kQueue),
        reads("reads", options.read_threads, kQueue),
        operations("operations", kOperationThreads, kOperationQueue),
        server("lobby", options.server, registry) {}

  metrics::Registry registry;
  Metrics metrics;
  std::shared_ptr<postgres::Pool> pool, long_pool;
  LobbyBus bus;
  GamePeer game;
  PlayerRepository players{pool};
  EventRepository events{pool};
  ChallengeRepository challenges{pool};
  StartRepository starts{pool};
  RatingRepository ratings{pool};
  RatingAmendmentRepository amendments{ratings, long_pool};
  HousekeepingRepository housekeeping;
  OperatorRepository operators{pool};
  AuditRepository audit{pool};
  SanctionRepository sanctions{pool};
  RatingCheckRepository rating_check{long_pool};
  RatingRebuildRepository rating_rebuild{long_pool};
  NoticeRepository notices{pool};
  NoticeBoard board{notices};
  Matchmaker matchmaker{{players, challenges, starts, bus, game, metrics}};
  Chores chores;
  rpc::Executor commands;
  rpc::Executor reads;
  rpc::Executor operations;  // an operator's long work keeps nobody else waiting
  std::vector<std::unique_ptr<grpc::Service>> services;
  rpc::Server server;  // last: stops before what its handlers use

  void Serve() {
    services.push_back(MakeIdentityService(commands, players, bus, metrics));
    services.push_back(MakeLobbyService(commands, matchmaker, challenges, bus));
    services.push_back(MakePlayersService(reads, players, ratings));
    services.push_back(MakeNoticeService(reads, board));
    services.push_back(MakeOperatorService({operations, operators, audit, sanctions, rating_check,
                                            rating_rebuild, notices, board, housekeeping, bus}));
    for (const auto& service : services) server.AddPublic(service.get());
    services.push_back(MakeLobbyInternalService(reads, operations, players, operators, events,
                                                ratings, amendments, bus, metrics));
    server.AddInternal(services.back().get());
    services.push_back(MakeDeadlineService(reads, matchmaker, challenges));
    server.AddInternal(services.back().get());
    server.AddRequirement(
        [url = pool->options().url] { return postgres::WhatDatabaseLacks(url, kNewestMigration); });
    server.AddReadiness("postgres", [this] { return pool->Healthy(); });
    server.OnDrain([this] { chores.Stop(); });
  }

  void Mirror() {
    metrics::AddPoolMetrics(registry, "lobby", *pool);
    metrics::AddExecutorMetrics(registry, "commands", commands);
    metrics::AddExecutorMetrics(registry, "reads", reads);
    metrics::AddExecutorMetrics(registry, "operations", operations);
    metrics::AddRedisMetrics(registry, "presence", bus.client());
    metrics::AddPublisherMetrics(registry, bus.publisher());
    metrics::AddProcessMetrics(registry);
  }
};

Lobby::Lobby(const Options& options) : parts_(new Parts(options)) {
  parts_->Mirror();
  parts_->Serve();
}

Lobby::~Lobby() = default;

rpc::Server& Lobby::server() { return parts_->server; }
metrics::Registry& Lobby::registry() { return parts_->registry; }

}  // namespace chess::lobby
