#pragma once
// Metrics of the platform's own parts (pools, executors, Redis clients), read at each scrape. As
// templates, so that this library depends on none of them: anything with the same Stats() will do.
// `service` is the name in chess_<service>_…; the parts must outlive the registry's last Render.

#include <string>

#include "metrics/registry.h"

namespace chess::metrics {

// A postgres::Pool (pass *pool).
template <typename Pool>
void AddPoolMetrics(Registry& registry, const std::string& service, const Pool& pool) {
  const std::string p = "chess_" + service + "_postgres_";
  const auto stat = [&pool](auto member) {
    return [&pool, member] { return static_cast<double>(pool.Stats().*member); };
  };
  using Stats = decltype(pool.Stats());
  registry.MirrorGauge(p + "up", "1 while the last contact with Postgres succeeded.", {},
                       [&pool] { return pool.Healthy() ? 1.0 : 0.0; });
  registry.MirrorGauge(p + "connections", "Open connections.", {{"state", "open"}},
                       stat(&Stats::open));
  registry.MirrorGauge(p + "connections", "Open connections.", {{"state", "idle"}},
                       stat(&Stats::idle));
  registry.MirrorGauge(p + "waiting", "Callers waiting for a connection.", {},
                       stat(&Stats::waiting));
  registry.MirrorCounter(p + "acquired_total", "Leases given.", {}, stat(&Stats::acquired));
  registry.MirrorCounter(p + "refused_total", "Calls without a connection.", {},
                         stat(&Stats::refused));
  registry.MirrorCounter(p + "connects_total", "Connections opened.", {}, stat(&Stats::connects));
  registry.MirrorCounter(p + "connect_failures_total", "Connections that failed.", {},
                         stat(&Stats::connect_failures));
  registry.MirrorCounter(p + "cuts_total", "Calls cut because Postgres was silent.", {},
                         stat(&Stats::cuts));
  registry.MirrorCounter(p + "retries_total", "Calls repeated on another connection.", {},
                         stat(&Stats::retries));
  registry.MirrorCounter(p + "wait_seconds_total", "Time spent waiting for connections.", {},
                         [&pool] { return static_cast<double>(pool.Stats().wait_us) / 1e6; });
}

// A rpc::Executor; `name` is a label such as "commands".
template <typename Executor>
void AddExecutorMetrics(Registry& registry, const std::string& service, const std::string& name,
                        const Executor& executor) {
  const std::string p = "chess_" + service + "_executor_";
  const Labels labels = {{"executor", name}};
  registry.MirrorGauge(p + "queued", "Tasks waiting.", labels,
                       [&executor] { return static_cast<double>(executor.Queued()); });
  registry.MirrorCounter(p + "finished_total", "Tasks done.", labels,
                         [&executor] { return static_cast<double>(executor.Finished()); });
  registry.MirrorCounter(p + "refused_total", "Tasks refused: the queue was full.", labels,
                         [&executor] { return static_cast<double>(executor.Refused()); });
}

// A postgres::TimeSource.
template <typename TimeSource>
void AddTimeMetrics(Registry& registry, const std::string& service, const TimeSource& source) {
  registry.MirrorGauge("chess_" + service + "_time_error_seconds",
                       "Bound of the error of game time.", {},
                       [&source] { return source.ErrorMs() / 1000; });
}

// A redis::Client.
template <typename Client>
void AddRedisMetrics(Registry& registry, const std::string& service, const Client& client) {
  const std::string p = "chess_" + service + "_redis_";
  registry.MirrorGauge(p + "up", "1 while the last exchange with Redis succeeded.", {},
                       [&client] { return client.Healthy() ? 1.0 : 0.0; });
  registry.MirrorCounter(p + "commands_total", "Commands answered.", {},
                         [&client] { return static_cast<double>(client.Stats().commands); });
  registry.MirrorCounter(p + "failures_total", "Calls without an answer.", {},
                         [&client] { return static_cast<double>(client.Stats().failures); });
}

// A redis::Publisher.
template <typename Publisher>
void AddPublisherMetrics(Registry& registry, const std::string& service,
                         const Publisher& publisher) {
  const std::string p = "chess_" + service + "_bells_";
  registry.MirrorGauge(p + "queued", "Messages waiting to be published.", {},
                       [&publisher] { return static_cast<double>(publisher.Stats().queued); });
  registry.MirrorCounter(p + "published_total", "Messages published.", {},
                         [&publisher] { return static_cast<double>(publisher.Stats().published); });
  registry.MirrorCounter(p + "dropped_total", "Messages dropped: Redis away or queue full.", {},
                         [&publisher] { return static_cast<double>(publisher.Stats().dropped); });
}

// A redis::Subscriber.
template <typename Subscriber>
void AddSubscriberMetrics(Registry& registry, const std::string& service,
                          const Subscriber& subscriber) {
  const std::string p = "chess_" + service + "_subscriber_";
  registry.MirrorGauge(p + "channels", "Channels subscribed.", {},
                       [&subscriber] { return static_cast<double>(subscriber.Stats().channels); });
  registry.MirrorCounter(p + "messages_total", "Messages heard.", {}, [&subscriber] {
    return static_cast<double>(subscriber.Stats().messages);
  });
  registry.MirrorCounter(p + "gaps_total", "Reconnections, after which all catch up.", {},
                         [&subscriber] { return static_cast<double>(subscriber.Stats().gaps); });
}

}  // namespace chess::metrics
