// Mute, ban, close.

#include <google/protobuf/util/time_util.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <pqxx/pqxx>
#include <thread>

#include "base/clock.h"
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

using google::protobuf::util::TimeUtil;
using testing::PostgresServer;
using testing::RedisServer;
using testing::WaitFor;
using Stub = v1::OperatorService::Stub;

constexpr int64_t kHourMs = 3'600'000;

class Sanctions : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};
  Guest anna_ = system_.SignUp("Anna");
  Guest bob_ = system_.SignUp("Bobby");

  void Sql(const std::string& statement) {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    tx.exec(statement);
    tx.commit();
  }
  // Whether a statement waits for another's lock.
  bool SomebodyWaits() {
    pqxx::connection connection(database_);
    return pqxx::nontransaction(connection)
        .exec(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            " AND datname = current_database())")[0][0]
        .as<bool>();
  }
  template <typename Request>
  static Request About(const std::string& name) {
    Request request;
    request.mutable_player()->set_name(name);
    return request;
  }
  static google::protobuf::Timestamp In(int64_t ms) {
    return TimeUtil::MillisecondsToTimestamp(base::SystemClock().NowMs() + ms);
  }
  v1::PlayerDetail Show(const std::string& name) {
    v1::ShowPlayerResponse response;
    const grpc::Status status =
        system_.Operate(&Stub::ShowPlayer, About<v1::ShowPlayerRequest>(name), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.player();
  }
  grpc::Status Ban(v1::BanPlayerRequest request, v1::PlayerDetail* detail = nullptr) {
    v1::BanPlayerResponse response;
    const grpc::Status status = system_.Operate(&Stub::BanPlayer, request, &response);
    if (detail != nullptr) *detail = response.player();
    return status;
  }
  grpc::Status Ban(const std::string& name, int64_t ms) {
    auto request = About<v1::BanPlayerRequest>(name);
    if (ms != 0) *request.mutable_until() = In(ms);
    return Ban(request);
  }
  grpc::Status Close(const std::string& name, v1::PlayerDetail* detail = nullptr) {
    v1::ClosePlayerResponse response;
    const grpc::Status status =
        system_.Operate(&Stub::ClosePlayer, About<v1::ClosePlayerRequest>(name), &response);
    if (detail != nullptr) *detail = response.player();
    return status;
  }
};

TEST_F(Sanctions, APlayerIsShownByNameInEitherCaseAndById) {
  system_.Challenge(anna_, bob_);
  const v1::PlayerDetail detail = Show("aNNa");
  EXPECT_EQ(detail.player().player_id(), anna_.player_id);
  EXPECT_EQ(detail.player().name(), "Anna");
  EXPECT_EQ(detail.sessions(), 1);
  EXPECT_EQ(detail.open_challenges(), 1);
  EXPECT_EQ(detail.reserved_name(), "anna");
  EXPECT_FALSE(detail.has_ban());
  EXPECT_FALSE(detail.has_mute());
  EXPECT_FALSE(detail.has_close_time());
  v1::ShowPlayerRequest by_id;
  by_id.mutable_player()->set_player_id(bob_.player_id);
  v1::ShowPlayerResponse response;
  ASSERT_TRUE(system_.Operate(&Stub::ShowPlayer, by_id, &response).ok());
  EXPECT_EQ(response.player().player().name(), "Bobby");
  for (const char* nobody : {"Nobody1", "", "not a name", "x"}) {
    EXPECT_EQ(ReasonOf(system_.Operate(&Stub::ShowPlayer, About<v1::ShowPlayerRequest>(nobody),
                                       &response)),
              "PLAYER_NOT_FOUND")
        << nobody;
  }
}

