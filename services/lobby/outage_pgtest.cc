// Postgres or Redis away: what still works, what is refused at once, and that both recover.
#include <gtest/gtest.h>

#include <chrono>

#include "lobby/test_system.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::lobby {
namespace {

using testing::PostgresServer;
using testing::RedisServer;
using testing::WaitFor;

v1::GetPresenceRequest Asking(const Guest& guest) {
  v1::GetPresenceRequest request;
  request.add_player_ids(guest.player_id);
  return request;
}

TEST(Outage, WithoutRedisOnlyPresenceIsUnavailable) {
  RedisServer redis;
  TestSystem system({PostgresServer::Shared().NewDatabase(), redis.Url()});
  const Guest anna = system.SignUp("Anna");
  const Guest bob = system.SignUp("Bobby");
  const auto presence = [&](v1::GetPresenceResponse* response) {
    return system.lobby->GetPresence(system.Context(&anna).get(), Asking(bob), response);
  };
  const auto report = [&](bool online) {
    internal::v1::ReportPresenceRequest request;
    (online ? request.add_online_player_ids() : request.add_gone_player_ids())
        ->assign(bob.player_id);
    internal::v1::ReportPresenceResponse response;
    return system.inside->ReportPresence(system.Context(nullptr).get(), request, &response);
  };
  v1::GetPresenceResponse seen, gone;
  ASSERT_TRUE(report(true).ok());
  ASSERT_TRUE(presence(&seen).ok());
  EXPECT_TRUE(seen.online(0));
  ASSERT_TRUE(report(false).ok());
  ASSERT_TRUE(presence(&gone).ok());
  EXPECT_FALSE(gone.online(0));

  redis.Kill();
  v1::GetPresenceResponse none;
  const grpc::Status away = presence(&none);
  EXPECT_EQ(away.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(away), "DEPENDENCY_AWAY");
  // Unknown counts as online: the short life.
  const v1::Challenge asked = system.Challenge(anna, bob);
  EXPECT_NEAR(asked.expire_time().seconds() - asked.create_time().seconds(), 30, 1);
  v1::Challenge accepted;
  ASSERT_TRUE(system.Accept(bob, asked.challenge_id(), &accepted).ok());
  EXPECT_EQ(accepted.state(), v1::CHALLENGE_STATE_STARTED);
  EXPECT_EQ(system.Events(bob, 1).size(), 3u);

  redis.Restart();
  EXPECT_TRUE(WaitFor([&] { return report(true).ok(); }));
  v1::GetPresenceResponse back;
  ASSERT_TRUE(presence(&back).ok());
  EXPECT_TRUE(back.online(0));
}

TEST(Outage, WithoutPostgresCallsAreUnavailableWithinTwoSecondsAndThenRecover) {
  PostgresServer postgres;
  TestSystem system({postgres.NewDatabase(), RedisServer::Shared().Url()});
  const Guest anna = system.SignUp("Anna");
  const Guest bob = system.SignUp("Bobby");
  const v1::Challenge asked = system.Challenge(anna, bob);
  const std::string request_id = NewRequestId();

  postgres.Stop();  // alive but silent: the hard case
  const auto begin = std::chrono::steady_clock::now();
  const grpc::Status away = system.Accept(bob, asked.challenge_id(), nullptr, request_id);
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(away.error_code(), grpc::StatusCode::UNAVAILABLE) << away.error_message();
  EXPECT_LT(took, std::chrono::milliseconds(2500));
  EXPECT_TRUE(system.game.games().empty());
  postgres.Continue();
  EXPECT_TRUE(
      WaitFor([&] { return system.Accept(bob, asked.challenge_id(), nullptr, request_id).ok(); }));

  postgres.Kill();
  EXPECT_EQ(system.Resolve(anna.token).error_code(), grpc::StatusCode::UNAVAILABLE);
  postgres.Restart();
  EXPECT_TRUE(WaitFor([&] { return system.Resolve(anna.token).ok(); }));
  // What was acknowledged is there.
  EXPECT_TRUE(WaitFor([&] { return system.game.games().size() == 1; }));
  EXPECT_EQ(system.Events(anna, 1).back().game_started().game_id(),
            system.game.games().begin()->first);
}

}  // namespace
}  // namespace chess::lobby
