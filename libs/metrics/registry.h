#pragma once
// Counters, gauges and histograms in the Prometheus text format. The only file that services see;
// prometheus-cpp stays behind it. A child is made once, at start-up, in the service's metrics.h
// (its catalogue), and then used through the reference: updates are lock-free and thread-safe.
// Names: chess_<service>_<noun>[_<unit>]_{total|seconds|bytes}; what every service has (pools,
// executors, Redis clients, the build) is chess_<part>_… in all of them. Label values come from
// closed enums, never from ids or input. docs/adding-a-metric.md says what else a metric needs.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace chess::metrics {

using Labels = std::vector<std::pair<std::string, std::string>>;

class Counter {
 public:
  explicit Counter(void* child) : child_(child) {}
  void Increment(double by = 1);  // by >= 0
  // For totals kept elsewhere: the counter becomes `total`, unless it is beyond that already.
  void RaiseTo(double total);
  double Value() const;

 private:
  void* child_;
};

class Gauge {
 public:
  explicit Gauge(void* child) : child_(child) {}
  void Set(double value);
  void Add(double by);
  double Value() const;

 private:
  void* child_;
};

class Histogram {
 public:
  explicit Histogram(void* child) : child_(child) {}
  void Observe(double value);

 private:
  void* child_;
};

// Upper bounds in seconds for calls and commits: 0.25 ms to 10 s, doubling roughly.
const std::vector<double>& LatencyBuckets();
// Upper bounds for counts of things at a time: 1, 2, 4 … 1024.
const std::vector<double>& CountBuckets();

class Registry {
 public:
  Registry();
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  // The child of family `name` with `labels`; the same arguments give the same child. A name used
  // with two types, or a malformed name, crashes (our mistake). References live as long as the
  // registry. Thread-safe.
  Counter& AddCounter(const std::string& name, const std::string& help, const Labels& labels = {});
  Gauge& AddGauge(const std::string& name, const std::string& help, const Labels& labels = {});
  Histogram& AddHistogram(const std::string& name, const std::string& help,
                          const std::vector<double>& bounds, const Labels& labels = {});
  // Runs `refresh` before each Render: for gauges and totals that are read, not counted
  // (pool statistics, queue lengths). Must not call Render.
  void OnRender(std::function<void()> refresh);
  // For totals kept elsewhere: a counter that is set to the other's value before each Render.
  void MirrorCounter(const std::string& name, const std::string& help, const Labels& labels,
                     std::function<double()> total);
  // A gauge read before each Render.
  void MirrorGauge(const std::string& name, const std::string& help, const Labels& labels,
                   std::function<double()> value);

  // The text exposition format, version 0.0.4. Thread-safe.
  std::string Render() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// chess_build_info{version,revision}; and, as Prometheus' own clients name them,
// process_resident_memory_bytes, process_cpu_seconds_total, process_open_fds, process_max_fds
// and process_start_time_seconds.
void AddProcessMetrics(Registry& registry);

}  // namespace chess::metrics
