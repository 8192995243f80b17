// The log in a real Postgres: appends, races, group commit with guilty rows and in doubt.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/failpoint.h"
#include "game/appender.h"
#include "game/archive_repository.h"
#include "game/testing/game_rig.h"
#include "game/log_repository.h"
#include "testing/tcp_gate.h"

namespace chess::game {
namespace {

using chess::testing::PostgresServer;
using chess::testing::WaitFor;

std::shared_ptr<postgres::Pool> NewPool(const std::string& url, int size = 2) {
  postgres::PoolOptions options;
  options.url = url;
  options.size = size;
  options.on_connect = PrepareAllStatements;
  auto pool = postgres::Pool::Create(options);
  EXPECT_TRUE(pool->WaitHealthy(10'000));
  return pool;
}

AppendRow RowFor(const std::string& game_id, int64_t seq, const std::string& events = "event") {
  AppendRow row;
  row.game_id = game_id;
  row.row = {seq, base::SecureBytes(16), 1'800'000'000'000 + seq, events};
  row.deadline = 1'800'000'100'000;
  return row;
}

class LogRepositoryTest : public ::testing::Test {
 protected:
  LogRepositoryTest()
      : url_(PostgresServer::Shared().NewDatabase()), pool_(NewPool(url_)), log_(pool_, pool_) {}

  std::string Id(int n) const {
    std::string id = "Game" + std::to_string(10'000 + n);
    return id.substr(0, 4) + id.substr(5);
  }
  // An appender's outcome for one row.
  AppendOutcome Write(Appender& appender, AppendRow row) {
    std::promise<AppendOutcome> promise;
    Appender::Item item{std::move(row), 0, [&](AppendOutcome o) { promise.set_value(o); }};
    EXPECT_TRUE(appender.Submit(std::move(item)));
    return promise.get_future().get();
  }
  std::string Rows() { return Sql(url_, "SELECT count(*) FROM game.game_events"); }

  std::string url_;
  std::shared_ptr<postgres::Pool> pool_;
  LogRepository log_;
  metrics::Registry registry_;
  Metrics metrics_{registry_};
};

TEST_F(LogRepositoryTest, TheFirstToTakeANumberHasIt) {
  const AppendRow first = RowFor(Id(1), 1), second = RowFor(Id(1), 1), other = RowFor(Id(2), 1);
  EXPECT_EQ(*log_.Append({&first}), std::vector<bool>{true});
  EXPECT_EQ(*log_.Append({&second, &other}), (std::vector<bool>{false, true}));
  EXPECT_EQ(*log_.Stored({&first, &second}).operator->(), (std::vector<bool>{true, false}));
}

TEST_F(LogRepositoryTest, BytesComeBackAsTheyWent) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  AppendRow row = RowFor(Id(1), 1, bytes);
  ASSERT_TRUE(log_.Append({&row}).ok());
  Sql(url_, "INSERT INTO game.games SELECT '" + Id(1) +
                "', 'w', 'b', 'w', 'b', false, false, false, false, 0, 0, false, false, '', '', "
                "'', '', '', false, 'automatic', 'public', now(), 1");
  const auto loaded = log_.Load({Id(1), "Nothing0"});
  ASSERT_TRUE(loaded.ok());
  ASSERT_EQ((*loaded)[0].log.size(), 1u);
  EXPECT_EQ((*loaded)[0].log[0], row.row);
  EXPECT_FALSE((*loaded)[1].found);
}

TEST_F(LogRepositoryTest, ARowWhoseTimeIsOverIsNotStored) {
  AppendRow late = RowFor(Id(1), 1);
  late.not_after = 1'000;
  EXPECT_EQ(*log_.Append({&late}), std::vector<bool>{false});
  EXPECT_EQ(Rows(), "0");
}

TEST_F(LogRepositoryTest, RacingBatchesOfTwoReplicasNeverDeadlockAndEachNumberHasOneOwner) {
  constexpr int kGames = 60, kSeqs = 15;
  std::atomic<int> stored{0}, errors{0};
  const auto race = [&](bool backwards) {
    for (int seq = 1; seq <= kSeqs; ++seq) {
      std::vector<AppendRow> rows;
      for (int g = 0; g < kGames; ++g) {
        rows.push_back(RowFor(Id(backwards ? kGames - g : g + 1), seq));
      }
      std::vector<const AppendRow*> batch;
      for (const AppendRow& row : rows) batch.push_back(&row);
      const auto result = log_.Append(batch);
      if (!result.ok()) ++errors;
      if (result.ok()) stored += static_cast<int>(std::count(result->begin(), result->end(), true));
    }
  };
  std::thread other([&] { race(true); });
  race(false);
  other.join();
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(stored, kGames * kSeqs);
  EXPECT_EQ(Rows(), std::to_string(kGames * kSeqs));
}

TEST_F(LogRepositoryTest, AGuiltyRowFailsAloneAndTheRestOfItsBatchGoesIn) {
  Appender appender(log_, base::SystemClock(), metrics_, 1);
  ASSERT_TRUE(base::ArmFailpoints("commit_before:sleep=200@1:1"));  // so that all are one batch
  std::vector<std::promise<AppendOutcome>> outcomes(8);
  for (int i = 0; i < 8; ++i) {
    AppendRow row = RowFor(Id(i), 1);
    if (i == 5) row.row.request_id = "too short";
    ASSERT_TRUE(appender.Submit({row, 0, [&, i](AppendOutcome o) { outcomes[i].set_value(o); }}));
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(outcomes[i].get_future().get(),
              i == 5 ? AppendOutcome::kFailed : AppendOutcome::kStored);
    if (i == 0) ASSERT_TRUE(base::ArmFailpoints(""));
  }
  EXPECT_EQ(Rows(), "7");
  EXPECT_GE(metrics_.appends_halved.Value(), 1);
}

TEST_F(LogRepositoryTest, TwoRowsOfOneGameInOneBatchAreKeptApart) {
  Appender appender(log_, base::SystemClock(), metrics_, 1);
  ASSERT_TRUE(base::ArmFailpoints("commit_before:sleep=100@1:1"));
  std::promise<AppendOutcome> blocker, first, second;
  ASSERT_TRUE(appender.Submit({RowFor(Id(9), 1), 0, [&](auto o) { blocker.set_value(o); }}));
  ASSERT_TRUE(appender.Submit({RowFor(Id(1), 1), 0, [&](auto o) { first.set_value(o); }}));
  ASSERT_TRUE(appender.Submit({RowFor(Id(1), 1), 0, [&](auto o) { second.set_value(o); }}));
  EXPECT_EQ(first.get_future().get(), AppendOutcome::kStored);
  EXPECT_EQ(second.get_future().get(), AppendOutcome::kLost);
  ASSERT_TRUE(base::ArmFailpoints(""));
  blocker.get_future().wait();
}

TEST_F(LogRepositoryTest, ACommitWhoseAnswerWasCutIsSettledAsStored) {
  auto& server = PostgresServer::Shared();
  testing::TcpGate gate(server.port());
  const std::string database = url_.substr(0);  // same database, through the gate
  const std::string name = Sql(url_, "SELECT current_database()");
  std::string url = server.TcpUrl(name);
  const std::string port = std::to_string(server.port());
  url.replace(url.find(port), port.size(), std::to_string(gate.port()));
  auto gated = NewPool(url, 1);
  LogRepository log(gated, pool_);
  Appender appender(log, base::SystemClock(), metrics_, 1);
  ASSERT_EQ(Write(appender, RowFor(Id(1), 1)), AppendOutcome::kStored);
  // The statement reaches Postgres, its answer does not reach us.
  gate.DelayMs(150);
  std::promise<AppendOutcome> promise;
  ASSERT_TRUE(appender.Submit({RowFor(Id(1), 2), 0, [&](auto o) { promise.set_value(o); }}));
  ASSERT_TRUE(WaitFor([&] { return Rows() == "2"; }));
  gate.Cut();
  gate.DelayMs(0);
  EXPECT_EQ(promise.get_future().get(), AppendOutcome::kStored);
  EXPECT_EQ(Rows(), "2");
  EXPECT_GE(metrics_.appends_in_doubt.Value(), 1);
}

TEST_F(LogRepositoryTest, ACommitInDoubtThatAnotherReplicaWonIsLost) {
  auto& server = PostgresServer::Shared();
  testing::TcpGate gate(server.port());
  std::string url = server.TcpUrl(Sql(url_, "SELECT current_database()"));
  const std::string port = std::to_string(server.port());
  url.replace(url.find(port), port.size(), std::to_string(gate.port()));
  auto gated = NewPool(url, 1);
  LogRepository log(gated, pool_);
  Appender appender(log, base::SystemClock(), metrics_, 1);
  ASSERT_EQ(Write(appender, RowFor(Id(1), 1)), AppendOutcome::kStored);
  gate.Silence();  // the statement never reaches Postgres
  std::promise<AppendOutcome> promise;
  ASSERT_TRUE(appender.Submit({RowFor(Id(1), 2), 0, [&](auto o) { promise.set_value(o); }}));
  const AppendRow winner = RowFor(Id(1), 2);
  ASSERT_TRUE(log_.Append({&winner}).ok());
  auto outcome = promise.get_future();
  EXPECT_EQ(outcome.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
  gate.Cut();
  gate.Open();
  EXPECT_EQ(outcome.get(), AppendOutcome::kLost);
  EXPECT_TRUE((*log_.Stored({&winner}))[0]);
}

TEST_F(LogRepositoryTest, ABackendKilledInTheMiddleLosesAndDoublesNothing) {
  Appender appender(log_, base::SystemClock(), metrics_, 2);
  std::atomic<int> stored{0}, other{0};
  std::atomic<bool> stop{false};
  std::thread killer([&] {
    while (!stop) {
      Sql(url_, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'chess' AND datname = current_database()");
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  constexpr int kRows = 600;
  for (int i = 0; i < kRows; ++i) {
    ASSERT_TRUE(appender.Submit({RowFor(Id(i), 1), 0, [&](AppendOutcome o) {
                                   ++(o == AppendOutcome::kStored ? stored : other);
                                 }}));
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  ASSERT_TRUE(WaitFor([&] { return stored + other == kRows; }));
  stop = true;
  killer.join();
  EXPECT_EQ(stored, kRows);
  EXPECT_EQ(Rows(), std::to_string(kRows));
}

TEST_F(LogRepositoryTest, WhatNobodyWaitsForAnyMoreIsNotWritten) {
  Appender appender(log_, base::SystemClock(), metrics_, 1);
  std::promise<AppendOutcome> promise;
  ASSERT_TRUE(appender.Submit({RowFor(Id(1), 1), 1, [&](auto o) { promise.set_value(o); }}));
  EXPECT_EQ(promise.get_future().get(), AppendOutcome::kAway);
  EXPECT_EQ(Rows(), "0");
}

}  // namespace
}  // namespace chess::game
