#include <gtest/gtest.h>

#include <pqxx/pqxx>
#include <set>
#include <thread>

#include "base/limits.h"
#include "lobby/test_system.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::lobby {
namespace {

namespace clock_v1 = chess::clock::internal::v1;
using testing::PostgresServer;
using testing::RedisServer;
using testing::WaitFor;

class Challenges : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};
  Guest anna_ = system_.SignUp("Anna");
  Guest bob_ = system_.SignUp("Bobby");
  Guest eve_ = system_.SignUp("Eve");

  void Sql(const std::string& statement) {
    pqxx::connection connection(database_);
    pqxx::work tx(connection);
    tx.exec(statement);
    tx.commit();
  }
  void LetItExpire(const std::string& challenge_id) {
    Sql("UPDATE lobby.challenges SET expire_time = now() - interval '1 ms' "
        "WHERE challenge_id = '" +
        challenge_id + "'");
  }
};

TEST_F(Challenges, AnAcceptedChallengeBecomesAGame) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_, Blitz(true));
  EXPECT_EQ(asked.state(), v1::CHALLENGE_STATE_OPEN);
  EXPECT_EQ(asked.settings().visibility(), common::v1::VISIBILITY_PUBLIC);
  EXPECT_EQ(asked.challenger().rating(), 1500);
  EXPECT_TRUE(asked.challenger().provisional());
  EXPECT_EQ(asked.game_id(), "");

  v1::Challenge accepted;
  ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id(), &accepted).ok());
  EXPECT_EQ(accepted.state(), v1::CHALLENGE_STATE_STARTED);
  const auto games = system_.game.games();
  ASSERT_EQ(games.size(), 1u);
  const auto& [game_id, request] = *games.begin();
  EXPECT_EQ(accepted.game_id(), game_id);
  EXPECT_EQ(game_id.size(), 8u);
  EXPECT_TRUE(request.settings().rated());
  EXPECT_EQ(request.settings().time_control().stages(0).time_ms(), 180'000);
  EXPECT_EQ(request.settings().time_control().increment_ms(), 2'000);
  const std::set<std::string> seats = {request.white().name(), request.black().name()};
  EXPECT_EQ(seats, (std::set<std::string>{"Anna", "Bobby"}));
  EXPECT_EQ(request.white().rating(), 1500);
}

TEST_F(Challenges, BothAreToldEveryStepInOrder) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_);
  ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id()).ok());
  for (const Guest& guest : {anna_, bob_}) {
    const auto events = system_.Events(guest, 1);
    ASSERT_EQ(events.size(), 3u);
    for (size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(events[i].seq(), static_cast<int64_t>(i) + 2);
      EXPECT_GT(events[i].event_time().seconds(), 1'700'000'000);
    }
    EXPECT_EQ(events[0].challenge().state(), v1::CHALLENGE_STATE_STARTING);
    EXPECT_EQ(events[1].challenge().state(), v1::CHALLENGE_STATE_STARTED);
    ASSERT_TRUE(events[2].has_game_started());
    EXPECT_EQ(events[2].game_started().game_id(), events[1].challenge().game_id());
    EXPECT_NE(events[2].game_started().opponent().name(), guest.name);
    const bool white = events[2].game_started().color() == common::v1::COLOR_WHITE;
    const auto game = system_.game.games().begin()->second;
    EXPECT_EQ((white ? game.white() : game.black()).name(), guest.name);
  }
  EXPECT_TRUE(system_.Events(eve_, 1).empty());
}

TEST_F(Challenges, TheChallengersColourIsKept) {
  for (const auto color : {common::v1::COLOR_WHITE, common::v1::COLOR_BLACK}) {
    v1::CreateChallengeRequest request;
    request.set_request_id(NewRequestId());
    request.set_opponent_name("bobby");
    *request.mutable_settings() = Blitz();
    request.set_color(color);
    v1::CreateChallengeResponse response;
    ASSERT_TRUE(
        system_.lobby->CreateChallenge(system_.Context(&anna_).get(), request, &response).ok());
    v1::Challenge accepted;
    ASSERT_TRUE(system_.Accept(bob_, response.challenge().challenge_id(), &accepted).ok());
    const auto game = system_.game.games().at(accepted.game_id());
    EXPECT_EQ(game.white().name(), color == common::v1::COLOR_WHITE ? "Anna" : "Bobby");
  }
}

