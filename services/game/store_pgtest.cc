// Games on a real Postgres: two replicas, repetitions, deadlines, what follows the end.

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/game/v1/game_service.pb.h"
#include "game/convert.h"
#include "game/testing/game_rig.h"
#include "game/log_convert.h"

namespace chess::game {
namespace {

using chess::testing::PostgresServer;
using chess::testing::WaitFor;

v1::GameView ViewOf(const Answer& answer) {
  v1::GameView view;
  EXPECT_TRUE(view.ParseFromString(answer.view));
  return view;
}

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() : url_(PostgresServer::Shared().NewDatabase()), config_(RigConfig(url_)) {
    config_.compact_after_seconds = 0;
    config_.compact_interval_seconds = 3600;
    app_ = StartReplica(config_);
  }
  std::string Column(const std::string& name, const std::string& game_id) {
    return Sql(url_, "SELECT " + name + " FROM game.games WHERE game_id = '" + game_id + "'");
  }
  int LogRows(const std::string& game_id) {
    return std::stoi(
        Sql(url_, "SELECT count(*) FROM game.game_events WHERE game_id = '" + game_id + "'"));
  }
  // Moves a game into the past, so that its deadlines are over.
  void Age(const std::string& game_id, const std::string& interval) {
    for (const std::string table : {"game_events", "games"}) {
      const std::string column = table == "games" ? "deadline_time" : "event_time";
      const std::string more = table == "games" ? ", sweep_time = sweep_time - interval '" +
                                                      interval + "', create_time = create_time - "
                                                      "interval '" + interval + "'"
                                                : "";
      Sql(url_, "UPDATE game." + table + " SET " + column + " = " + column + " - interval '" +
                    interval + "'" + more + " WHERE game_id = '" + game_id + "'");
    }
  }

  std::string url_;
  Config config_;
  std::unique_ptr<App> app_;
};

Call White() { return {kWhiteId}; }
Call Black() { return {kBlackId}; }

TEST_F(StoreTest, AMoveIsStoredBeforeItIsAnswered) {
  const std::string id = NewGame(*app_);
  const auto answer = Play(*app_, id, "e2e4", White());
  ASSERT_EQ(Reason(answer), "");
  EXPECT_EQ(answer->seq, 2);
  EXPECT_EQ(ViewOf(*answer).last_move().san(), "e4");
  EXPECT_EQ(LogRows(id), 2);
  EXPECT_EQ(Column("last_seq", id), "2");
}

TEST_F(StoreTest, CommandsSayWhyTheyAreRefused) {
  const std::string id = NewGame(*app_);
  EXPECT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "NOT_YOUR_TURN");
  EXPECT_EQ(Reason(Play(*app_, id, "e2e4", {kOtherId})), "NOT_A_PLAYER");
  EXPECT_EQ(Reason(Play(*app_, "Nothing0", "e2e4", White())), "GAME_NOT_FOUND");
  EXPECT_EQ(Reason(Play(*app_, "../../etc", "e2e4", White())), "GAME_NOT_FOUND");
  EXPECT_EQ(Reason(Play(*app_, id, "e2e5", White())), "PIECE_CANNOT_MOVE_THERE");
  EXPECT_EQ(Reason(Play(*app_, id, "rubbish", White())), "MOVE_MALFORMED");
  Call stale = White();
  stale.expected_turn = 7;
  EXPECT_EQ(Reason(Play(*app_, id, "e2e4", stale)), "STALE_TURN");
  EXPECT_EQ(LogRows(id), 1);
  EXPECT_EQ(Reason(Begin(*app_, id, match::Abort{}, White()).get()), "");
  EXPECT_EQ(Reason(Play(*app_, id, "e2e4", White())), "GAME_OVER");
}

