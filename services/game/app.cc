#include "game/app.h"

#include "base/ids.h"
#include "game/archive_repository.h"
#include "game/operator_parts.h"
#include "game/relay.h"
#include "metrics/dependencies.h"
#include "postgres/schema.h"
#include "redis/publisher.h"
#include "rpc/store_log.h"

namespace chess::game {
namespace {

constexpr size_t kReadQueue = 4096;
constexpr size_t kImportQueue = 16;  // PGN texts; whoever comes later is told to come again
constexpr base::DurationMs kDrainMs = 4000;
// Operators are few; their questions may take a while.
constexpr int kOperatorThreads = 2;
constexpr size_t kOperatorQueue = 64;
constexpr int kOperatorStatementMs = 30'000;
constexpr int kOperatorCallMs = 45'000;

postgres::PoolOptions PoolFor(const Config& config, const char* name, int size) {
  postgres::PoolOptions options;
  options.url = config.postgres_url;
  options.application_name = name;
  options.size = size;
  options.on_connect = PrepareAllStatements;
  options.on_state = rpc::LogsStateOf("postgres", name);
  return options;
}

// One connection more than threads: the housekeeper deletes with it.
postgres::PoolOptions OperatorPoolFor(const Config& config) {
  postgres::PoolOptions options = PoolFor(config, "game-operator", kOperatorThreads + 1);
  options.statement_timeout_ms = kOperatorStatementMs;
  options.call_timeout_ms = kOperatorCallMs;
  return options;
}

RetentionSettings RetentionOf(const Config& config) {
  return {config.compact_after_seconds * 1000LL, config.keep_aborted_days, config.keep_outage_days,
          config.keep_audit_days};
}

StoreOptions StoreOptionsOf(const Config& config) {
  StoreOptions options;
  options.idle_ms = config.idle_seconds * 1000LL;
  return options;
}

BeatKeeper::Options BeatOptions() {
  BeatKeeper::Options options;
  options.replica_id = base::RandomBase62(12);
  return options;
}

Housekeeper::Options HouseOptions(const Config& config) {
  Housekeeper::Options options;
  options.compact_after_ms = config.compact_after_seconds * 1000LL;
  options.compact_interval_ms = config.compact_interval_seconds * 1000LL;
  options.evict_interval_ms =
      std::min<base::DurationMs>(options.evict_interval_ms, options.compact_interval_ms);
  return options;
}

std::unique_ptr<redis::Publisher> PublisherFor(const Config& config) {
  if (config.redis_url.empty()) return nullptr;
  redis::Options options;
  options.url = config.redis_url;
  options.name = "chess-game";
  options.on_state = rpc::LogsStateOf("redis", "publisher");
  return std::make_unique<redis::Publisher>(std::move(options));
}

}  // namespace

struct App::Impl {
  explicit Impl(const Config& config)
      : metrics(registry),
        append_pool(postgres::Pool::Create(PoolFor(config, "game-append", config.append_threads))),
        read_pool(postgres::Pool::Create(PoolFor(config, "game-read", config.read_threads + 4))),
        beat_pool(postgres::Pool::Create(PoolFor(config, "game-beat", 1))),
        operator_pool(postgres::Pool::Create(OperatorPoolFor(config))),
        time(PoolFor(config, "game-time", 1)),
        publisher(PublisherFor(config)),
        log(append_pool, read_pool),
        games(read_pool),
        archive(read_pool),
        beat_rows(beat_pool),
        secrets(read_pool),
        operator_rows(operator_pool),
        audit(operator_pool),
        index(operator_pool),
        retention(operator_pool, RetentionOf(config)),
        operator_log(append_pool, operator_pool),
        lobby(config.lobby_internal_address, config.server.service_secret, time),
        brain(config.analysis_internal_address, config.server.service_secret, metrics),
        bus(publisher.get(), time),
        reads("game-reads", config.read_threads, kReadQueue),
        imports("game-imports", 1, kImportQueue),
        operators("game-operator", kOperatorThreads, kOperatorQueue),
        appender(log, time, metrics, config.append_threads, &bus),
        beats(beat_rows, time, metrics, BeatOptions()),
        store({log, appender, secrets, brain, beats, bus, reads, time,
               [this] { return time.ErrorMs(); }, metrics},
              StoreOptionsOf(config)),
        relay(archive, lobby, store, metrics, config.relay_interval_ms),
        housekeeper(archive, log, beat_rows, retention, store, time, metrics, HouseOptions(config)),
        parts{store,   games, log,
              lobby,   beats, reads,
              imports, time,  [this] { return time.ErrorMs(); },
              metrics},
        operator_parts{parts,     operator_rows, audit,       index,
                       retention, operator_log,  housekeeper, operators} {
    AddGauges();
  }

