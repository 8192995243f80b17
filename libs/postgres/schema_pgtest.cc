#include <gtest/gtest.h>

#include <pqxx/pqxx>

#include "postgres/schema.h"
#include "testing/postgres_server.h"
#include "testing/process.h"

namespace chess::postgres {
namespace {

class SchemaTest : public ::testing::Test {
 protected:
  void Execute(const std::string& sql) {
    pqxx::connection connection(url_);
    pqxx::nontransaction(connection).exec(sql);
  }
  void Applied(int number) {
    Execute("INSERT INTO chess_migrations (number) VALUES (" + std::to_string(number) + ")");
  }
  std::string url_ = testing::PostgresServer::Shared().NewDatabase(false);
};

TEST_F(SchemaTest, AnEmptyDatabaseLacksItsTables) {
  EXPECT_NE(WhatDatabaseLacks(url_, 100).find("no tables yet; run chess-migrate"),
            std::string::npos);
}

TEST_F(SchemaTest, OnlyTheHundredOfTheServiceCounts) {
  Execute("CREATE TABLE chess_migrations (number integer)");
  Applied(203);
  EXPECT_NE(WhatDatabaseLacks(url_, 101).find("none of 0100 and up, this program needs 0101"),
            std::string::npos);
  Applied(100);
  EXPECT_NE(WhatDatabaseLacks(url_, 101).find("has migration 0100, this program needs 0101"),
            std::string::npos);
  Applied(101);
  EXPECT_EQ(WhatDatabaseLacks(url_, 101), "");
}

TEST_F(SchemaTest, ADatabaseThatIsAheadIsFine) {
  Execute("CREATE TABLE chess_migrations (number integer)");
  Applied(100);
  Applied(150);
  EXPECT_EQ(WhatDatabaseLacks(url_, 101), "");
}

TEST_F(SchemaTest, AServerThatIsAwayIsSaidInOneLineWithoutThePassword) {
  const std::string lacks = WhatDatabaseLacks(
      "postgresql://chess:s3cret@127.0.0.1:" + std::to_string(testing::FreePort()) + "/chess", 100);
  EXPECT_EQ(lacks.rfind("Postgres does not answer (", 0), 0u) << lacks;
  EXPECT_EQ(lacks.find('\n'), std::string::npos);
  EXPECT_EQ(lacks.find("s3cret"), std::string::npos);
  EXPECT_NE(WhatDatabaseLacks("nonsense=1", 100).find("CHESS_POSTGRES_URL"), std::string::npos);
}

}  // namespace
}  // namespace chess::postgres
