#include <gtest/gtest.h>

#include <future>

#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"
#include "testing/postgres_server.h"
#include "testing/tcp_gate.h"
#include "testing/wait.h"

namespace chess::postgres {
namespace {

using base::Code;
using base::MakeError;
using base::Result;
using base::Status;
using testing::PostgresServer;

class TransactionTest : public ::testing::Test {
 protected:
  TransactionTest() {
    PoolOptions options;
    options.url = PostgresServer::Shared().NewDatabase(false);
    options.size = 3;
    options.statement_timeout_ms = 500;
    pool_ = Pool::Create(options);
    EXPECT_TRUE(Run("CREATE TABLE games (id text CONSTRAINT games_pkey PRIMARY KEY,"
                    " plies int CONSTRAINT games_plies_check CHECK (plies >= 0))")
                    .ok());
  }
  Status Run(const std::string& sql) { return RunOn(*pool_, sql); }
  static Status RunOn(Pool& pool, const std::string& sql) {
    return WithTransaction(pool, [&](pqxx::work& transaction) -> Status {
      transaction.exec(sql);
      return {};
    });
  }
  int Count() {
    return *WithRead(*pool_, [](pqxx::nontransaction& t) -> Result<int> {
      return t.exec("SELECT count(*) FROM games")[0][0].as<int>();
    });
  }
  std::shared_ptr<Pool> pool_;
};

TEST_F(TransactionTest, CommitsWhenTheResultIsGood) {
  EXPECT_TRUE(Run("INSERT INTO games VALUES ('a', 1)").ok());
  EXPECT_EQ(Count(), 1);
}

TEST_F(TransactionTest, PreparesAStatementOncePerConnection) {
  const std::string insert = "INSERT INTO games VALUES ($1, $2)";
  const auto stored = WithTransaction(*pool_, [&](pqxx::work& t) -> Result<int> {
    Exec(t, insert, "a", 1);
    Exec(t, insert, "b", nullptr);
    Exec(t, "SELECT plies FROM games WHERE id = $1", "a");
    return t.exec("SELECT count(*) FROM pg_prepared_statements")[0][0].as<int>();
  });
  ASSERT_TRUE(stored.ok());
  EXPECT_EQ(*stored, 2);
  EXPECT_EQ(Count(), 2);
}

TEST_F(TransactionTest, RollsBackWhenTheBodySaysNo) {
  const Result<int> answer = WithTransaction(*pool_, [](pqxx::work& t) -> Result<int> {
    t.exec("INSERT INTO games VALUES ('a', 1)");
    return MakeError(Code::kFailedPrecondition, "NOT_YOUR_TURN", "It is not your turn.");
  });
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().reason, "NOT_YOUR_TURN");
  EXPECT_EQ(Count(), 0);
}

TEST_F(TransactionTest, AUniqueViolationNamesItsConstraint) {
  ASSERT_TRUE(Run("INSERT INTO games VALUES ('a', 1)").ok());
  const Status again = Run("INSERT INTO games VALUES ('a', 2)");
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, Code::kAlreadyExists);
  EXPECT_EQ(again.error().reason, "ALREADY_EXISTS");
  ASSERT_EQ(again.error().metadata.size(), 1u);
  EXPECT_EQ(again.error().metadata[0].second, "games_pkey");
}

TEST_F(TransactionTest, AnotherConstraintIsAPrecondition) {
  const Status bad = Run("INSERT INTO games VALUES ('a', -1)");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().reason, "CONSTRAINT");
  EXPECT_EQ(bad.error().metadata[0].second, "games_plies_check");
}

TEST_F(TransactionTest, ASlowStatementIsCancelledAndTheConnectionLives) {
  const Status slow = Run("SELECT pg_sleep(30)");
  ASSERT_FALSE(slow.ok());
  EXPECT_EQ(slow.error().reason, "STATEMENT_TIMEOUT");
  EXPECT_EQ(slow.error().code, Code::kDeadlineExceeded);
  EXPECT_TRUE(pool_->Healthy());
  EXPECT_EQ(pool_->Stats().cuts, 0u);
}

