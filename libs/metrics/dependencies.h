#pragma once
// Metrics of the platform's own parts (pools, executors, Redis clients), read at each scrape. As
// templates, so that this library depends on none of them: anything with the same Stats() will do.
// Their names are the same in every service, chess_<part>_…, so that one panel or rule shows all;
// Prometheus' job label says which service it is. `name` is the part's name within its service.
// The parts must outlive the registry's last Render.

#include <string>

#include "metrics/registry.h"

namespace chess::metrics {

inline constexpr char kRedisUpHelp[] = "0 while the last exchange with Redis failed.";

// A postgres::Pool (pass *pool).
template <typename Pool>
void AddPoolMetrics(Registry& registry, const std::string& name, const Pool& pool) {
  const std::string p = "chess_postgres_";
  const Labels labels = {{"pool", name}};
  const auto stat = [&pool](auto member) {
    return [&pool, member] { return static_cast<double>(pool.Stats().*member); };
  };
  using Stats = decltype(pool.Stats());
  registry.MirrorGauge(p + "up", "1 while the last contact with Postgres succeeded.", labels,
                       [&pool] { return pool.Healthy() ? 1.0 : 0.0; });
  registry.MirrorGauge(p + "connections", "Open connections.", {{"pool", name}, {"state", "busy"}},
                       [&pool] {
                         const auto stats = pool.Stats();
                         return static_cast<double>(stats.open - stats.idle);
                       });
  registry.MirrorGauge(p + "connections", "Open connections.", {{"pool", name}, {"state", "idle"}},
                       stat(&Stats::idle));
  registry.MirrorGauge(p + "connections_limit", "Connections at most.", labels,
                       [&pool] { return static_cast<double>(pool.options().size); });
  registry.MirrorGauge(p + "waiting", "Callers waiting for a connection.", labels,
                       stat(&Stats::waiting));
  registry.MirrorCounter(p + "acquired_total", "Leases given.", labels, stat(&Stats::acquired));
  registry.MirrorCounter(p + "refused_total", "Calls without a connection.", labels,
                         stat(&Stats::refused));
  registry.MirrorCounter(p + "connects_total", "Connections opened.", labels,
                         stat(&Stats::connects));
  registry.MirrorCounter(p + "connect_failures_total", "Connections that could not be opened.",
                         labels, stat(&Stats::connect_failures));
  registry.MirrorCounter(p + "cuts_total", "Calls cut because Postgres was silent.", labels,
                         stat(&Stats::cuts));
  registry.MirrorCounter(p + "retries_total", "Calls repeated on another connection.", labels,
                         stat(&Stats::retries));
  registry.MirrorCounter(p + "wait_seconds_total", "Time spent waiting for connections.", labels,
                         [&pool] { return static_cast<double>(pool.Stats().wait_us) / 1e6; });
}

// A rpc::Executor.
template <typename Executor>
void AddExecutorMetrics(Registry& registry, const std::string& name, const Executor& executor) {
  const std::string p = "chess_executor_";
  const Labels labels = {{"executor", name}};
  registry.MirrorGauge(p + "queued", "Tasks waiting for a thread.", labels,
                       [&executor] { return static_cast<double>(executor.Queued()); });
  registry.MirrorGauge(p + "oldest_seconds", "How long the oldest waiting task has waited.", labels,
                       [&executor] { return executor.OldestSeconds(); });
  registry.MirrorCounter(p + "finished_total", "Tasks done.", labels,
                         [&executor] { return static_cast<double>(executor.Finished()); });
  registry.MirrorCounter(p + "refused_total", "Tasks refused: the queue was full.", labels,
                         [&executor] { return static_cast<double>(executor.Refused()); });
}

// What keeps game time: `error_seconds` is the bound of its error.
template <typename Error>
void AddTimeMetrics(Registry& registry, Error error_seconds) {
  registry.MirrorGauge("chess_time_error_seconds", "Bound of the error of game time.", {},
                       error_seconds);
}

// A redis::Client.
template <typename Client>
void AddRedisMetrics(Registry& registry, const std::string& name, const Client& client) {
  const std::string p = "chess_redis_";
  const Labels labels = {{"client", name}};
  // Clients connect at their first use: until then nothing is wrong.
  registry.MirrorGauge(p + "up", kRedisUpHelp, labels, [&client] {
    const auto stats = client.Stats();
    return client.Healthy() || stats.commands + stats.failures == 0 ? 1.0 : 0.0;
  });
  registry.MirrorCounter(p + "commands_total", "Commands answered.", labels,
                         [&client] { return static_cast<double>(client.Stats().commands); });
  registry.MirrorCounter(p + "failures_total", "Commands without an answer.", labels,
                         [&client] { return static_cast<double>(client.Stats().failures); });
}

// A redis::Publisher: the ringing end of the doorbell.
template <typename Publisher>
void AddPublisherMetrics(Registry& registry, const Publisher& publisher) {
  const std::string p = "chess_redis_publisher_";
  registry.MirrorGauge("chess_redis_up", kRedisUpHelp, {{"client", "publisher"}}, [&publisher] {
    const auto stats = publisher.Stats();
    const bool unused = stats.published + stats.dropped == 0;
    return publisher.Healthy() || unused ? 1.0 : 0.0;
  });
  registry.MirrorGauge(p + "queued", "Messages waiting to be published.", {},
                       [&publisher] { return static_cast<double>(publisher.Stats().queued); });
  registry.MirrorCounter(p + "published_total", "Messages published.", {},
                         [&publisher] { return static_cast<double>(publisher.Stats().published); });
  registry.MirrorCounter(p + "dropped_total", "Messages dropped: Redis away or queue full.", {},
                         [&publisher] { return static_cast<double>(publisher.Stats().dropped); });
}

// A redis::Subscriber: the hearing end.
template <typename Subscriber>
void AddSubscriberMetrics(Registry& registry, const Subscriber& subscriber) {
  const std::string p = "chess_redis_subscriber_";
  registry.MirrorGauge("chess_redis_up", kRedisUpHelp, {{"client", "subscriber"}},
                       [&subscriber] { return subscriber.Healthy() ? 1.0 : 0.0; });
  registry.MirrorGauge(p + "channels", "Channels subscribed.", {},
                       [&subscriber] { return static_cast<double>(subscriber.Stats().channels); });
  registry.MirrorCounter(p + "messages_total", "Messages heard.", {}, [&subscriber] {
    return static_cast<double>(subscriber.Stats().messages);
  });
  registry.MirrorCounter(p + "gaps_total", "Reconnections, after which all catch up.", {},
                         [&subscriber] { return static_cast<double>(subscriber.Stats().gaps); });
}

}  // namespace chess::metrics