// The opponent accepts on two devices at the same instant (and more): one game, told to both.
TEST_F(Challenges, AcceptedBySeveralSessionsAtOnceItIsOneGame) {
  for (int round = 0; round < 10; ++round) {
    const v1::Challenge asked = system_.Challenge(anna_, bob_);
    std::vector<v1::Challenge> answers(6);
    std::vector<grpc::Status> statuses(answers.size());
    std::vector<std::thread> sessions;
    for (size_t i = 0; i < answers.size(); ++i) {
      sessions.emplace_back(
          [&, i] { statuses[i] = system_.Accept(bob_, asked.challenge_id(), &answers[i]); });
    }
    for (std::thread& session : sessions) session.join();
    for (size_t i = 0; i < answers.size(); ++i) {
      EXPECT_TRUE(statuses[i].ok()) << statuses[i].error_message();
      EXPECT_EQ(answers[i].game_id(), answers[0].game_id());
      EXPECT_NE(answers[i].game_id(), "");
    }
    EXPECT_EQ(system_.game.games().size(), static_cast<size_t>(round) + 1);
  }
}

TEST_F(Challenges, NobodyMakesAGameForOthers) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_);
  EXPECT_EQ(ReasonOf(system_.Accept(eve_, asked.challenge_id())), "CHALLENGE_NOT_FOUND");
  const grpc::Status own = system_.Accept(anna_, asked.challenge_id());
  EXPECT_EQ(own.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(ReasonOf(own), "CHALLENGE_SELF");
  const v1::Challenge code = system_.Code(anna_);
  // Who knows the id but not the code gets in as little as the challenger.
  EXPECT_EQ(ReasonOf(system_.Accept(eve_, code.challenge_id())), "CHALLENGE_NOT_FOUND");
  EXPECT_EQ(ReasonOf(system_.Join(anna_, code.code())), "CHALLENGE_SELF");
  EXPECT_EQ(ReasonOf(system_.TryChallenge(anna_, "ANNA", Blitz())), "CHALLENGE_SELF");
  EXPECT_TRUE(system_.game.games().empty());
}

TEST_F(Challenges, ACodeIsTakenOnceInEitherCase) {
  const v1::Challenge made = system_.Code(anna_);
  ASSERT_EQ(made.code().size(), 6u);
  EXPECT_FALSE(made.has_opponent());
  EXPECT_EQ(made.settings().visibility(), common::v1::VISIBILITY_LINK);
  std::string lower = made.code();
  for (char& c : lower) c = static_cast<char>(tolower(c));
  v1::Challenge joined, again;
  ASSERT_TRUE(system_.Join(bob_, lower, &joined).ok());
  EXPECT_EQ(joined.opponent().name(), "Bobby");
  ASSERT_TRUE(system_.Join(bob_, made.code(), &again).ok());
  EXPECT_EQ(again.game_id(), joined.game_id());
  EXPECT_EQ(ReasonOf(system_.Join(eve_, made.code())), "CODE_NOT_FOUND");
  EXPECT_EQ(ReasonOf(system_.Join(eve_, "AAAAAA")), "CODE_NOT_FOUND");
  EXPECT_EQ(ReasonOf(system_.Join(eve_, std::string("AA\0AAA", 6))), "CODE_NOT_FOUND");
  EXPECT_EQ(system_.game.games().size(), 1u);
}

