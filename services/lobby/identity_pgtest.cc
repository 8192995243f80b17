#include <gtest/gtest.h>

#include <atomic>
#include <pqxx/pqxx>
#include <set>
#include <thread>

#include "chess/lobby/internal/v1/lobby_internal_service.pb.h"
#include "lobby/housekeeping_repository.h"
#include "lobby/test_system.h"
#include "postgres/pool.h"
#include "redis/keys.h"
#include "redis/subscriber.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::lobby {
namespace {

using testing::PostgresServer;
using testing::RedisServer;
using testing::WaitFor;

class Identity : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};

  void Sql(const std::string& statement) {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    tx.exec(statement);
    tx.commit();
  }

  grpc::Status TrySignUp(const std::string& name) {
    v1::CreateGuestRequest request;
    request.set_name(name);
    v1::CreateGuestResponse response;
    return system_.identity->CreateGuest(system_.Context(nullptr).get(), request, &response);
  }
};

TEST_F(Identity, AGuestHasANameATokenAndIsFoundByBoth) {
  const Guest anna = system_.SignUp("Anna_7");
  EXPECT_EQ(anna.name, "Anna_7");
  EXPECT_EQ(anna.player_id.size(), 12u);
  EXPECT_EQ(anna.token.size(), 43u);

  internal::v1::ResolveTokenResponse resolved;
  ASSERT_TRUE(system_.Resolve(anna.token, &resolved).ok());
  EXPECT_EQ(resolved.player().player_id(), anna.player_id);
  EXPECT_TRUE(resolved.player().guest());
  EXPECT_NE(std::find(resolved.scopes().begin(), resolved.scopes().end(), "play"),
            resolved.scopes().end());

  v1::GetSelfResponse self;
  ASSERT_TRUE(system_.identity->GetSelf(system_.Context(&anna).get(), {}, &self).ok());
  EXPECT_EQ(self.player().name(), "Anna_7");

  v1::GetPlayerRequest by_name;
  by_name.set_name("aNNA_7");
  v1::GetPlayerResponse profile;
  ASSERT_TRUE(system_.players->GetPlayer(system_.Context(nullptr).get(), by_name, &profile).ok());
  EXPECT_EQ(profile.player().player_id(), anna.player_id);
  EXPECT_GT(profile.create_time().seconds(), 1'700'000'000);
}

TEST_F(Identity, TheTokenItselfIsStoredNowhere) {
  const Guest anna = system_.SignUp();
  pqxx::connection connection(database_);
  pqxx::work tx(connection);
  const pqxx::result rows =
      tx.exec("SELECT octet_length(token_hash), s::text FROM lobby.sessions s");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0][0].as<int>(), 32);
  EXPECT_EQ(rows[0][1].as<std::string>().find(anna.token), std::string::npos);
}

TEST_F(Identity, NamesAndLookAlikesAreTakenOnce) {
  system_.SignUp("Bob-10");
  for (const char* name : {"Bob-10", "bob-10", "BOB_10", "Bob1o", "Bobl0"}) {
    const grpc::Status status = TrySignUp(name);
    EXPECT_EQ(ReasonOf(status), "NAME_TAKEN") << name;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::ALREADY_EXISTS);
  }
  EXPECT_EQ(ReasonOf(TrySignUp("admin")), "NAME_INVALID");
  EXPECT_EQ(ReasonOf(TrySignUp("x")), "NAME_INVALID");
  EXPECT_EQ(ReasonOf(TrySignUp("Bob-11")), "");
}

TEST_F(Identity, OfManyWhoWantOneNameAtOnceOneGetsIt) {
  std::atomic<int> got{0}, refused{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const grpc::Status status = TrySignUp(i % 2 == 0 ? "TheOne" : "th3one-");
      if (status.ok()) ++got;
      if (ReasonOf(status) == "NAME_TAKEN") ++refused;
    });
  }
  for (std::thread& thread : threads) thread.join();
  // "th3one-" is another name; each of the two exists once.
  EXPECT_EQ(got, 2);
  EXPECT_EQ(refused, 6);
}

TEST_F(Identity, NamelessGuestsGetDifferentNames) {
  std::set<std::string> names;
  for (int i = 0; i < 20; ++i) names.insert(system_.SignUp().name);
  EXPECT_EQ(names.size(), 20u);
}

TEST_F(Identity, UnknownTokensAreNobodys) {
  const grpc::Status status = system_.Resolve("not a token");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(ReasonOf(status), "TOKEN_INVALID");
}

