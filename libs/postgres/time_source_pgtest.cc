#include <gtest/gtest.h>

#include <cmath>

#include "postgres/time_source.h"
#include "testing/postgres_server.h"
#include "testing/wait.h"

namespace chess::postgres {
namespace {

using testing::PostgresServer;

PoolOptions Options(const std::string& url) {
  PoolOptions options;
  options.url = url;
  return options;
}

TEST(TimeSource, AgreesWithPostgresWithinItsBound) {
  TimeSource source(Options(PostgresServer::Shared().Url("postgres")), 10);
  ASSERT_TRUE(source.WaitReady(10'000));
  EXPECT_LE(source.ErrorMs(), kMaxTimeErrorMs);
  // Postgres runs on this machine here, so its time is this machine's.
  const auto apart = std::llabs(source.NowMs() - base::SystemClock().NowMs());
  EXPECT_LE(apart, static_cast<int64_t>(source.ErrorMs()) + 2);
}

TEST(TimeSource, IsNotReadyBeforePostgresAnswersButStillTellsATime) {
  PostgresServer server;
  server.Kill();
  TimeSource source(Options(server.Url("postgres")), 10);
  EXPECT_FALSE(source.Ready());
  EXPECT_GT(source.NowMs(), 1'600'000'000'000);
  server.Restart();
  EXPECT_TRUE(source.WaitReady(10'000));
}

TEST(TimeSource, TheErrorGrowsWhilePostgresIsAway) {
  PostgresServer server;
  TimeSource source(Options(server.Url("postgres")), 10);
  ASSERT_TRUE(source.WaitReady(10'000));
  server.Kill();
  const double before = source.ErrorMs();
  EXPECT_TRUE(testing::WaitFor([&] { return source.ErrorMs() > before + 0.01; }));
}

}  // namespace
}  // namespace chess::postgres