TEST_F(Sanctions, AMuteIsKeptUntilItIsTakenBackOrOver) {
  auto request = About<v1::MutePlayerRequest>("Anna");
  v1::MutePlayerResponse muted;
  ASSERT_TRUE(system_.Operate(&Stub::MutePlayer, request, &muted).ok());
  ASSERT_TRUE(muted.player().has_mute());
  EXPECT_FALSE(muted.player().mute().has_until()) << "for ever";
  *request.mutable_until() = In(kHourMs);
  ASSERT_TRUE(system_.Operate(&Stub::MutePlayer, request, &muted).ok());
  EXPECT_EQ(muted.player().mute().until().seconds(), request.until().seconds());
  EXPECT_TRUE(system_.Resolve(anna_.token).ok()) << "who is muted may play";
  v1::UnmutePlayerResponse unmuted;
  ASSERT_TRUE(
      system_.Operate(&Stub::UnmutePlayer, About<v1::UnmutePlayerRequest>("Anna"), &unmuted).ok());
  EXPECT_FALSE(unmuted.player().has_mute());
  Sql("UPDATE lobby.players SET muted_until = now() - interval '1 second'");
  EXPECT_FALSE(Show("Anna").has_mute());
  const auto audit = system_.Audit("player:" + anna_.player_id);
  ASSERT_EQ(audit.size(), 3u);
  EXPECT_EQ(audit[0].action(), "player_unmute");
  EXPECT_EQ(audit[2].action(), "player_mute");
  EXPECT_EQ(audit[2].operator_(), "olga");
  EXPECT_EQ(audit[2].reason(), "a test wants it");
  EXPECT_EQ(audit[2].detail().at("until"), "for ever");
}

TEST_F(Sanctions, ABanRefusesTheSessionSaysUntilWhenAndEndsByItself) {
  auto request = About<v1::BanPlayerRequest>("Anna");
  request.mutable_until()->set_seconds(In(48 * kHourMs).seconds());
  v1::PlayerDetail detail;
  ASSERT_TRUE(Ban(request, &detail).ok());
  EXPECT_EQ(detail.ban().until().seconds(), request.until().seconds());
  const grpc::Status refused = system_.Resolve(anna_.token);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  const base::Error error = rpc::FromGrpc(refused);
  EXPECT_EQ(error.reason, "ACCOUNT_BANNED");
  ASSERT_EQ(error.metadata.size(), 1u);
  EXPECT_EQ(error.metadata[0].first, "until");
  EXPECT_EQ(error.metadata[0].second, TimeUtil::ToString(request.until()));
  // A guest's session would have lasted a day: it outlives the ban.
  Sql("UPDATE lobby.players SET banned_until = now() - interval '1 second'");
  Sql("UPDATE lobby.sessions SET expire_time = expire_time - interval '2 days'"
      " WHERE player_id = '" +
      anna_.player_id + "'");
  EXPECT_TRUE(system_.Resolve(anna_.token).ok());
  EXPECT_TRUE(system_.Resolve(bob_.token).ok());
}

TEST_F(Sanctions, ABanForEverIsLiftedByHand) {
  ASSERT_TRUE(Ban("Anna", 0).ok());
  const base::Error error = rpc::FromGrpc(system_.Resolve(anna_.token));
  EXPECT_EQ(error.reason, "ACCOUNT_BANNED");
  EXPECT_TRUE(error.metadata.empty()) << "for ever";
  EXPECT_TRUE(Show("Anna").has_ban());
  v1::UnbanPlayerResponse response;
  ASSERT_TRUE(
      system_.Operate(&Stub::UnbanPlayer, About<v1::UnbanPlayerRequest>("Anna"), &response).ok());
  EXPECT_FALSE(response.player().has_ban());
  EXPECT_TRUE(system_.Resolve(anna_.token).ok());
}