TEST_F(Challenges, WhoWasSentACodeSeesWhatItMeansBeforeTakingIt) {
  const v1::Challenge made = system_.Code(anna_, Blitz(true));
  std::string lower = made.code();
  for (char& c : lower) c = static_cast<char>(tolower(c));
  v1::Challenge seen;
  ASSERT_TRUE(system_.Invite(lower, &seen).ok());
  EXPECT_EQ(seen.SerializeAsString(), made.SerializeAsString());
  EXPECT_EQ(seen.challenger().name(), "Anna");
  EXPECT_TRUE(seen.settings().rated());
  EXPECT_FALSE(seen.has_opponent());
  EXPECT_EQ(ReasonOf(system_.Invite("AAAAAA")), "CODE_NOT_FOUND");
  EXPECT_EQ(ReasonOf(system_.Invite("")), "CODE_NOT_FOUND");
  EXPECT_EQ(ReasonOf(system_.Invite(std::string("AA\0AAA", 6))), "CODE_NOT_FOUND");
  // Looking took nothing; who joins takes it from everybody's sight.
  ASSERT_TRUE(system_.Join(bob_, made.code()).ok());
  EXPECT_EQ(ReasonOf(system_.Invite(made.code())), "CODE_NOT_FOUND");
  const v1::Challenge second = system_.Code(anna_);
  ASSERT_TRUE(system_.Cancel(anna_, second.challenge_id()).ok());
  EXPECT_EQ(ReasonOf(system_.Invite(second.code())), "CODE_NOT_FOUND");
}

TEST_F(Challenges, OfTwoWhoTakeACodeAtOnceOneGetsTheSeat) {
  for (int round = 0; round < 10; ++round) {
    const v1::Challenge made = system_.Code(anna_);
    grpc::Status statuses[2];
    std::thread one([&] { statuses[0] = system_.Join(bob_, made.code()); });
    std::thread two([&] { statuses[1] = system_.Join(eve_, made.code()); });
    one.join();
    two.join();
    EXPECT_NE(statuses[0].ok(), statuses[1].ok());
    EXPECT_EQ(ReasonOf(statuses[0].ok() ? statuses[1] : statuses[0]), "CODE_NOT_FOUND");
  }
  EXPECT_EQ(system_.game.games().size(), 10u);
}

TEST_F(Challenges, TwoWhoChallengeEachOtherAtOnceBothGetThrough) {
  for (int round = 0; round < 8; ++round) {
    grpc::Status statuses[2];
    std::thread one([&] { statuses[0] = system_.TryChallenge(anna_, "Bobby", Blitz()); });
    std::thread two([&] { statuses[1] = system_.TryChallenge(bob_, "Anna", Blitz()); });
    one.join();
    two.join();
    EXPECT_TRUE(statuses[0].ok()) << statuses[0].error_message();
    EXPECT_TRUE(statuses[1].ok()) << statuses[1].error_message();
  }
}

TEST_F(Challenges, ARandomChess960NumberIsLeftToTheReferee) {
  common::v1::MatchSettings settings = Blitz(true);
  settings.set_rule_set("chess960");
  const v1::Challenge asked = system_.Challenge(anna_, bob_, settings);
  v1::Challenge accepted;
  ASSERT_TRUE(system_.Accept(bob_, asked.challenge_id(), &accepted).ok());
  EXPECT_EQ(accepted.settings().rule_set(), "chess960");
  const auto game = system_.game.games().at(accepted.game_id());
  EXPECT_EQ(game.settings().rule_set(), "chess960");
  EXPECT_EQ(system_.Events(bob_, 3).back().game_started().settings().rule_set(), "chess960");
}

TEST_F(Challenges, DeclinedOrCancelledItIsClosed) {
  const v1::Challenge first = system_.Challenge(anna_, bob_);
  EXPECT_EQ(ReasonOf(system_.Decline(eve_, first.challenge_id(), v1::DECLINE_REASON_LATER)),
            "CHALLENGE_NOT_FOUND");
  v1::Challenge declined;
  ASSERT_TRUE(
      system_.Decline(bob_, first.challenge_id(), v1::DECLINE_REASON_TIME_CONTROL, &declined).ok());
  EXPECT_EQ(declined.state(), v1::CHALLENGE_STATE_DECLINED);
  EXPECT_EQ(declined.decline_reason(), v1::DECLINE_REASON_TIME_CONTROL);
  EXPECT_EQ(ReasonOf(system_.Accept(bob_, first.challenge_id())), "CHALLENGE_CLOSED");
  EXPECT_EQ(system_.Events(anna_, 1).back().challenge().decline_reason(),
            v1::DECLINE_REASON_TIME_CONTROL);

  const v1::Challenge second = system_.Challenge(anna_, bob_);
  EXPECT_EQ(ReasonOf(system_.Cancel(bob_, second.challenge_id())), "CHALLENGE_NOT_FOUND");
  ASSERT_TRUE(system_.Cancel(anna_, second.challenge_id()).ok());
  EXPECT_EQ(ReasonOf(system_.Accept(bob_, second.challenge_id())), "CHALLENGE_CLOSED");
  EXPECT_EQ(ReasonOf(system_.Decline(bob_, second.challenge_id(), v1::DECLINE_REASON_LATER)),
            "CHALLENGE_CLOSED");
  EXPECT_TRUE(system_.game.games().empty());
}

