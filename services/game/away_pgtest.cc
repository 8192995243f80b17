// Postgres silent, killed, back again; outages and who is charged for them. A server of its own.

#include <gtest/gtest.h>

#include <chrono>

#include "chess/game/internal/v1/log.pb.h"
#include "game/testing/game_rig.h"

namespace chess::game {
namespace {

using chess::testing::PostgresServer;
using chess::testing::WaitFor;
using Clock = std::chrono::steady_clock;

class AwayTest : public ::testing::Test {
 protected:
  static PostgresServer& Server() {
    static PostgresServer* server = new PostgresServer();
    return *server;
  }
  AwayTest() : url_(Server().NewDatabase()), app_(StartReplica(RigConfig(url_))) {}

  static double Seconds(Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  }
  int Outages(const std::string& kind) {
    return std::stoi(Sql(url_, "SELECT count(*) FROM game.outages WHERE kind = '" + kind + "'"));
  }
  internal::v1::StoredMove LastMove(const std::string& game_id) {
    const auto rows = app_->parts().log.Load({game_id});
    internal::v1::StoredDecision decision;
    EXPECT_TRUE(decision.ParseFromString(rows->front().log.back().events));
    return decision.events(0).move();
  }

  std::string url_;
  std::unique_ptr<App> app_;
};

Call White() { return {kWhiteId}; }
Call Black() { return {kBlackId}; }

TEST_F(AwayTest, ASilentPostgresGivesUnavailableWithinTwoSecondsAndRecoversByItself) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  Server().Stop();
  const Call call = Black();
  const auto start = Clock::now();
  const auto answer = Play(*app_, id, "e7e5", call);
  EXPECT_LT(Seconds(start), 2.2);
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, base::Code::kUnavailable);
  EXPECT_TRUE(Reason(answer) == "COMMIT_UNKNOWN" || Reason(answer) == "DEPENDENCY_AWAY");
  const auto again = Clock::now();
  const auto read = Read(*app_, id);
  EXPECT_LT(Seconds(again), 2.2);
  EXPECT_EQ(read.error().code, base::Code::kUnavailable);
  EXPECT_FALSE(app_->Ready());

  Server().Continue();
  ASSERT_TRUE(WaitFor([&] { return app_->Ready(); }));
  // The same command again: played once, whether or not the first attempt went in.
  base::Result<Answer> repeated = Play(*app_, id, "e7e5", call);
  ASSERT_TRUE(WaitFor([&] {
    if (!repeated.ok()) repeated = Play(*app_, id, "e7e5", call);
    return repeated.ok();
  }));
  EXPECT_EQ(repeated->seq, 3);
  EXPECT_EQ(Read(*app_, id)->seq, 3);
}

TEST_F(AwayTest, AnOutageIsRecordedBeforeAnythingIsDecidedAndNotCharged) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  Server().Kill();
  ASSERT_TRUE(WaitFor([&] { return !app_->Ready(); }));
  Server().Restart();
  base::Result<Answer> answer = AwayError();
  ASSERT_TRUE(WaitFor([&] {
    answer = Play(*app_, id, "g1f3", White());
    return answer.ok();
  }));
  EXPECT_GE(Outages("game"), 1);
  const internal::v1::StoredMove move = LastMove(id);
  EXPECT_GT(move.credited_ms(), 300);
  // White is charged for what was not an outage only.
  EXPECT_GT(move.white_ms(), 300'000 - 2'000);
}

TEST_F(AwayTest, ARestartedReplicaCreditsTheTimeWithoutOne) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  app_.reset();
  Sql(url_, "UPDATE game.beats SET beat_time = beat_time - interval '1 hour'");
  Sql(url_, "UPDATE game.game_events SET event_time = event_time - interval '1 hour'");
  app_ = StartReplica(RigConfig(url_));
  EXPECT_EQ(Outages("game"), 1);
  ASSERT_EQ(Reason(Play(*app_, id, "g1f3", White())), "");
  EXPECT_GT(LastMove(id).credited_ms(), 3'500'000);
  EXPECT_GT(LastMove(id).white_ms(), 300'000 - 5'000);
}

TEST_F(AwayTest, NoFlagFallsWhileAnOutageLasts) {
  const std::string id = NewGame(*app_, timecontrol::Fischer(2'000, 0));
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  Server().Stop();
  // White's two seconds and more pass while nobody could have stored a move.
  const auto start = Clock::now();
  ASSERT_TRUE(WaitFor([&] { return Seconds(start) > 3.0; }));
  Server().Continue();
  base::Result<Answer> answer = AwayError();
  ASSERT_TRUE(WaitFor([&] {
    answer = Play(*app_, id, "g1f3", White());
    return answer.ok() || answer.error().code != base::Code::kUnavailable;
  }));
  EXPECT_EQ(Reason(answer), "");
  EXPECT_GT(LastMove(id).credited_ms(), 1'500);
}

TEST_F(AwayTest, AnOutageOfAllGatewaysIsNotChargedAndStopsFlags) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  app_->parts().beats.GatewayBeat();
  const auto open = [&] {
    const auto outages = app_->parts().beats.Outages();
    return !outages->empty() && outages->list().back().end == timecontrol::kStillOpen;
  };
  EXPECT_FALSE(open());
  ASSERT_TRUE(WaitFor(open));  // no gateway has been heard of for half a second
  EXPECT_EQ(Act(*app_, id, match::DeadlineDue{})->kind, match::Decision::Kind::kNotYet);
  app_->parts().beats.GatewayBeat();
  ASSERT_TRUE(WaitFor([&] { return Outages("gateway") == 1 && !open(); }));
  ASSERT_EQ(Reason(Play(*app_, id, "g1f3", White())), "");
  EXPECT_GT(LastMove(id).credited_ms(), 400);
}

TEST_F(AwayTest, TwoReplicasAgreeOnOneOutage) {
  auto other = StartReplica(RigConfig(url_));
  Server().Kill();
  ASSERT_TRUE(WaitFor([&] { return !app_->Ready() && !other->Ready(); }));
  Server().Restart();
  ASSERT_TRUE(WaitFor([&] { return app_->Ready() && other->Ready(); }));
  EXPECT_EQ(Outages("game"), 1);
  ASSERT_TRUE(WaitFor([&] {
    return app_->parts().beats.Outages()->list() == other->parts().beats.Outages()->list() &&
           !other->parts().beats.Outages()->empty();
  }));
}

}  // namespace
}  // namespace chess::game
