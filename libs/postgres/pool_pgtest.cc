#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <mutex>

#include "postgres/pool.h"
#include "postgres/transaction.h"
#include "testing/postgres_server.h"
#include "testing/tcp_gate.h"
#include "testing/wait.h"

namespace chess::postgres {
namespace {

using testing::PostgresServer;
using testing::WaitFor;

// What "at once" may take on a machine that is busy with other tests: well below a connect or call
// time-out, which is what it would take if the pool did not know.
constexpr int64_t kAtOnceMs = 1000;

int64_t MsOf(const std::function<void()>& act) {
  const auto begin = std::chrono::steady_clock::now();
  act();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               begin)
      .count();
}

base::Result<int> SelectOne(Pool& pool) {
  return WithTransaction(pool, [](pqxx::work& transaction) -> base::Result<int> {
    return transaction.exec("SELECT 1")[0][0].as<int>();
  });
}

// A server of its own: these tests kill and stop it.
class PoolTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new PostgresServer; }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }
  std::shared_ptr<Pool> MakePool(const std::string& url, int size = 2) {
    PoolOptions options;
    options.url = url;
    options.size = size;
    options.on_state = [this](const std::string& state) {
      std::lock_guard lock(mutex_);
      states_ += state.substr(0, state.find(':')) + " ";
    };
    auto pool = Pool::Create(options);
    return pool;
  }
  std::string States() {
    std::lock_guard lock(mutex_);
    return states_;
  }

  static PostgresServer* server_;
  std::mutex mutex_;
  std::string states_;
};

PostgresServer* PoolTest::server_ = nullptr;

TEST_F(PoolTest, ReusesOneConnectionForCallsInTurn) {
  auto pool = MakePool(server_->Url("postgres"), 4);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(SelectOne(*pool).ok());
  const PoolStats stats = pool->Stats();
  EXPECT_EQ(stats.connects, 1u);
  EXPECT_EQ(stats.acquired, 20u);
  EXPECT_EQ(stats.idle, 1);
}

TEST_F(PoolTest, NeverOpensMoreThanItsSizeAndSaysBusy) {
  auto pool = MakePool(server_->Url("postgres"), 2);
  auto one = pool->Acquire();
  auto two = pool->Acquire();
  ASSERT_TRUE(one.ok() && two.ok());
  const auto three = pool->Acquire();
  ASSERT_FALSE(three.ok());
  EXPECT_EQ(three.error().reason, "POOL_BUSY");
  EXPECT_GT(three.error().retry_after_ms, 0);
  EXPECT_EQ(pool->Stats().open, 2);
}

TEST_F(PoolTest, AWaiterGetsTheConnectionThatComesBack) {
  auto pool = MakePool(server_->Url("postgres"), 1);
  auto lease = std::make_unique<base::Result<Lease>>(pool->Acquire());
  ASSERT_TRUE(lease->ok());
  auto waiter = std::async(std::launch::async, [&] { return SelectOne(*pool); });
  ASSERT_TRUE(WaitFor([&] { return pool->Stats().waiting == 1; }));
  lease.reset();
  EXPECT_TRUE(waiter.get().ok());
}

TEST_F(PoolTest, KnowsAtOnceThatNobodyListensAndRecovers) {
  PostgresServer other;
  auto pool = MakePool(other.Url("postgres"));
  ASSERT_TRUE(SelectOne(*pool).ok());
  other.Kill();
  auto answer = SelectOne(*pool);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().reason, "POSTGRES_AWAY");
  EXPECT_EQ(answer.error().code, base::Code::kUnavailable);
  EXPECT_FALSE(pool->Healthy());
  EXPECT_LT(MsOf([&] { answer = SelectOne(*pool); }), kAtOnceMs);
  EXPECT_FALSE(answer.ok());
  other.Restart();
  EXPECT_TRUE(pool->WaitHealthy(10'000));
  EXPECT_TRUE(SelectOne(*pool).ok());
  EXPECT_EQ(States(), "down up ");
}

TEST_F(PoolTest, StartsWithPostgresAwayAndComesUp) {
  PostgresServer other;
  other.Kill();
  auto pool = MakePool(other.Url("postgres"));
  EXPECT_FALSE(SelectOne(*pool).ok());
  other.Restart();
  EXPECT_TRUE(pool->WaitHealthy(10'000));
  EXPECT_TRUE(SelectOne(*pool).ok());
}

TEST_F(PoolTest, AStaleConnectionIsReplacedUnnoticed) {
  auto pool = MakePool(server_->Url("postgres"));
  ASSERT_TRUE(SelectOne(*pool).ok());
  server_->Restart();
  EXPECT_TRUE(SelectOne(*pool).ok());
  EXPECT_EQ(pool->Stats().connects, 2u);
}

TEST_F(PoolTest, AStoppedServerCostsLessThanTwoSeconds) {
  for (const std::string& url : {server_->Url("postgres"), server_->TcpUrl("postgres")}) {
    auto pool = MakePool(url);
    ASSERT_TRUE(SelectOne(*pool).ok());
    server_->Stop();
    base::Result<int> answer = 0;
    EXPECT_LT(MsOf([&] { answer = SelectOne(*pool); }), 2000);
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().reason, "POSTGRES_AWAY");
    // And from now on it is known.
    EXPECT_LT(MsOf([&] { answer = SelectOne(*pool); }), kAtOnceMs);
    EXPECT_FALSE(answer.ok());
    EXPECT_EQ(pool->Stats().cuts, 1u);
    server_->Continue();
    EXPECT_TRUE(pool->WaitHealthy(10'000));
    EXPECT_TRUE(SelectOne(*pool).ok());
  }
}

TEST_F(PoolTest, ASilentNetworkCostsLessThanTwoSeconds) {
  testing::TcpGate gate(server_->port());
  auto pool =
      MakePool("postgresql://postgres@127.0.0.1:" + std::to_string(gate.port()) + "/postgres");
  ASSERT_TRUE(SelectOne(*pool).ok());
  gate.Silence();
  base::Result<int> answer = 0;
  EXPECT_LT(MsOf([&] { answer = SelectOne(*pool); }), 2000);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().reason, "POSTGRES_AWAY");
  gate.Open();
  EXPECT_TRUE(pool->WaitHealthy(10'000));
  EXPECT_TRUE(SelectOne(*pool).ok());
}

TEST_F(PoolTest, PreparesStatementsOnEachConnection) {
  PoolOptions options;
  options.url = server_->Url("postgres");
  options.on_connect = [](pqxx::connection& connection) {
    connection.prepare("twice", "SELECT 2 * $1::int");
  };
  auto pool = Pool::Create(options);
  const auto answer = WithRead(*pool, [](pqxx::nontransaction& t) -> base::Result<int> {
    return t.exec_prepared("twice", 21)[0][0].as<int>();
  });
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(*answer, 42);
}

TEST_F(PoolTest, AfterCloseNobodyGetsAConnection) {
  auto pool = MakePool(server_->Url("postgres"));
  ASSERT_TRUE(SelectOne(*pool).ok());
  pool->Close();
  EXPECT_FALSE(SelectOne(*pool).ok());
  EXPECT_EQ(pool->Stats().open, 0);
}

TEST_F(PoolTest, RefusesAMalformedAddressWithoutHanging) {
  auto pool = MakePool("postgresql://%zz");
  EXPECT_FALSE(SelectOne(*pool).ok());
}

}  // namespace
}  // namespace chess::postgres