TEST_F(Challenges, ItExpiresWhenItsDeadlineIsDelivered) {
  const v1::Challenge asked = system_.Challenge(anna_, bob_);
  clock_v1::ListDueRequest request;
  request.set_before_ms(INT64_C(4'000'000'000'000));
  clock_v1::ListDueResponse due;
  ASSERT_TRUE(system_.deadlines->ListDue(system_.Context(nullptr).get(), request, &due).ok());
  ASSERT_EQ(due.deadlines_size(), 1);
  EXPECT_EQ(due.deadlines(0).key(), asked.challenge_id());
  EXPECT_GT(due.deadlines(0).due_ms(), due.now_ms());

  const auto early = system_.Deliver(asked.challenge_id());
  EXPECT_EQ(early.outcome(), clock_v1::DELIVER_OUTCOME_NOT_YET);
  EXPECT_GE(early.at_ms(), due.deadlines(0).due_ms());

  LetItExpire(asked.challenge_id());
  // Over time it cannot be accepted, delivered or not.
  EXPECT_EQ(ReasonOf(system_.Accept(bob_, asked.challenge_id())), "CHALLENGE_CLOSED");
  EXPECT_EQ(system_.Deliver(asked.challenge_id()).outcome(), clock_v1::DELIVER_OUTCOME_DONE);
  EXPECT_EQ(system_.Deliver(asked.challenge_id()).outcome(), clock_v1::DELIVER_OUTCOME_GONE);
  EXPECT_EQ(system_.Deliver("0000000000").outcome(), clock_v1::DELIVER_OUTCOME_GONE);
  EXPECT_EQ(system_.Deliver("?").outcome(), clock_v1::DELIVER_OUTCOME_GONE);
  for (const Guest& guest : {anna_, bob_}) {
    const auto events = system_.Events(guest, 1);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].challenge().state(), v1::CHALLENGE_STATE_EXPIRED);
  }
}

TEST_F(Challenges, HowLongItWaitsDependsOnWhoIsThere) {
  const auto life = [](const v1::Challenge& challenge) {
    return challenge.expire_time().seconds() - challenge.create_time().seconds();
  };
  EXPECT_NEAR(life(system_.Challenge(anna_, bob_)), base::kChallengeOfflineMs / 1000, 1);
  internal::v1::ReportPresenceRequest report;
  report.add_online_player_ids(bob_.player_id);
  internal::v1::ReportPresenceResponse reported;
  ASSERT_TRUE(
      system_.inside->ReportPresence(system_.Context(nullptr).get(), report, &reported).ok());
  EXPECT_NEAR(life(system_.Challenge(anna_, bob_)), 30, 1);
  common::v1::MatchSettings days;
  days.mutable_time_control()->set_days_per_move(3);
  EXPECT_NEAR(life(system_.Challenge(anna_, bob_, days)), base::kChallengeDaysMs / 1000, 1);
}

