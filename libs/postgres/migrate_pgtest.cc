#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <pqxx/pqxx>

#include "postgres/migrate.h"
#include "testing/postgres_server.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::postgres {
namespace {

class MigrateTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& sql) {
    std::ofstream(directory_.path() + "/" + name) << sql;
  }
  void Remove(const std::string& name) {
    ASSERT_EQ(remove((directory_.path() + "/" + name).c_str()), 0);
  }
  base::Result<MigrateReport> Run() {
    const auto files = LoadMigrations(directory_.path());
    if (!files.ok()) return files.error();
    return Migrate(url_, *files, [this](const std::string& line) { lines_ += line + "\n"; });
  }
  std::string Reason() {
    const auto report = Run();
    return report.ok() ? "ok" : report.error().reason;
  }
  std::string Value(const std::string& sql) {
    pqxx::connection connection(url_);
    return pqxx::nontransaction(connection).exec(sql)[0][0].c_str();
  }

  testing::TempDir directory_;
  std::string url_ = testing::PostgresServer::Shared().NewDatabase(false);
  std::string lines_;
};

TEST_F(MigrateTest, AppliesFilesInTheOrderOfTheirNumbersOnce) {
  Write("0101_second.sql", "INSERT INTO t VALUES (2); INSERT INTO t VALUES (3);");
  Write("0100_first.sql", "CREATE TABLE t (n int);");
  Write("README.md", "no migration");
  auto report = Run();
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->applied, 2);
  EXPECT_EQ(lines_, "applied 0100_first.sql\napplied 0101_second.sql\n");
  report = Run();
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->applied, 0);
  EXPECT_EQ(report->present, 2);
  EXPECT_EQ(Value("SELECT count(*) FROM t"), "2");
}

TEST_F(MigrateTest, AFailingFileLeavesNothingBehindAndKeepsEarlierOnes) {
  Write("0100_first.sql", "CREATE TABLE t (n int);");
  Write("0101_second.sql", "INSERT INTO t VALUES (1); SELECT nonsense;");
  const auto report = Run();
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().reason, "MIGRATION_FAILED");
  EXPECT_NE(report.error().message.find("0101_second.sql"), std::string::npos);
  EXPECT_EQ(Value("SELECT count(*) FROM t"), "0");
  EXPECT_EQ(Value("SELECT count(*) FROM chess_migrations"), "1");
}

TEST_F(MigrateTest, RefusesAnAppliedFileThatWasChanged) {
  Write("0100_first.sql", "CREATE TABLE t (n int);");
  EXPECT_EQ(Reason(), "ok");
  Write("0100_first.sql", "CREATE TABLE t (n bigint);");
  EXPECT_EQ(Reason(), "MIGRATION_CHANGED");
}

TEST_F(MigrateTest, RefusesADatabaseOfANewerRelease) {
  Write("0100_first.sql", "CREATE TABLE t (n int);");
  Write("0101_second.sql", "SELECT 1;");
  EXPECT_EQ(Reason(), "ok");
  Remove("0101_second.sql");
  EXPECT_EQ(Reason(), "MIGRATION_MISSING");
}

TEST_F(MigrateTest, ANewFileMayNotStandBeforeAppliedOnesOfItsRange) {
  Write("0105_game.sql", "SELECT 1;");
  Write("0200_lobby.sql", "SELECT 1;");
  EXPECT_EQ(Reason(), "ok");
  Write("0106_game.sql", "SELECT 1;");  // below 0200, but of another range
  EXPECT_EQ(Reason(), "ok");
  Write("0101_game.sql", "SELECT 1;");
  EXPECT_EQ(Reason(), "MIGRATION_ORDER");
}

TEST_F(MigrateTest, RefusesBadNamesAndDoubleNumbers) {
  Write("100_short.sql", "SELECT 1;");
  EXPECT_EQ(Reason(), "MIGRATION_FILES");
  Remove("100_short.sql");
  Write("0100_a.sql", "SELECT 1;");
  Write("0100_b.sql", "SELECT 1;");
  EXPECT_EQ(Reason(), "MIGRATION_FILES");
  EXPECT_FALSE(LoadMigrations(directory_.path() + "/absent").ok());
}

TEST_F(MigrateTest, TwoAtOnceApplyEachFileOnce) {
  Write("0100_first.sql", "CREATE TABLE t (n int); SELECT pg_sleep(0.05);");
  Write("0101_second.sql", "INSERT INTO t VALUES (1);");
  const auto files = LoadMigrations(directory_.path());
  ASSERT_TRUE(files.ok());
  auto other = std::async(std::launch::async, [&] { return Migrate(url_, *files, nullptr); });
  const auto mine = Migrate(url_, *files, nullptr);
  const auto others = other.get();
  ASSERT_TRUE(mine.ok() && others.ok());
  EXPECT_EQ(mine->applied + others->applied, 2);
  EXPECT_EQ(Value("SELECT count(*) FROM t"), "1");
}