TEST_F(StoreTest, ARepeatedCommandGetsItsFirstAnswerAlsoAfterTheGameWentOn) {
  const std::string id = NewGame(*app_);
  const Call first = White();
  const auto answer = Play(*app_, id, "e2e4", first);
  ASSERT_EQ(Reason(answer), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  const auto soon = Play(*app_, id, "e2e4", first);
  ASSERT_EQ(Reason(soon), "");
  EXPECT_EQ(soon->view, answer->view);
  for (const char* move : {"g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5"}) {
    const bool white = Read(*app_, id)->game.state->to_move() == rules::Color::kWhite;
    ASSERT_EQ(Reason(Play(*app_, id, move, white ? White() : Black())), "");
  }
  const auto late = Play(*app_, id, "e2e4", first);
  ASSERT_EQ(Reason(late), "");
  EXPECT_EQ(late->seq, 2);
  EXPECT_EQ(late->view, answer->view);
  EXPECT_EQ(LogRows(id), 9);
}

TEST_F(StoreTest, ARequestIdUsedForSomethingElseIsRefused) {
  const std::string id = NewGame(*app_);
  const Call call = White();
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", call)), "");
  EXPECT_EQ(Reason(Play(*app_, id, "d2d4", call)), "REQUEST_ID_REUSED");
}

TEST_F(StoreTest, AReplicaThatLagsReloadsAndDecidesAgain) {
  const auto other = StartReplica(config_);
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Read(*other, id)), "");  // the other one has the first position in its cache
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  const auto answer = Play(*other, id, "e7e5", Black());
  ASSERT_EQ(Reason(answer), "");
  EXPECT_EQ(answer->seq, 3);
  EXPECT_EQ(ViewOf(*answer).ply(), 2);
  // The first replica is behind now: a read and a refusal are confirmed before they leave.
  EXPECT_EQ(Read(*app_, id)->game.state->seq, 3);
  ASSERT_EQ(Reason(Play(*other, id, "g1f3", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "b8c6", Black())), "");
}

TEST_F(StoreTest, TheSameCommandAtTwoReplicasIsPlayedOnceAndAnsweredTwice) {
  const auto other = StartReplica(config_);
  for (int round = 0; round < 20; ++round) {
    const std::string id = NewGame(*app_);
    ASSERT_EQ(Reason(Read(*other, id)), "");
    const Call call = White();
    auto here = Begin(*app_, id, match::PlayMove{"e2e4", {}}, call);
    auto there = Begin(*other, id, match::PlayMove{"e2e4", {}}, call);
    const auto a = here.get(), b = there.get();
    ASSERT_EQ(Reason(a), "");
    ASSERT_EQ(Reason(b), "");
    EXPECT_EQ(a->seq, 2);
    EXPECT_EQ(b->seq, 2);
    EXPECT_EQ(a->view, b->view);
    EXPECT_EQ(LogRows(id), 2);
  }
}

TEST_F(StoreTest, DifferentMovesRaceForOneTurnAndOneOfThemWins) {
  const auto other = StartReplica(config_);
  for (int round = 0; round < 20; ++round) {
    const std::string id = NewGame(*app_);
    ASSERT_EQ(Reason(Read(*other, id)), "");
    Call call = White();
    call.expected_turn = 1;
    Call rival = White();
    rival.expected_turn = 1;
    auto here = Begin(*app_, id, match::PlayMove{"e2e4", {}}, call);
    auto there = Begin(*other, id, match::PlayMove{"d2d4", {}}, rival);
    std::vector<std::string> reasons = {Reason(here.get()), Reason(there.get())};
    std::sort(reasons.begin(), reasons.end());
    EXPECT_EQ(reasons, (std::vector<std::string>{"", "STALE_TURN"}));
    EXPECT_EQ(LogRows(id), 2);
  }
}