TEST_F(Challenges, ARepeatedRequestIsAnsweredNotDoneTwice) {
  const std::string id = NewRequestId();
  v1::Challenge first, second;
  ASSERT_TRUE(system_.TryChallenge(anna_, "Bobby", Blitz(), &first, id).ok());
  ASSERT_TRUE(system_.TryChallenge(anna_, "Bobby", Blitz(), &second, id).ok());
  EXPECT_EQ(first.challenge_id(), second.challenge_id());
  EXPECT_EQ(system_.Events(bob_, 0).size(), 1u);

  EXPECT_EQ(ReasonOf(system_.TryChallenge(anna_, "Eve", Blitz(), nullptr, id)),
            "REQUEST_ID_REUSED");
  EXPECT_EQ(ReasonOf(system_.Accept(anna_, first.challenge_id(), nullptr, id)),
            "REQUEST_ID_REUSED");
  EXPECT_EQ(ReasonOf(system_.TryChallenge(anna_, "Bobby", Blitz(), nullptr, "short")),
            "REQUEST_ID_INVALID");
  // Ids are a player's own.
  EXPECT_TRUE(system_.TryChallenge(eve_, "Bobby", Blitz(), nullptr, id).ok());

  const std::string accept_id = NewRequestId();
  v1::Challenge accepted, repeated;
  ASSERT_TRUE(system_.Accept(bob_, first.challenge_id(), &accepted, accept_id).ok());
  ASSERT_TRUE(system_.Accept(bob_, first.challenge_id(), &repeated, accept_id).ok());
  EXPECT_EQ(accepted.game_id(), repeated.game_id());
  EXPECT_EQ(system_.game.games().size(), 1u);
}

TEST_F(Challenges, RefusalsAreNotRemembered) {
  const std::string id = NewRequestId();
  EXPECT_EQ(ReasonOf(system_.TryChallenge(anna_, "Nobody_here", Blitz(), nullptr, id)),
            "PLAYER_NOT_FOUND");
  EXPECT_TRUE(system_.TryChallenge(anna_, "Bobby", Blitz(), nullptr, id).ok());
}

TEST_F(Challenges, SettingsThatCannotBePlayedAreRefused) {
  const auto refusal = [&](const common::v1::MatchSettings& settings) {
    return ReasonOf(system_.TryChallenge(anna_, "Bobby", settings));
  };
  common::v1::MatchSettings settings = Blitz();
  settings.set_rule_set("chess+nothing");
  EXPECT_EQ(refusal(settings), "RULE_SET_INVALID");
  settings = Blitz(true);
  settings.set_start_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(refusal(settings), "NOT_RATEABLE");
  settings.set_start_fen("nonsense");
  settings.set_rated(false);
  EXPECT_EQ(refusal(settings), "FEN_INVALID");
  settings = Blitz();
  settings.mutable_time_control()->set_days_per_move(2);
  EXPECT_EQ(refusal(settings), "TIME_CONTROL_INVALID");
  settings = Blitz();
  settings.mutable_time_control()->set_increment_ms(-1);
  EXPECT_EQ(refusal(settings), "TIME_CONTROL_INVALID");
  settings = Blitz();
  settings.set_draw_policy(static_cast<common::v1::DrawPolicy>(9));
  EXPECT_EQ(refusal(settings), "INVALID_FIELD");
  EXPECT_TRUE(system_.Events(bob_, 0).empty());
}