  void AddGauges() {
    metrics::AddProcessMetrics(registry);
    metrics::AddPoolMetrics(registry, "append", *append_pool);
    metrics::AddPoolMetrics(registry, "read", *read_pool);
    metrics::AddPoolMetrics(registry, "beat", *beat_pool);
    metrics::AddPoolMetrics(registry, "operator", *operator_pool);
    metrics::AddExecutorMetrics(registry, "reads", reads);
    metrics::AddExecutorMetrics(registry, "imports", imports);
    metrics::AddExecutorMetrics(registry, "operators", operators);
    metrics::AddTimeMetrics(registry, [this] { return time.ErrorMs() / 1e3; });
    if (publisher != nullptr) metrics::AddPublisherMetrics(registry, *publisher);
    registry.MirrorGauge("chess_game_games_in_memory", "Games in this replica's memory.", {},
                         [this] { return static_cast<double>(store.Games()); });
    registry.MirrorGauge("chess_game_games_bytes", "Bytes that games in memory hold.", {},
                         [this] { return static_cast<double>(store.MemoryBytes()); });
    AddQueue("append", [this] {
      return GameStore::Waiting{appender.Waiting(), appender.OldestSeconds()};
    });
    AddQueue("load", [this] { return store.LoadsWaiting(); });
    AddQueue("confirm", [this] { return store.ConfirmsWaiting(); });
  }

  void AddQueue(const char* name, std::function<GameStore::Waiting()> waiting) {
    const metrics::Labels labels = {{"queue", name}};
    registry.MirrorGauge("chess_game_queue_length", "What waits to be appended, loaded, confirmed.",
                         labels, [waiting] { return static_cast<double>(waiting().length); });
    registry.MirrorGauge("chess_game_queue_oldest_seconds",
                         "How long the oldest of what waits has waited.", labels,
                         [waiting] { return waiting().oldest_seconds; });
  }

  void Drain() {
    relay.Stop();
    housekeeper.Stop();
    store.Drain(kDrainMs);
  }

  metrics::Registry registry;
  Metrics metrics;
  std::shared_ptr<postgres::Pool> append_pool, read_pool, beat_pool, operator_pool;
  postgres::TimeSource time;
  std::unique_ptr<redis::Publisher> publisher;
  LogRepository log;
  GameRepository games;
  ArchiveRepository archive;
  BeatRepository beat_rows;
  SecretRepository secrets;
  OperatorRepository operator_rows;
  AuditRepository audit;
  IndexRepository index;
  RetentionRepository retention;
  LogRepository operator_log;
  LobbyPeer lobby;
  Brain brain;
  GameBus bus;
  rpc::Executor reads;
  rpc::Executor imports;
  rpc::Executor operators;
  Appender appender;
  BeatKeeper beats;
  GameStore store;
  Relay relay;
  Housekeeper housekeeper;
  ServiceParts parts;
  OperatorParts operator_parts;
  std::vector<std::unique_ptr<grpc::Service>> services;
};

App::App(const Config& config) : impl_(std::make_unique<Impl>(config)) {}

App::~App() {
  impl_->Drain();
  impl_->brain.Stop();
  impl_->appender.Stop();
  impl_->operators.Stop();
  impl_->reads.Stop();
  impl_->imports.Stop();
}

void App::Serve(rpc::Server& server) {
  impl_->services.push_back(MakeGameService(impl_->parts));
  server.AddPublic(impl_->services.back().get());
  impl_->services.push_back(MakeOperatorService(impl_->operator_parts));
  server.AddPublic(impl_->services.back().get());
  impl_->services.push_back(MakeRulesService(impl_->parts));
  server.AddPublic(impl_->services.back().get());
  impl_->services.push_back(MakeGameInternalService(impl_->parts));
  server.AddInternal(impl_->services.back().get());
  impl_->services.push_back(MakeDeadlineService(impl_->parts));
  server.AddInternal(impl_->services.back().get());
  server.AddRequirement([url = impl_->append_pool->options().url] {
    return postgres::WhatDatabaseLacks(url, kNewestMigration);
  });
  server.AddReadiness("game", [this] { return Ready(); });
  server.OnDrain([this] { impl_->Drain(); });
}

bool App::Ready() const {
  return impl_->append_pool->Healthy() && impl_->time.Ready() && impl_->beats.Serving();
}

GameStore& App::store() { return impl_->store; }
Housekeeper& App::housekeeper() { return impl_->housekeeper; }
const ServiceParts& App::parts() const { return impl_->parts; }
Metrics& App::metrics() { return impl_->metrics; }
metrics::Registry& App::registry() { return impl_->registry; }
const postgres::TimeSource& App::time() const { return impl_->time; }

}  // namespace chess::game