TEST_F(MigrateTest, SaysAwayWhenNobodyListens) {
  const auto report = Migrate(
      "postgresql://127.0.0.1:" + std::to_string(testing::FreePort()) + "/chess", {}, nullptr);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().reason, "POSTGRES_AWAY");
}

TEST_F(MigrateTest, WaitsForALockWithoutMakingOthersWaitBehindIt) {
  Write("0100_first.sql", "CREATE TABLE t (n int); INSERT INTO t VALUES (1);");
  ASSERT_EQ(Reason(), "ok");
  Write("0101_second.sql", "ALTER TABLE t ADD COLUMN m int NOT NULL DEFAULT 0;");
  pqxx::connection other(url_);
  pqxx::work reader(other);
  reader.exec("SELECT * FROM t");  // a report that somebody left open
  auto migrating = std::async(std::launch::async, [this] { return Reason(); });
  // While it waits, others write to the table, again and again, across more than one of its tries.
  pqxx::connection writer(url_);
  int written = 0;
  while (Value("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE t%'"
               " AND wait_event_type = 'Lock' AND datname = current_database()") != "0" ||
         written < 20) {
    pqxx::nontransaction(writer).exec("INSERT INTO t (n) VALUES (2)");
    if (++written == 200) break;
  }
  EXPECT_GE(written, 20);
  reader.commit();
  EXPECT_EQ(migrating.get(), "ok");
  EXPECT_EQ(Value("SELECT count(*) FROM t WHERE m = 0"), std::to_string(written + 1));
}

TEST_F(MigrateTest, TheNewestOfAHundredIsItsHighestNumber) {
  for (const char* name : {"0101_a.sql", "0199_b.sql", "0200_c.sql", "0001_d.sql"}) Write(name, "");
  const auto files = LoadMigrations(directory_.path());
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(NewestOf(*files, 0), 1);
  EXPECT_EQ(NewestOf(*files, 100), 199);
  EXPECT_EQ(NewestOf(*files, 200), 200);
  EXPECT_EQ(NewestOf(*files, 300), -1);
}

// Building an index concurrently waits for all older snapshots; who waits for the migrations' own
// lock must hold none.
TEST_F(MigrateTest, SeveralAtOnceWaitForEachOtherAlsoWhileAnIndexIsBuilt) {
  Write("0100_first.sql", "CREATE TABLE t (n int);");
  ASSERT_EQ(Reason(), "ok");
  Write("0101_index.sql",
        "-- concurrently: public.t_n_idx\nCREATE INDEX CONCURRENTLY t_n_idx ON t (n);");
  const auto run = [this](std::vector<std::string>* told) {
    const auto files = LoadMigrations(directory_.path());
    const auto report =
        Migrate(url_, *files, [told](const std::string& what) { told->push_back(what); });
    return report.ok() ? std::string("ok") : report.error().message;
  };
  const auto waiting = [this](const char* query) {
    return [this, query] {
      return Value(std::string("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '") + query +
                   "' AND application_name = 'chess-migrate' AND datname = current_database()") !=
             "0";
    };
  };
  pqxx::connection other(url_);
  pqxx::work writer(other);
  writer.exec("INSERT INTO t VALUES (1)");  // holds the build up
  std::vector<std::string> first_told, second_told;
  auto first = std::async(std::launch::async, run, &first_told);
  ASSERT_TRUE(testing::WaitFor(waiting("%CREATE INDEX CONCURRENTLY%")));
  auto second = std::async(std::launch::async, run, &second_told);
  ASSERT_TRUE(testing::WaitFor(waiting("%advisory_lock(%")));
  writer.commit();
  EXPECT_EQ(first.get(), "ok");
  EXPECT_EQ(second.get(), "ok");
  ASSERT_FALSE(second_told.empty());
  EXPECT_EQ(second_told.front(), "waits for another migration of this database to end");
}

TEST_F(MigrateTest, AnIndexIsBuiltConcurrentlyAndABrokenOffOneAnew) {
  Write("0100_first.sql", "CREATE TABLE t (n int); INSERT INTO t VALUES (1), (1);");
  ASSERT_EQ(Reason(), "ok");
  // A build that fails leaves an invalid index behind.
  Write("0101_index.sql",
        "-- concurrently: public.t_n_idx\nCREATE UNIQUE INDEX CONCURRENTLY t_n_idx ON t (n);");
  EXPECT_EQ(Reason(), "MIGRATION_FAILED");
  EXPECT_EQ(Value("SELECT indisvalid FROM pg_index WHERE indexrelid = 't_n_idx'::regclass"), "f");
  Value("DELETE FROM t WHERE ctid = (SELECT min(ctid) FROM t) RETURNING n");
  EXPECT_EQ(Reason(), "ok");
  EXPECT_EQ(Value("SELECT indisvalid FROM pg_index WHERE indexrelid = 't_n_idx'::regclass"), "t");
}

}  // namespace
}  // namespace chess::postgres
