// Accept → game, when the game service is not there, hangs, or refuses.
#include <gtest/gtest.h>

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

class Starting : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};
  Guest anna_ = system_.SignUp("Anna");
  Guest bob_ = system_.SignUp("Bobby");

  v1::ChallengeState StateFor(const Guest& guest) {
    v1::ChallengeState state = v1::CHALLENGE_STATE_UNSPECIFIED;
    for (const auto& event : system_.Events(guest, 1)) {
      if (event.has_challenge()) state = event.challenge().state();
    }
    return state;
  }
};

TEST_F(Starting, TheRelayCreatesTheGameWhenTheGameServiceComesBack) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_);
  system_.game.Answer({grpc::StatusCode::UNAVAILABLE, "away"});
  v1::Challenge accepted;
  ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id(), &accepted).ok());
  EXPECT_EQ(accepted.state(), v1::CHALLENGE_STATE_STARTING);
  EXPECT_EQ(accepted.game_id().size(), 8u);
  // Accepting again changes nothing: the id is drawn already.
  v1::Challenge again;
  ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id(), &again).ok());
  EXPECT_EQ(again.game_id(), accepted.game_id());
  // It stands for a client that comes without a cursor.
  ASSERT_EQ(system_.Events(anna_, 0).size(), 1u);
  const int before = system_.game.calls();
  ASSERT_TRUE(WaitFor([&] { return system_.game.calls() > before; }));
  EXPECT_EQ(StateFor(anna_), v1::CHALLENGE_STATE_STARTING);

  system_.game.Answer(grpc::Status::OK);
  ASSERT_TRUE(WaitFor([&] { return StateFor(anna_) == v1::CHALLENGE_STATE_STARTED; }));
  const auto games = system_.game.games();
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games.begin()->first, accepted.game_id());
  // Told once: starting, started, the game.
  EXPECT_EQ(system_.Events(anna_, 1).size(), 3u);
}

TEST_F(Starting, WhatTheLobbyAcceptedBeforeItDiedIsStartedByTheNext) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_);
  system_.game.Answer({grpc::StatusCode::UNAVAILABLE, "away"});
  v1::Challenge accepted;
  ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id(), &accepted).ok());
  // Another lobby on the same database, whose game service answers.
  TestSystem next({database_, RedisServer::Shared().Url()});
  ASSERT_TRUE(WaitFor([&] { return next.game.games().count(accepted.game_id()) == 1; }));
  ASSERT_TRUE(WaitFor([&] { return StateFor(bob_) == v1::CHALLENGE_STATE_STARTED; }));
}

TEST_F(Starting, AGameThatIsRefusedForGoodCancelsTheChallenge) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_);
  system_.game.Answer(rpc::ToGrpc(
      base::MakeError(base::Code::kAlreadyExists, "GAME_EXISTS", "Another game has this id.")));
  v1::Challenge accepted;
  ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id(), &accepted).ok());
  EXPECT_EQ(accepted.state(), v1::CHALLENGE_STATE_CANCELLED);
  EXPECT_EQ(accepted.game_id(), "");
  EXPECT_EQ(StateFor(anna_), v1::CHALLENGE_STATE_CANCELLED);
  EXPECT_TRUE(system_.game.games().empty());
}

TEST_F(Starting, WhoHasTooManyRunningGamesBeginsNoMore) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_);
  system_.game.SetRunning(20);
  const grpc::Status status = system_.Accept(bob_, asked.challenge_id());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(status), "TOO_MANY");
  EXPECT_TRUE(system_.game.games().empty());
  system_.game.SetRunning(19);
  EXPECT_TRUE(system_.Accept(bob_, asked.challenge_id()).ok());
}

TEST_F(Starting, GameIdsAreNeverReusedByChance) {
  std::map<std::string, int> ids;
  for (int i = 0; i < 15; ++i) {
    const v1::Challenge asked = system_.Challenge(anna_, bob_);
    v1::Challenge accepted;
    ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id(), &accepted).ok());
    ++ids[accepted.game_id()];
  }
  EXPECT_EQ(ids.size(), 15u);
}

}  // namespace
}  // namespace chess::lobby