TEST_F(Sanctions, ABanForEverKeepsTheSessionForTheDayItIsLiftedAndNoLonger) {
  ASSERT_TRUE(Ban("Anna", 0).ok());
  Sql("UPDATE lobby.sessions SET expire_time = expire_time - interval '400 days'");
  EXPECT_EQ(ReasonOf(system_.Resolve(anna_.token)), "ACCOUNT_BANNED");
  v1::UnbanPlayerResponse response;
  ASSERT_TRUE(
      system_.Operate(&Stub::UnbanPlayer, About<v1::UnbanPlayerRequest>("Anna"), &response).ok());
  EXPECT_TRUE(system_.Resolve(anna_.token).ok());
  Sql("UPDATE lobby.sessions SET expire_time = expire_time - interval '31 days'");
  EXPECT_EQ(ReasonOf(system_.Resolve(anna_.token)), "TOKEN_INVALID")
      << "a session lives for thirty days without use, as ever";
}

// A challenge that is being made while its maker is banned, and one that is made just after.
TEST_F(Sanctions, NoChallengeSlipsThroughWhileABanIsStored) {
  const v1::Challenge open = system_.Code(anna_);
  pqxx::connection connection(database_);
  {
    pqxx::work making(connection);
    making.exec("SELECT FROM lobby.players WHERE name = 'Anna' FOR NO KEY UPDATE");
    making.exec(
        "INSERT INTO lobby.challenges SELECT (jsonb_populate_record(c,"
        " '{\"challenge_id\": \"zzzzzzzzzz\", \"code\": \"ZZZZZZ\"}')).* FROM lobby.challenges c"
        " WHERE challenge_id = '" +
        open.challenge_id() + "'");
    auto banning = std::async(std::launch::async, [&] { return Ban("Anna", kHourMs); });
    ASSERT_TRUE(WaitFor([&] { return SomebodyWaits(); }));
    making.commit();
    ASSERT_TRUE(banning.get().ok());
  }
  EXPECT_EQ(Show("Anna").open_challenges(), 0);
  {
    pqxx::work banning(connection);
    banning.exec("UPDATE lobby.players SET banned_until = 'infinity' WHERE name = 'Bobby'");
    auto making =
        std::async(std::launch::async, [&] { return system_.TryChallenge(bob_, "Anna", Blitz()); });
    ASSERT_TRUE(WaitFor([&] { return SomebodyWaits(); }));
    banning.commit();
    EXPECT_EQ(ReasonOf(making.get()), "PLAYER_NOT_FOUND");
  }
  EXPECT_EQ(Show("Bobby").open_challenges(), 0);
}

TEST_F(Sanctions, ABanTakesOpenChallengesBackAndRingsThePlayer) {
  const v1::Challenge to_bob = system_.Challenge(anna_, bob_);
  const v1::Challenge code = system_.Code(anna_);
  const v1::Challenge from_bob = system_.Challenge(bob_, anna_);
  std::atomic<int> rung{0};
  std::atomic<bool> listening{false};
  redis::Subscriber subscriber(
      {RedisServer::Shared().Url()},
      {[&](std::string_view, std::string_view payload) {
         internal::v1::PlayerBell bell;
         ASSERT_TRUE(bell.ParseFromArray(payload.data(), static_cast<int>(payload.size())));
         if (bell.event().has_session_revoked() &&
             bell.event().session_revoked().session_id().empty()) {
           ++rung;
         }
       },
       [] {}});
  subscriber.Subscribe(redis::PlayerEventsChannel(anna_.player_id),
                       [&](const base::Status& status) { listening = status.ok(); });
  ASSERT_TRUE(WaitFor([&] { return listening.load(); }));
  ASSERT_TRUE(Ban("Anna", kHourMs).ok());
  EXPECT_TRUE(WaitFor([&] { return rung == 1; }));
  EXPECT_EQ(ReasonOf(system_.Accept(bob_, to_bob.challenge_id())), "CHALLENGE_CLOSED");
  EXPECT_EQ(ReasonOf(system_.Join(bob_, code.code())), "CODE_NOT_FOUND");
  EXPECT_TRUE(system_.Cancel(bob_, from_bob.challenge_id()).ok()) << "another's stays their own";
  const auto told = system_.Events(bob_, 1);
  ASSERT_GE(told.size(), 2u);
  EXPECT_EQ(told[1].challenge().state(), v1::CHALLENGE_STATE_CANCELLED);
}

