// What is deleted, by itself and by hand.

#include <gtest/gtest.h>

#include <map>
#include <pqxx/pqxx>

#include "lobby/test_system.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::lobby {
namespace {

using testing::PostgresServer;
using testing::RedisServer;
using testing::WaitFor;
using Stub = v1::OperatorService::Stub;

class Retention : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  // Swept last: once it is gone the service's sweep at its start is over; the next is an hour away.
  const int64_t sentinel_ =
      Sql("INSERT INTO lobby.audit (operator, action, subject, reason, request_id, audit_time)"
          " VALUES ('x', 'x', 'x', 'sentinel', '\\x00', now() - interval '900 days')"
          " RETURNING audit_id");
  TestSystem system_{{.postgres_url = database_,
                      .redis_url = RedisServer::Shared().Url(),
                      .keep = {.audit_days = 100}}};

  void SetUp() override {
    ASSERT_TRUE(WaitFor([&] {
      return Sql("SELECT count(*) FROM lobby.audit WHERE audit_id = " +
                 std::to_string(sentinel_)) == 0;
    }));
  }
  int64_t Sql(const std::string& statement) {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    const pqxx::result rows = tx.exec(statement);
    tx.commit();
    return rows.empty() ? 0 : rows[0][0].as<int64_t>();
  }
  // A row of each kind that has had its time, and one that has not.
  void Age() {
    system_.SignUp("Idle");
    const Guest here = system_.SignUp("Here");
    system_.Code(here);
    Sql("UPDATE lobby.players SET create_time = now() - interval '9 days' WHERE name = 'Idle'");
    Sql("UPDATE lobby.sessions s SET expire_time = now() - interval '9 days' FROM lobby.players p"
        " WHERE p.player_id = s.player_id AND p.name = 'Idle'");
    Sql("INSERT INTO lobby.player_events (player_id, seq, kind, event_time) VALUES ('" +
        here.player_id + "', 1000, 'session_revoked', now() - interval '8 days')");
    Sql("INSERT INTO lobby.requests (player_id, request_id, payload_hash, create_time)"
        " VALUES ('x', '\\x00', '\\x00', now() - interval '25 hours')");
    Sql("INSERT INTO lobby.audit (operator, action, subject, reason, request_id, audit_time)"
        " VALUES ('ann', 'player_ban', 'player:x', 'long ago', '\\x00', now() - interval '101 "
        "days'),"
        " ('ann', 'player_ban', 'player:x', 'lately', '\\x00', now() - interval '99 days')");
  }
  static std::map<std::string, int64_t> RowsOf(
      const google::protobuf::RepeatedPtrField<v1::RetentionKind>& kinds) {
    std::map<std::string, int64_t> rows;
    for (const v1::RetentionKind& kind : kinds) rows[kind.kind()] = kind.rows();
    return rows;
  }
  const std::map<std::string, int64_t> kOne = {{"audit", 1},    {"challenges", 0},
                                               {"guests", 1},   {"player_events", 1},
                                               {"requests", 1}, {"sessions", 1}};
};

TEST_F(Retention, SaysWhatWouldGoAndWhy) {
  Age();
  v1::GetRetentionResponse response;
  ASSERT_TRUE(system_.Operate(&Stub::GetRetention, v1::GetRetentionRequest(), &response).ok());
  EXPECT_EQ(RowsOf(response.kinds()), kOne);
  for (const v1::RetentionKind& kind : response.kinds()) {
    EXPECT_FALSE(kind.rule().empty());
    if (kind.kind() != "audit") continue;
    EXPECT_EQ(kind.keep_seconds(), 100 * 86'400);
    EXPECT_EQ(kind.setting(), "CHESS_LOBBY_KEEP_AUDIT_DAYS");
  }
  EXPECT_EQ(Sql("SELECT count(*) FROM lobby.audit"), 2) << "nothing has gone";
}

TEST_F(Retention, RunsOnceForEachRequestAndIsAudited) {
  Age();
  v1::RunRetentionRequest request;
  request.set_request_id(NewRequestId());
  request.set_reason("the disk is full");
  v1::RunRetentionResponse response, again;
  ASSERT_TRUE(system_.Operate(&Stub::RunRetention, request, &response).ok());
  EXPECT_EQ(RowsOf(response.kinds()), kOne);
  EXPECT_FALSE(response.more());
  ASSERT_TRUE(system_.Operate(&Stub::RunRetention, request, &again).ok());
  EXPECT_EQ(RowsOf(again.kinds())["audit"], 0);
  const auto audit = system_.Audit("retention");
  ASSERT_EQ(audit.size(), 1u);
  EXPECT_EQ(audit[0].action(), "retention_run");
  EXPECT_EQ(audit[0].detail().at("guests"), "1");
  EXPECT_EQ(system_.Audit("player:x").size(), 1u) << "what is younger stays";
  system_.SignUp("Idle");
}

TEST_F(Retention, GoesOnWhileThereIsMore) {
  Sql("INSERT INTO lobby.requests (player_id, request_id, payload_hash, create_time)"
      " SELECT 'x', decode(lpad(to_hex(n), 4, '0'), 'hex'), '\\x00', now() - interval '2 days'"
      " FROM generate_series(1, 1500) AS n");
  v1::RunRetentionResponse first, second;
  ASSERT_TRUE(system_.Operate(&Stub::RunRetention, v1::RunRetentionRequest(), &first).ok());
  EXPECT_EQ(RowsOf(first.kinds())["requests"], 1000);
  EXPECT_TRUE(first.more());
  ASSERT_TRUE(system_.Operate(&Stub::RunRetention, v1::RunRetentionRequest(), &second).ok());
  EXPECT_EQ(RowsOf(second.kinds())["requests"], 500);
  EXPECT_FALSE(second.more());
}

}  // namespace
}  // namespace chess::lobby