TEST_F(StoreTest, CommandsOfOneGameQueueUpAndBothSidesMayPlayAtOnce) {
  const std::string id = NewGame(*app_);
  std::vector<std::future<base::Result<Answer>>> answers;
  const std::vector<std::string> moves = {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"};
  for (size_t i = 0; i < moves.size(); ++i) {
    answers.push_back(
        Begin(*app_, id, match::PlayMove{moves[i], {}}, i % 2 == 0 ? White() : Black()));
  }
  for (size_t i = 0; i < moves.size(); ++i) {
    const auto answer = answers[i].get();
    ASSERT_EQ(Reason(answer), "") << moves[i];
    EXPECT_EQ(answer->seq, static_cast<int64_t>(i) + 2);
  }
}

TEST_F(StoreTest, AGameIsRebuiltByAReplicaThatStartsLater) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  const auto before = Read(*app_, id);
  app_.reset();
  app_ = StartReplica(config_);
  const auto after = Read(*app_, id);
  ASSERT_EQ(Reason(after), "");
  EXPECT_TRUE(match::SameState(*before->game.state, *after->game.state));
  EXPECT_EQ((*after->game.seats)[0].name, "Anna");
}

TEST_F(StoreTest, ANewGameHasItsColumns) {
  const std::string id = NewGame(*app_);
  EXPECT_EQ(Column("last_seq", id), "1");
  EXPECT_EQ(Column("time_control", id), "300+0");
  EXPECT_EQ(Column("family", id), "standard");
  EXPECT_NE(Column("sweep_time", id), "");
}

TEST_F(StoreTest, EventsAreToldAsTheyWereFromMemoryAndFromTheLog) {
  const std::string id = NewGame(*app_);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(Reason(Play(*app_, id, i % 2 == 0 ? "g1f3" : "f3g1", White())), "");
    ASSERT_EQ(Reason(Play(*app_, id, i % 2 == 0 ? "g8f6" : "f6g8", Black())), "");
    if (Read(*app_, id)->game.state->over()) break;
  }
  const GameRef game = Read(*app_, id)->game;
  const auto events = [&](const GameRef& ref, int64_t after, int limit) {
    std::promise<base::Result<std::vector<std::string>>> promise;
    app_->store().EventsAfter(id, ref, after, limit, rules::Seat::kSpectator,
                              [&](auto result) { promise.set_value(std::move(result)); });
    return *promise.get_future().get();
  };
  const auto recent = events(game, game.state->seq - 2, 100);
  ASSERT_EQ(recent.size(), 2u);
  const auto all = events(game, 0, 100);
  ASSERT_EQ(all.size(), static_cast<size_t>(game.state->seq));
  EXPECT_EQ(all[all.size() - 2], recent[0]);
  EXPECT_EQ(all[all.size() - 1], recent[1]);
  const auto page = events(game, 2, 3);
  ASSERT_EQ(page.size(), 3u);
  EXPECT_EQ(page[0], all[2]);
  EXPECT_TRUE(events(game, game.state->seq, 100).empty());
}