TEST_F(Sanctions, ARepeatedBanIsOneDeed) {
  auto request = About<v1::BanPlayerRequest>("Anna");
  request.set_request_id(NewRequestId());
  request.set_reason("cheats with an engine");
  ASSERT_TRUE(Ban(request).ok());
  ASSERT_TRUE(Ban(request).ok());
  EXPECT_EQ(system_.Audit("player:" + anna_.player_id).size(), 1u);
  request.mutable_player()->set_name("Bobby");
  EXPECT_EQ(ReasonOf(Ban(request)), "REQUEST_ID_REUSED");
  EXPECT_FALSE(Show("Bobby").has_ban());
}

TEST_F(Sanctions, BadInputChangesNothing) {
  auto past = About<v1::BanPlayerRequest>("Anna");
  *past.mutable_until() = In(-1000);
  EXPECT_EQ(ReasonOf(Ban(past)), "INVALID_FIELD");
  past.mutable_until()->set_nanos(-5);
  EXPECT_EQ(ReasonOf(Ban(past)), "INVALID_FIELD");
  *past.mutable_until() = In(200'000 * kHourMs);
  EXPECT_EQ(ReasonOf(Ban(past)), "INVALID_FIELD");
  auto silent = About<v1::BanPlayerRequest>("Anna");
  silent.set_reason("no");
  EXPECT_EQ(ReasonOf(Ban(silent)), "INVALID_FIELD");
  EXPECT_EQ(ReasonOf(Ban("Nobody1", 0)), "PLAYER_NOT_FOUND");
  EXPECT_FALSE(Show("Anna").has_ban());
  EXPECT_TRUE(system_.Audit("player:" + anna_.player_id).empty());
}

TEST_F(Sanctions, AClosedAccountHasAnotherNameAndKeepsItsOwnFromOthers) {
  system_.Challenge(anna_, bob_);
  v1::PlayerDetail detail;
  ASSERT_TRUE(Close("Anna", &detail).ok());
  const std::string shown = "Closed-" + anna_.player_id;
  EXPECT_EQ(detail.player().name(), shown);
  EXPECT_EQ(detail.reserved_name(), "anna");
  EXPECT_TRUE(detail.has_close_time());
  EXPECT_EQ(detail.sessions(), 0);
  EXPECT_EQ(ReasonOf(system_.Resolve(anna_.token)), "ACCOUNT_CLOSED");
  // Others know the account by its id only, by its new name.
  v1::GetPlayerRequest request;
  v1::GetPlayerResponse profile;
  request.set_player_id(anna_.player_id);
  ASSERT_TRUE(system_.players->GetPlayer(system_.Context(nullptr).get(), request, &profile).ok());
  EXPECT_EQ(profile.player().name(), shown);
  request.clear_player_id();
  for (const std::string& name : {std::string("Anna"), shown}) {
    request.set_name(name);
    EXPECT_EQ(
        ReasonOf(system_.players->GetPlayer(system_.Context(nullptr).get(), request, &profile)),
        "PLAYER_NOT_FOUND")
        << name;
    EXPECT_EQ(ReasonOf(system_.TryChallenge(bob_, name, Blitz())), "PLAYER_NOT_FOUND") << name;
  }
  v1::CreateGuestRequest again;
  v1::CreateGuestResponse made;
  for (const char* name : {"Anna", "anna", "Closed-me"}) {
    again.set_name(name);
    EXPECT_NE(ReasonOf(system_.identity->CreateGuest(system_.Context(nullptr).get(), again, &made)),
              "")
        << name;
  }
  EXPECT_EQ(Show("Anna").player().name(), shown) << "operators find it by its old name";
  EXPECT_EQ(ReasonOf(Close("Anna")), "ACCOUNT_CLOSED");
  EXPECT_EQ(ReasonOf(Ban("Anna", 0)), "ACCOUNT_CLOSED");
}

TEST_F(Sanctions, TwoWhoCloseAnAccountAtOnceCloseItOnce) {
  pqxx::connection holder(database_), looker(database_);
  pqxx::work held(holder);
  held.exec("SELECT 1 FROM lobby.players WHERE name = 'Anna' FOR UPDATE");
  v1::ClosePlayerRequest request;
  request.mutable_player()->set_player_id(anna_.player_id);
  std::vector<std::string> words(2);
  std::vector<std::thread> callers;
  for (std::string& word : words) {
    callers.emplace_back([&] {
      v1::ClosePlayerResponse response;
      word =
          ReasonOf(system_.Operate(&Stub::ClosePlayer, v1::ClosePlayerRequest(request), &response));
    });
  }
  EXPECT_TRUE(WaitFor([&] {
    pqxx::nontransaction look(looker);
    return look.exec(
                   "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                   " AND wait_event_type = 'Lock'")
               .size() == 2;
  }));
  held.commit();
  for (std::thread& caller : callers) caller.join();
  std::sort(words.begin(), words.end());
  EXPECT_EQ(words, (std::vector<std::string>{"", "ACCOUNT_CLOSED"}));
  EXPECT_EQ(system_.Audit("player:" + anna_.player_id).size(), 1u);
}

TEST_F(Sanctions, NeitherBanNorClosureFreesAGuestsName) {
  ASSERT_TRUE(Ban("Anna", kHourMs).ok());
  ASSERT_TRUE(Close("Bobby").ok());
  system_.SignUp("Carla");
  Sql("UPDATE lobby.players SET create_time = now() - interval '9 days'");
  Sql("UPDATE lobby.sessions SET expire_time = now() - interval '9 days'");
  HousekeepingRepository housekeeping(postgres::Pool::Create({database_}));
  const auto swept = housekeeping.Sweep();
  ASSERT_TRUE(swept.ok());
  EXPECT_EQ(swept->guests, 1) << "Carla";
  EXPECT_TRUE(Show("Anna").has_ban());
  EXPECT_EQ(Show("Bobby").reserved_name(), "bobby");
}

// A guest who is being banned while their row is swept.
TEST_F(Sanctions, ABanThatIsStoredDuringASweepKeepsTheGuest) {
  Sql("UPDATE lobby.players SET create_time = now() - interval '9 days' WHERE name = 'Anna'");
  Sql("DELETE FROM lobby.sessions");
  HousekeepingRepository housekeeping(postgres::Pool::Create({database_}));
  pqxx::connection connection(database_);
  pqxx::work banning(connection);
  banning.exec("UPDATE lobby.players SET banned_until = 'infinity' WHERE name = 'Anna'");
  auto sweeping = std::async(std::launch::async, [&] { return housekeeping.Sweep(); });
  ASSERT_TRUE(WaitFor([&] { return SomebodyWaits(); }));
  banning.commit();
  const auto swept = sweeping.get();
  ASSERT_TRUE(swept.ok());
  EXPECT_EQ(swept->guests, 0);
  EXPECT_TRUE(Show("Anna").has_ban());
}

TEST_F(Sanctions, NobodyButOperatorsMayCall) {
  v1::BanPlayerResponse response;
  auto request = About<v1::BanPlayerRequest>("Anna");
  request.set_request_id(NewRequestId());
  request.set_reason("because");
  for (const Guest* caller :
       {static_cast<const Guest*>(&bob_), static_cast<const Guest*>(nullptr)}) {
    const grpc::Status status =
        system_.operators->BanPlayer(system_.Context(caller).get(), request, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  }
  EXPECT_FALSE(Show("Anna").has_ban());
}

}  // namespace
}  // namespace chess::lobby
