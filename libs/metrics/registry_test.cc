#include "metrics/registry.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

#include "metrics/dependencies.h"

namespace chess::metrics {
namespace {

bool Has(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(Registry, RendersCountersWithTheirLabels) {
  Registry registry;
  registry.AddCounter("chess_game_moves_total", "Moves.", {{"verdict", "legal"}}).Increment();
  registry.AddCounter("chess_game_moves_total", "Moves.", {{"verdict", "refused"}}).Increment(2);
  const std::string text = registry.Render();
  EXPECT_TRUE(Has(text, "# TYPE chess_game_moves_total counter")) << text;
  EXPECT_TRUE(Has(text, "chess_game_moves_total{verdict=\"legal\"} 1")) << text;
  EXPECT_TRUE(Has(text, "chess_game_moves_total{verdict=\"refused\"} 2")) << text;
}

TEST(Registry, TheSameArgumentsGiveTheSameChild) {
  Registry registry;
  Gauge& one = registry.AddGauge("chess_game_live", "Live games.");
  Gauge& two = registry.AddGauge("chess_game_live", "Live games.");
  EXPECT_EQ(&one, &two);
  one.Set(5);
  two.Add(-2);
  EXPECT_EQ(one.Value(), 3);
}

TEST(Registry, HistogramsCountIntoCumulativeBuckets) {
  Registry registry;
  Histogram& h = registry.AddHistogram("chess_game_commit_seconds", "Commits.", {0.1, 1});
  h.Observe(0.05);
  h.Observe(0.5);
  h.Observe(5);
  const std::string text = registry.Render();
  EXPECT_TRUE(Has(text, "chess_game_commit_seconds_bucket{le=\"0.1\"} 1")) << text;
  EXPECT_TRUE(Has(text, "chess_game_commit_seconds_bucket{le=\"1\"} 2")) << text;
  EXPECT_TRUE(Has(text, "chess_game_commit_seconds_bucket{le=\"+Inf\"} 3")) << text;
  EXPECT_TRUE(Has(text, "chess_game_commit_seconds_count 3")) << text;
}

TEST(Registry, MirrorsAreReadAtEachRender) {
  Registry registry;
  double total = 3, level = 7;
  registry.MirrorCounter("chess_x_total", "x", {}, [&] { return total; });
  registry.MirrorGauge("chess_y", "y", {}, [&] { return level; });
  EXPECT_TRUE(Has(registry.Render(), "chess_x_total 3"));
  total = 10;
  level = 1;
  const std::string text = registry.Render();
  EXPECT_TRUE(Has(text, "chess_x_total 10")) << text;
  EXPECT_TRUE(Has(text, "chess_y 1")) << text;
}

TEST(Registry, CountsOfManyThreadsAreAllThere) {
  Registry registry;
  Counter& counter = registry.AddCounter("chess_z_total", "z");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) counter.Increment();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counter.Value(), 40'000);
}

// Looks like postgres::Pool to the templates of dependencies.h.
struct FakePool {
  struct PoolStats {
    int open = 3, idle = 1, waiting = 2;
    uint64_t acquired = 10, refused = 4, connects = 5, connect_failures = 6, cuts = 7, retries = 8;
    uint64_t wait_us = 1'500'000;
  };
  struct PoolOptions {
    int size = 6;
  };
  PoolStats Stats() const { return {}; }
  PoolOptions options() const { return {}; }
  bool Healthy() const { return true; }
};

TEST(Dependencies, APoolIsReadAtEachRender) {
  Registry registry;
  const FakePool pool;
  AddPoolMetrics(registry, "append", pool);
  const std::string text = registry.Render();
  EXPECT_TRUE(Has(text, "chess_postgres_up{pool=\"append\"} 1")) << text;
  EXPECT_TRUE(Has(text, "chess_postgres_connections{pool=\"append\",state=\"busy\"} 2")) << text;
  EXPECT_TRUE(Has(text, "chess_postgres_connections{pool=\"append\",state=\"idle\"} 1")) << text;
  EXPECT_TRUE(Has(text, "chess_postgres_connections_limit{pool=\"append\"} 6")) << text;
  EXPECT_TRUE(Has(text, "chess_postgres_cuts_total{pool=\"append\"} 7")) << text;
  EXPECT_TRUE(Has(text, "chess_postgres_wait_seconds_total{pool=\"append\"} 1.5")) << text;
}

TEST(Registry, ACounterIsRaisedToATotalKeptElsewhereAndNeverFalls) {
  Registry registry;
  Counter& counter = registry.AddCounter("chess_x_total", "x");
  counter.RaiseTo(3);
  counter.RaiseTo(2);
  EXPECT_EQ(counter.Value(), 3);
}

TEST(Registry, ProcessMetricsAreThere) {
  Registry registry;
  AddProcessMetrics(registry);
  const std::string text = registry.Render();
  for (const char* name : {"process_resident_memory_bytes", "process_cpu_seconds_total",
                           "process_open_fds", "process_max_fds", "process_start_time_seconds"}) {
    EXPECT_NE(text.find(std::string("\n") + name + " "), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace chess::metrics