TEST_F(StoreTest, AFlagFallsWhenItsDeadlineIsDeliveredAndNotBefore) {
  const std::string id = NewGame(*app_, timecontrol::Fischer(60'000, 0));
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  const auto early = Act(*app_, id, match::DeadlineDue{});
  ASSERT_EQ(Reason(early), "");
  EXPECT_EQ(early->kind, match::Decision::Kind::kNotYet);
  Age(id, "70 seconds");
  app_ = StartReplica(config_);
  const auto due = app_->parts().games.ListDue(app_->time().NowMs() + 5000, 10);
  ASSERT_TRUE(due.ok());
  ASSERT_EQ(due->size(), 1u);
  EXPECT_EQ((*due)[0].game_id, id);
  const auto fallen = Act(*app_, id, match::DeadlineDue{});
  ASSERT_EQ(Reason(fallen), "");
  EXPECT_EQ(fallen->kind, match::Decision::Kind::kAppend);
  EXPECT_EQ(Act(*app_, id, match::DeadlineDue{})->kind, match::Decision::Kind::kGone);
  EXPECT_EQ(Column("score", id), "0-1");
  EXPECT_EQ(Column("end_reason", id), "timeout");
  EXPECT_EQ(Column("sweep_time", id), "");
  EXPECT_EQ(Sql(url_, "SELECT count(*) FROM game.outbox"), "1");
}

TEST_F(StoreTest, AReadAppliesADueDeadline) {
  const std::string id = NewGame(*app_, timecontrol::Fischer(60'000, 0));
  Age(id, "1 hour");
  app_ = StartReplica(config_);
  const auto game = Read(*app_, id);
  ASSERT_EQ(Reason(game), "");
  EXPECT_EQ(game->game.state->ending.reason, match::EndReason::kFirstMove);
  EXPECT_EQ(Column("state", id), "aborted");
  EXPECT_EQ(Sql(url_, "SELECT count(*) FROM game.outbox"), "0");
}

TEST_F(StoreTest, SweepTimesLagBehindMovesAndCatchUpWhenListed) {
  const std::string id = NewGame(*app_, timecontrol::Fischer(60'000, 0));
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  EXPECT_EQ(Column("sweep_time < deadline_time", id), "t");
  const int64_t now = app_->time().NowMs();
  const auto none = app_->parts().games.ListDue(now + 40'000, 10);
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->empty());
  EXPECT_EQ(Column("sweep_time = deadline_time", id), "t");
  EXPECT_EQ(app_->parts().games.ListDue(now + 120'000, 10)->size(), 1u);
}

TEST_F(StoreTest, ARatingIsRecordedOnce) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  ASSERT_EQ(Reason(Begin(*app_, id, match::Resign{}, White()).get()), "");
  const match::RecordRating rating{match::RatingRecorded{{1500, 1620}, {1490, 1630}}};
  EXPECT_EQ(Act(*app_, id, rating)->kind, match::Decision::Kind::kAppend);
  EXPECT_EQ(Act(*app_, id, rating)->kind, match::Decision::Kind::kGone);
  EXPECT_EQ(Column("white_after", id), "1490");
  EXPECT_EQ(Column("black_before", id), "1620");
  EXPECT_EQ(Column("state", id), "finished");
}

TEST_F(StoreTest, AFinishedGameIsCompactedOnceTheLobbyHasIt) {
  const std::string id = NewGame(*app_);
  const Call last = Black();
  ASSERT_EQ(Reason(Play(*app_, id, "f2f3", White())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  ASSERT_EQ(Reason(Play(*app_, id, "g2g4", White())), "");
  const auto mate = Play(*app_, id, "Qh4#", last);
  ASSERT_EQ(Reason(mate), "");
  const auto before = Read(*app_, id);
  EXPECT_EQ(app_->housekeeper().Compact(), 0);  // still in the outbox
  Sql(url_, "DELETE FROM game.outbox");
  ASSERT_TRUE(WaitFor([&] { return app_->housekeeper().Compact() == 1; }));
  EXPECT_EQ(LogRows(id), 0);
  EXPECT_EQ(Sql(url_, "SELECT count(*) FROM game.game_records"), "1");
  EXPECT_EQ(Column("last_seq", id), "5");

  const auto fresh = StartReplica(config_);
  const auto after = Read(*fresh, id);
  ASSERT_EQ(Reason(after), "");
  EXPECT_TRUE(after->game.compacted);
  EXPECT_EQ(after->seq, 5);
  EXPECT_EQ(ViewBytes(*after->game.state, rules::Seat::kSpectator),
            ViewBytes(*before->game.state, rules::Seat::kSpectator));
  // A cursor from before gets one last event; a repeated command still gets its answer.
  for (App* app : {app_.get(), fresh.get()}) {
    std::promise<base::Result<std::vector<std::string>>> promise;
    const GameRef game = Read(*app, id)->game;
    app->store().EventsAfter(id, GameRef{game.state, game.seats, {}, game.compacted}, 1, 100,
                             rules::Seat::kSpectator,
                             [&](auto result) { promise.set_value(std::move(result)); });
    const auto events = promise.get_future().get();
    ASSERT_EQ(Reason(events), "");
    ASSERT_EQ(events->size(), 1u);
    v1::GameEvent event;
    ASSERT_TRUE(event.ParseFromString((*events)[0]));
    EXPECT_EQ(event.seq(), 5);
    EXPECT_EQ(event.view().result().score(), "0-1");
  }
  const auto again = Play(*fresh, id, "Qh4#", last);
  ASSERT_EQ(Reason(again), "");
  EXPECT_EQ(again->seq, 5);
  EXPECT_EQ(Reason(Play(*fresh, id, "e2e4", White())), "GAME_OVER");
}

TEST_F(StoreTest, AGameWithANewerEventIsRefusedUntilAReplicaKnowsIt) {
  const std::string id = NewGame(*app_);
  // Field 1 (events) with one empty event: a kind that this release does not know.
  Sql(url_, "INSERT INTO game.game_events VALUES ('" + id +
                "', 2, '\\x00112233445566778899aabbccddeeff', now(), '\\x0a00')");
  Sql(url_, "UPDATE game.games SET last_seq = 2 WHERE game_id = '" + id + "'");
  EXPECT_EQ(Reason(Read(*app_, id)), "NEWER_EVENT");
  EXPECT_EQ(Reason(Play(*app_, id, "e2e4", White())), "NEWER_EVENT");
}

TEST_F(StoreTest, ACacheAheadOfTheLogIsDropped) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  // A failover that lost the last commit.
  Sql(url_, "DELETE FROM game.game_events WHERE seq = 2 AND game_id = '" + id + "'");
  Sql(url_, "UPDATE game.games SET last_seq = 1 WHERE game_id = '" + id + "'");
  EXPECT_EQ(Reason(Play(*app_, id, "d2d4", White())), "");
  EXPECT_EQ(app_->metrics().ahead_of_log.Value(), 1);
  EXPECT_EQ(LogRows(id), 2);
}

TEST_F(StoreTest, AReadFromACacheAheadOfTheLogIsTheLogs) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  Sql(url_, "DELETE FROM game.game_events WHERE seq = 2 AND game_id = '" + id + "'");
  Sql(url_, "UPDATE game.games SET last_seq = 1 WHERE game_id = '" + id + "'");
  const auto read = Read(*app_, id);
  ASSERT_EQ(Reason(read), "");
  EXPECT_EQ(read->game.state->seq, 1);
  EXPECT_EQ(app_->metrics().ahead_of_log.Value(), 1);
}

TEST_F(StoreTest, ACacheAheadOfTheLogLeavesNoGap) {
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  Sql(url_, "DELETE FROM game.game_events WHERE seq = 2 AND game_id = '" + id + "'");
  Sql(url_, "UPDATE game.games SET last_seq = 1 WHERE game_id = '" + id + "'");
  // Black answers a move that the log does not have any more.
  EXPECT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "NOT_YOUR_TURN");
  EXPECT_EQ(LogRows(id), 1);
  EXPECT_EQ(Reason(Play(*app_, id, "d2d4", White())), "");
  EXPECT_EQ(LogRows(id), 2);
}

TEST_F(StoreTest, GamesThatNobodyUsesLeaveMemoryAndComeBack) {
  config_.idle_seconds = 0;
  app_ = StartReplica(config_);
  const std::string id = NewGame(*app_);
  ASSERT_EQ(Reason(Play(*app_, id, "e2e4", White())), "");
  EXPECT_GT(app_->store().MemoryBytes(), 0u);
  app_->store().Evict();
  EXPECT_EQ(app_->store().Games(), 0u);
  EXPECT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "");
  EXPECT_EQ(app_->store().Games(), 1u);
}

TEST_F(StoreTest, ADrainingReplicaRefusesWhatIsNewAndAnswersWhatItHas) {
  const std::string id = NewGame(*app_);
  auto move = Begin(*app_, id, match::PlayMove{"e2e4", {}}, White());
  app_->store().Drain(2000);
  EXPECT_EQ(Reason(move.get()), "");
  EXPECT_EQ(Reason(Play(*app_, id, "e7e5", Black())), "DRAINING");
}

}  // namespace
}  // namespace chess::game