TEST_F(TransactionTest, ADeadlockIsAConflict) {
  ASSERT_TRUE(Run("INSERT INTO games VALUES ('a', 1), ('b', 1)").ok());
  std::promise<void> one_has_a, two_has_b;
  const auto lock_both = [&](const char* first, const char* second, std::promise<void>* mine,
                             std::future<void> others) {
    return WithTransaction(*pool_, [&](pqxx::work& t) -> Status {
      t.exec("SET LOCAL statement_timeout = 5000");
      t.exec(std::string("UPDATE games SET plies = 2 WHERE id = '") + first + "'");
      mine->set_value();
      others.wait();
      t.exec(std::string("UPDATE games SET plies = 2 WHERE id = '") + second + "'");
      return {};
    });
  };
  auto one = std::async(std::launch::async,
                        [&] { return lock_both("a", "b", &one_has_a, two_has_b.get_future()); });
  auto two = std::async(std::launch::async,
                        [&] { return lock_both("b", "a", &two_has_b, one_has_a.get_future()); });
  const Status first = one.get(), second = two.get();
  ASSERT_NE(first.ok(), second.ok());
  const Status& loser = first.ok() ? second : first;
  EXPECT_EQ(loser.error().reason, "CONFLICT");
  EXPECT_EQ(loser.error().code, Code::kAborted);
}

TEST_F(TransactionTest, WrongSqlIsOurFaultAndShowsItsState) {
  const Status wrong = Run("SELEKT 1");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().code, Code::kInternal);
  EXPECT_NE(wrong.error().message.find("42601"), std::string::npos);
}

TEST_F(TransactionTest, ABackendThatDiesMeanwhileIsReplacedAndTheBodyRunsAgain) {
  ASSERT_TRUE(Run("SELECT 1").ok());  // so that the connection is a pooled one
  int runs = 0;
  const Status done = WithTransaction(*pool_, [&](pqxx::work& t) -> Status {
    t.exec("INSERT INTO games VALUES ('a', 1)");
    if (++runs == 1) t.exec("SELECT pg_terminate_backend(pg_backend_pid())");
    return {};
  });
  EXPECT_TRUE(done.ok());
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(Count(), 1);
  EXPECT_EQ(pool_->Stats().retries, 1u);
}

TEST_F(TransactionTest, AStatementThatCommitsByItselfIsInDoubtWhenTheLinkBreaks) {
  const Status done = WithStatement(*pool_, false, [](pqxx::nontransaction& t) -> Status {
    t.exec("SELECT pg_terminate_backend(pg_backend_pid())");
    return {};
  });
  ASSERT_FALSE(done.ok());
  EXPECT_TRUE(IsCommitUnknown(done.error())) << done.error().reason;
}

TEST_F(TransactionTest, ACommitThatGetsNoAnswerIsInDoubt) {
  PoolOptions options = pool_->options();
  testing::TcpGate gate(PostgresServer::Shared().port());
  const std::string url = options.url;
  const std::string database = url.substr(14, url.find('?') - 14);
  options.url = "postgresql://postgres@127.0.0.1:" + std::to_string(gate.port()) + "/" + database;
  options.call_timeout_ms = 300;
  auto through_gate = Pool::Create(options);
  const Status done = WithTransaction(*through_gate, [&](pqxx::work& t) -> Status {
    t.exec("INSERT INTO games VALUES ('a', 1)");
    gate.Silence();  // COMMIT goes out, its answer never comes
    return {};
  });
  ASSERT_FALSE(done.ok());
  EXPECT_TRUE(IsCommitUnknown(done.error())) << done.error().reason;
  EXPECT_EQ(through_gate->Stats().cuts, 1u);
}

TEST_F(TransactionTest, ArraysAndBytesArriveAsTheyWereSent) {
  const std::string bytes("\x00\x01\xff\"\\", 5);
  ASSERT_TRUE(Run("CREATE TABLE events (id text, n bigint, b bytea)").ok());
  const Status stored = WithTransaction(*pool_, [&](pqxx::work& t) -> Status {
    t.exec_params(
        "INSERT INTO events SELECT * FROM"
        " unnest($1::text[], $2::bigint[], $3::bytea[])",
        TextArray({"a\"\\,{}", "NULL"}), BigintArray({1, 2}, {true, false}),
        ByteaArray({bytes, ""}));
    return {};
  });
  ASSERT_TRUE(stored.ok()) << stored.error().message;
  const Status read = WithRead(*pool_, [&](pqxx::nontransaction& t) -> Status {
    const pqxx::result rows = t.exec("SELECT id, n, b FROM events ORDER BY n NULLS LAST");
    EXPECT_EQ(TextOf(rows[0][0]), "a\"\\,{}");
    EXPECT_EQ(FromBytea(rows[0][2]), bytes);
    EXPECT_EQ(TextOf(rows[1][0]), "NULL");
    EXPECT_EQ(IntOf(rows[1][1], -1), -1);
    EXPECT_EQ(FromBytea(rows[1][2]), "");
    return {};
  });
  EXPECT_TRUE(read.ok());
}

}  // namespace
}  // namespace chess::postgres