TEST_F(Challenges, EveryKindOfClockComesBackAsItWasSent) {
  std::vector<common::v1::MatchSettings> kinds(6, Blitz());
  kinds[1].mutable_time_control()->set_increment_kind(common::v1::INCREMENT_KIND_DELAY);
  kinds[2].mutable_time_control()->set_increment_kind(common::v1::INCREMENT_KIND_BRONSTEIN);
  kinds[3].mutable_time_control()->mutable_stages(0)->set_moves(40);
  kinds[3].mutable_time_control()->add_stages()->set_time_ms(60'000);
  kinds[4].mutable_time_control()->set_increment_ms(0);
  kinds[4].mutable_time_control()->set_byoyomi_periods(5);
  kinds[4].mutable_time_control()->set_byoyomi_ms(30'000);
  *kinds[5].mutable_black_time_control() = kinds[5].time_control();
  kinds[5].mutable_black_time_control()->mutable_stages(0)->set_time_ms(60'000);
  for (const auto& sent : kinds) {
    const auto got = system_.Challenge(anna_, bob_, sent).settings();
    EXPECT_EQ(got.time_control().stages_size(), sent.time_control().stages_size());
    EXPECT_EQ(got.time_control().stages(0).time_ms(), sent.time_control().stages(0).time_ms());
    EXPECT_EQ(got.time_control().stages(0).moves(), sent.time_control().stages(0).moves());
    EXPECT_EQ(got.time_control().increment_ms(), sent.time_control().increment_ms());
    EXPECT_EQ(got.time_control().byoyomi_ms(), sent.time_control().byoyomi_ms());
    EXPECT_EQ(got.time_control().byoyomi_periods(), sent.time_control().byoyomi_periods());
    EXPECT_EQ(got.has_black_time_control(), sent.has_black_time_control());
    if (sent.time_control().increment_kind() != common::v1::INCREMENT_KIND_UNSPECIFIED) {
      EXPECT_EQ(got.time_control().increment_kind(), sent.time_control().increment_kind());
    }
  }
}

TEST_F(Challenges, OpenOnesAreListedInPagesNewestFirst) {
  std::vector<std::string> made;
  for (int i = 0; i < 5; ++i) made.push_back(system_.Challenge(anna_, bob_).challenge_id());
  ASSERT_TRUE(system_.Cancel(anna_, made[2]).ok());
  std::vector<std::string> listed;
  v1::ListChallengesRequest request;
  request.mutable_page()->set_page_size(3);
  for (int page = 0; page < 2; ++page) {
    v1::ListChallengesResponse response;
    ASSERT_TRUE(
        system_.lobby->ListChallenges(system_.Context(&bob_).get(), request, &response).ok());
    for (const auto& challenge : response.challenges()) listed.push_back(challenge.challenge_id());
    request.mutable_page()->set_page_token(response.page().next_page_token());
  }
  EXPECT_EQ(request.page().page_token(), "");
  EXPECT_EQ(listed, (std::vector<std::string>{made[4], made[3], made[1], made[0]}));
  request.mutable_page()->set_page_token("garbage");
  v1::ListChallengesResponse response;
  EXPECT_EQ(
      ReasonOf(system_.lobby->ListChallenges(system_.Context(&bob_).get(), request, &response)),
      "INVALID_FIELD");
}

TEST_F(Challenges, ACursorThatIsLostGetsWhatStands) {
  const v1::Challenge open = system_.Challenge(anna_, bob_);
  const v1::Challenge cancelled = system_.Challenge(anna_, bob_);
  ASSERT_TRUE(system_.Cancel(anna_, cancelled.challenge_id()).ok());
  for (const int64_t cursor : {INT64_C(0), INT64_C(99)}) {
    const auto standing = system_.Events(bob_, cursor);
    ASSERT_EQ(standing.size(), 1u);
    EXPECT_EQ(standing[0].challenge().challenge_id(), open.challenge_id());
    EXPECT_EQ(standing[0].seq(), 3);
  }
  EXPECT_EQ(system_.Events(bob_, 1).size(), 2u);
  // Forgotten events: the cursor before them is lost too.
  Sql("DELETE FROM lobby.player_events WHERE seq < 3");
  EXPECT_EQ(system_.Events(bob_, 1).size(), 1u);
  EXPECT_EQ(system_.Events(bob_, 2).size(), 1u);
  EXPECT_EQ(system_.Events(bob_, 2)[0].challenge().state(), v1::CHALLENGE_STATE_CANCELLED);
}

TEST_F(Challenges, OnePlayerHasOnlySoManyOpen) {
  for (int i = 0; i < base::kMaxOpenChallenges; ++i) system_.Challenge(anna_, bob_);
  const grpc::Status status = system_.TryChallenge(anna_, "Bobby", Blitz());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(status), "TOO_MANY");
  EXPECT_GT(rpc::FromGrpc(status).retry_after_ms, 0);
  EXPECT_TRUE(system_.TryChallenge(eve_, "Bobby", Blitz()).ok());
}

}  // namespace
}  // namespace chess::lobby