TEST_F(Identity, SignOutEndsTheSessionAndRingsItsPlayer) {
  const Guest anna = system_.SignUp();
  std::atomic<int> revoked{0};
  std::atomic<bool> listening{false};
  redis::Subscriber subscriber(
      {RedisServer::Shared().Url()},
      {[&](std::string_view, std::string_view payload) {
         internal::v1::PlayerBell bell;
         ASSERT_TRUE(bell.ParseFromArray(payload.data(), static_cast<int>(payload.size())));
         if (bell.event().session_revoked().session_id() == anna.session_id) ++revoked;
       },
       [] {}});
  subscriber.Subscribe(redis::PlayerEventsChannel(anna.player_id),
                       [&](const base::Status& status) { listening = status.ok(); });
  ASSERT_TRUE(WaitFor([&] { return listening.load(); }));

  v1::SignOutResponse response;
  ASSERT_TRUE(system_.identity->SignOut(system_.Context(&anna).get(), {}, &response).ok());
  EXPECT_EQ(ReasonOf(system_.Resolve(anna.token)), "TOKEN_INVALID");
  EXPECT_TRUE(WaitFor([&] { return revoked == 1; }));
  // Again: nothing more happens.
  ASSERT_TRUE(system_.identity->SignOut(system_.Context(&anna).get(), {}, &response).ok());
  const auto events = system_.Events(anna, 0);
  EXPECT_TRUE(events.empty());  // no challenges stand
  pqxx::connection connection(database_);
  pqxx::work tx(connection);
  EXPECT_EQ(tx.exec("SELECT count(*) FROM lobby.player_events")[0][0].as<int>(), 1);
}

TEST_F(Identity, ASessionEndsWhenItIsNotUsedAndSlidesWhenItIs) {
  const Guest anna = system_.SignUp();
  Sql("UPDATE lobby.sessions SET use_time = now() - interval '2 hours', "
      "expire_time = now() + interval '1 minute'");
  ASSERT_TRUE(system_.Resolve(anna.token).ok());
  {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    const char kSlid[] =
        "SELECT expire_time BETWEEN now() + interval '23 hours' AND now() + interval '25 hours' "
        "FROM lobby.sessions";
    EXPECT_TRUE(tx.exec(kSlid)[0][0].as<bool>());
  }
  Sql("UPDATE lobby.sessions SET expire_time = now() - interval '1 second'");
  EXPECT_EQ(ReasonOf(system_.Resolve(anna.token)), "TOKEN_INVALID");
}

TEST_F(Identity, GuestsWhoNeverPlayedAreForgottenAndTheirNamesAreFree) {
  const Guest idle = system_.SignUp("Idle");
  const Guest here = system_.SignUp("Here");
  const Guest asked = system_.SignUp("Asked");
  const Guest played = system_.SignUp("Played");
  system_.Challenge(here, asked);
  Sql("UPDATE lobby.players SET create_time = now() - interval '2 days'");
  Sql("UPDATE lobby.players SET games_started = 1 WHERE name = 'Played'");
  Sql("UPDATE lobby.sessions SET expire_time = now() - interval '2 days' "
      "WHERE player_id <> '" +
      here.player_id + "'");
  HousekeepingRepository housekeeping(postgres::Pool::Create({database_}));
  const auto swept = housekeeping.Sweep();
  ASSERT_TRUE(swept.ok());
  EXPECT_EQ(swept->guests, 1);
  EXPECT_EQ(swept->sessions, 3);
  system_.SignUp("Idle");
  EXPECT_EQ(ReasonOf(TrySignUp("Here")), "NAME_TAKEN");
  EXPECT_EQ(ReasonOf(TrySignUp("Asked")), "NAME_TAKEN");
  EXPECT_EQ(ReasonOf(TrySignUp("Played")), "NAME_TAKEN");
}

TEST_F(Identity, PlayersAreNamedInTheOrderAsked) {
  const Guest anna = system_.SignUp("Anna");
  const Guest bob = system_.SignUp("Bobby");
  internal::v1::GetPlayersRequest request;
  for (const std::string& id :
       {bob.player_id, std::string("000000000000"), std::string("no\0id", 5), anna.player_id}) {
    request.add_player_ids(id);
  }
  internal::v1::GetPlayersResponse response;
  ASSERT_TRUE(system_.inside->GetPlayers(system_.Context(nullptr).get(), request, &response).ok());
  ASSERT_EQ(response.players_size(), 4);
  EXPECT_EQ(response.players(0).name(), "Bobby");
  EXPECT_EQ(response.players(1).name(), "");
  EXPECT_EQ(response.players(2).name(), "");
  EXPECT_EQ(response.players(3).name(), "Anna");
}

TEST_F(Identity, CallsWithoutAPlayerAreRefused) {
  v1::GetSelfResponse self;
  const grpc::Status status = system_.identity->GetSelf(system_.Context(nullptr).get(), {}, &self);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(ReasonOf(status), "TOKEN_MISSING");
}

}  // namespace
}  // namespace chess::lobby
