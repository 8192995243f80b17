// chess-migrate as operators run it: exit status and what it prints.

#include <gtest/gtest.h>

#include <fstream>
#include <pqxx/pqxx>

#include "credential/operator.h"
#include "credential/token.h"
#include "postgres/values.h"
#include "testing/postgres_server.h"
#include "testing/process.h"

namespace chess {
namespace {

using testing::PostgresServer;
using testing::Process;

class MigrateProgram : public ::testing::Test {
 protected:
  int Run(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
    std::vector<std::string> argv = {MIGRATE_PROGRAM};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const std::string file = directory_.path() + "/output";
    remove(file.c_str());
    Process program({.argv = argv, .environment = environment, .output_file = file});
    const int status = program.Wait(30'000);
    output_ = testing::ReadFileOrDie(file);
    return status;
  }
  void Write(const std::string& name, const std::string& sql) {
    std::ofstream(directory_.path() + "/" + name) << sql;
  }
  testing::TempDir directory_;
  std::string output_;
};

TEST_F(MigrateProgram, AppliesOnceAndSaysSo) {
  Write("0100_games.sql", "CREATE TABLE games (id text);");
  const std::string url = PostgresServer::Shared().NewDatabase(false);
  EXPECT_EQ(Run({"--postgres-url", url, "--dir", directory_.path()}), 0);
  EXPECT_EQ(output_, "applied 0100_games.sql\n1 applied, 0 already there\n");
  EXPECT_EQ(Run({"--dir", directory_.path()}, {"CHESS_POSTGRES_URL=" + url}), 0);
  EXPECT_EQ(output_, "0 applied, 1 already there\n");
}

TEST_F(MigrateProgram, MakesAnOperatorAndPrintsNothingButTheToken) {
  const std::string url = PostgresServer::Shared().NewDatabase();
  EXPECT_EQ(Run({"--postgres-url", url, "--add-operator", "ann"}), 0);
  const std::string token = output_.substr(0, output_.size() - 1);
  EXPECT_EQ(output_, token + "\n");
  EXPECT_TRUE(credential::IsOperatorToken(token)) << output_;
  {
    pqxx::connection connection(url);
    pqxx::work tx(connection);
    const std::string hash = postgres::ToBytea(credential::Sha256(token));
    EXPECT_EQ(
        tx.exec_params("SELECT FROM lobby.operators WHERE token_hash = $1::bytea", hash).size(),
        1u);
    EXPECT_EQ(tx.exec("SELECT FROM lobby.audit WHERE subject = 'operator:ann'").size(), 1u);
  }
  EXPECT_EQ(Run({"--postgres-url", url, "--add-operator", "ann"}), 1);
  EXPECT_NE(output_.find("OPERATOR_EXISTS"), std::string::npos) << output_;
  EXPECT_EQ(Run({"--postgres-url", url, "--add-operator", "Ann Smith"}), 1);
  EXPECT_NE(output_.find("OPERATOR_NAME"), std::string::npos) << output_;
}

TEST_F(MigrateProgram, SaysToMigrateBeforeThereAreOperators) {
  EXPECT_EQ(
      Run({"--postgres-url", PostgresServer::Shared().NewDatabase(false), "--add-operator", "ann"}),
      1);
  EXPECT_NE(output_.find("SCHEMA_MISSING"), std::string::npos) << output_;
}

TEST_F(MigrateProgram, NamesTheFileThatFails) {
  Write("0100_games.sql", "CREATE TABEL games;");
  EXPECT_EQ(Run({"--postgres-url", PostgresServer::Shared().NewDatabase(false), "--dir",
                 directory_.path()}),
            1);
  EXPECT_NE(output_.find("MIGRATION_FAILED: 0100_games.sql: SQLSTATE 42601"), std::string::npos)
      << output_;
}

TEST_F(MigrateProgram, ExitsWithThreeWhenNobodyListens) {
  const std::string nowhere =
      "postgresql://127.0.0.1:" + std::to_string(testing::FreePort()) + "/chess";
  EXPECT_EQ(Run({"--postgres-url", nowhere, "--dir", directory_.path()}), 3);
  EXPECT_NE(output_.find("POSTGRES_AWAY"), std::string::npos);
}

TEST_F(MigrateProgram, RefusesWrongUsage) {
  EXPECT_EQ(Run({}, {"CHESS_POSTGRES_URL="}), 2);
  EXPECT_EQ(Run({"--nonsense"}), 2);
  EXPECT_EQ(Run({"--dir"}), 2);
  EXPECT_EQ(Run({"--postgres-url", "dbname=x", "--wait", "soon"}), 2);
  EXPECT_EQ(Run({"--dir", directory_.path()},
                {"CHESS_POSTGRES_URL=", "CHESS_POSTGRES_URL_FILE=" + directory_.path()}),
            2);
  EXPECT_EQ(Run({"--help"}), 0);
}

TEST_F(MigrateProgram, AnAddressThatIsNoneIsRefusedWithoutQuotingIt) {
  for (const char* bad : {"hunter2 hunter2", "postgresql://u:hunter2%er@host/x"}) {
    EXPECT_EQ(Run({"--postgres-url", bad, "--dir", directory_.path()}), 2);
    EXPECT_NE(output_.find("not a libpq URI"), std::string::npos) << output_;
    EXPECT_EQ(output_.find("hunter2"), std::string::npos) << output_;
  }
}

}  // namespace
}  // namespace chess
