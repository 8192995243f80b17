// Games that operators end, and results that they change.

#include <algorithm>
#include <thread>

#include "game/testing/operator_rig.h"

namespace chess::game {
namespace {

using Stub = v1::OperatorService::Stub;

class Rulings : public OperatorTest {
 protected:
  Rulings()
      : OperatorTest([](Config& config) {
          config.compact_after_seconds = 0;
          config.compact_interval_seconds = 3600;
        }) {}

  // Ends with its log compacted.
  std::string Compacted() {
    const std::string id = Finished();
    EXPECT_TRUE(WaitFor([&] { return Count("outbox") == "0"; }));
    EXPECT_TRUE(WaitFor([&] {
      app_->housekeeper().Compact();
      return Column("compact_time IS NOT NULL", id) == "t";
    }));
    return id;
  }
  bool Relayed() {
    return WaitFor([&] { return Count("amend_outbox") == "0" && Count("outbox") == "0"; });
  }
  std::string Pgn(const std::string& id) {
    v1::ExportPgnRequest request;
    request.set_game_id(id);
    v1::ExportPgnResponse response;
    EXPECT_EQ(Reason(game_->ExportPgn(As("").get(), request, &response)), "");
    return response.pgn();
  }
};

TEST_F(Rulings, ARunningGameEndsAndEverybodyIsTold) {
  const std::string id = Opened();
  v1::EndGameResponse response;
  ASSERT_EQ(End(id, v1::DECIDED_RESULT_BLACK_WINS, &response), "");
  EXPECT_EQ(response.seq(), 4);
  EXPECT_EQ(response.result().score(), "0-1");
  EXPECT_EQ(response.result().reason(), v1::END_REASON_OPERATOR);
  for (const char* viewer : {kWhiteId, kOtherId}) {
    const v1::GameResult result = Get(viewer, id).view().result();
    EXPECT_EQ(result.winner(), common::v1::COLOR_BLACK);
    EXPECT_EQ(result.operator_cause(), v1::OPERATOR_CAUSE_FAIR_PLAY);
  }
  v1::ListEventsRequest list;
  list.set_game_id(id);
  list.set_after_seq(3);
  v1::ListEventsResponse events;
  ASSERT_EQ(Reason(game_->ListEvents(As(kWhiteId).get(), list, &events)), "");
  EXPECT_EQ(events.events(0).happenings(0).ended().result().operator_cause(),
            v1::OPERATOR_CAUSE_FAIR_PLAY);
  EXPECT_EQ(Move(kWhiteId, id, "Nf3"), "GAME_OVER");
  EXPECT_NE(Pgn(id).find("[Termination \"Rules infraction\"]"), std::string::npos);
  EXPECT_NE(Pgn(id).find("[Result \"0-1\"]"), std::string::npos);
  // It is rated as any other, and lists show it.
  ASSERT_TRUE(WaitFor([&] { return Get("", id).has_rated(); }));
  EXPECT_EQ(lobby_.results, 1);
  EXPECT_EQ(Column("end_reason || operator_cause", id), "operatorfair_play");
  v1::ListGamesRequest games;
  games.set_player_id(kWhiteId);
  v1::ListGamesResponse listed;
  ASSERT_EQ(Reason(game_->ListGames(As("").get(), games, &listed)), "");
  EXPECT_EQ(listed.games(0).result().reason(), v1::END_REASON_OPERATOR);
  EXPECT_EQ(listed.games(0).result().operator_cause(), v1::OPERATOR_CAUSE_FAIR_PLAY);
  EXPECT_EQ(Verify(id), "");
  const auto audit = Audit("game:" + id);
  ASSERT_EQ(audit.size(), 1u);
  EXPECT_EQ(audit[0].reason(), "helped by an engine");
}

TEST_F(Rulings, AGameEndsWithoutAResultAndIsNotRated) {
  const std::string id = Opened();
  ASSERT_EQ(End(id, v1::DECIDED_RESULT_NONE, nullptr, NewId(), v1::OPERATOR_CAUSE_SERVER_FAULT),
            "");
  EXPECT_EQ(Get("", id).view().state(), v1::GAME_STATE_ABORTED);
  EXPECT_EQ(Column("state || score", id), "aborted*");
  EXPECT_EQ(Count("outbox"), "0");
  EXPECT_NE(Pgn(id).find("[Termination \"Adjudication\"]"), std::string::npos);
}

TEST_F(Rulings, ARepetitionIsAnsweredAndAnotherUseOfItsIdRefused) {
  const std::string id = Opened();
  const std::string request_id = NewId();
  v1::EndGameResponse first, again;
  ASSERT_EQ(End(id, v1::DECIDED_RESULT_DRAW, &first, request_id), "");
  ASSERT_EQ(End(id, v1::DECIDED_RESULT_DRAW, &again, request_id), "");
  EXPECT_EQ(again.SerializeAsString(), first.SerializeAsString());
  EXPECT_EQ(End(id, v1::DECIDED_RESULT_WHITE_WINS, nullptr, request_id), "REQUEST_ID_REUSED");
  EXPECT_EQ(End(Opened(), v1::DECIDED_RESULT_DRAW, nullptr, request_id), "REQUEST_ID_REUSED");
  EXPECT_EQ(Amend(id, v1::DECIDED_RESULT_NONE, nullptr, request_id), "REQUEST_ID_REUSED");
  EXPECT_EQ(End(id, v1::DECIDED_RESULT_DRAW), "GAME_OVER");
  EXPECT_EQ(Audit().size(), 1u);
  // Also from another replica, and at once from several callers.
  const std::string other = Opened();
  const std::string other_id = NewId();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      v1::EndGameResponse response;
      EXPECT_EQ(End(other, v1::DECIDED_RESULT_DRAW, &response, other_id), "");
      EXPECT_EQ(response.seq(), 4);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Audit("game:" + other).size(), 1u);
}

TEST_F(Rulings, WhatMeansNothingIsRefused) {
  const std::string id = Opened();
  EXPECT_EQ(End(id, v1::DECIDED_RESULT_UNSPECIFIED), "INVALID_FIELD");
  EXPECT_EQ(End(id, static_cast<v1::DecidedResult>(9)), "INVALID_FIELD");
  const auto draw = v1::DECIDED_RESULT_DRAW;
  const auto other = v1::OPERATOR_CAUSE_OTHER;
  EXPECT_EQ(End(id, draw, nullptr, NewId(), v1::OPERATOR_CAUSE_UNSPECIFIED), "INVALID_FIELD");
  EXPECT_EQ(End(id, draw, nullptr, NewId(), static_cast<v1::OperatorCause>(9)), "INVALID_FIELD");
  EXPECT_EQ(End(id, draw, nullptr, "short"), "REQUEST_ID_INVALID");
  EXPECT_EQ(End(id, draw, nullptr, std::string(16, '\0')), "REQUEST_ID_INVALID");
  EXPECT_EQ(End(id, draw, nullptr, NewId(), other, "x"), "INVALID_FIELD");
  EXPECT_EQ(End(id, draw, nullptr, NewId(), other, std::string(501, 'x')), "INVALID_FIELD");
  EXPECT_EQ(End("Nothing0", draw), "GAME_NOT_FOUND");
  EXPECT_EQ(End("", draw), "GAME_NOT_FOUND");
  EXPECT_EQ(Amend(id, draw), "GAME_RUNNING");
  EXPECT_EQ(Amend("Nothing0", draw), "GAME_NOT_FOUND");
  EXPECT_TRUE(Audit().empty());
  EXPECT_FALSE(Get("", id).view().has_result());
  // 500 characters of four bytes each are 500 characters.
  std::string long_reason;
  for (int i = 0; i < 500; ++i) long_reason += "\xf0\x9f\x90\xb4";
  EXPECT_EQ(End(id, draw, nullptr, NewId(), other, long_reason), "");
}

// Moves and rulings race on two replicas: the log stays whole, and each is told what became of it.
TEST_F(Rulings, AMoveAndARulingRace) {
  const auto second = StartReplica(config_);
  for (int round = 0; round < 20; ++round) {
    const std::string id = Opened();
    std::string moved, ended;
    std::thread mover([&] { moved = game::Reason(Play(*second, id, "g1f3", {kWhiteId})); });
    std::thread ender([&] { ended = End(id, v1::DECIDED_RESULT_DRAW); });
    mover.join();
    ender.join();
    EXPECT_EQ(ended, "");
    EXPECT_TRUE(moved.empty() || moved == "GAME_OVER") << moved;
    const v1::GameView view = Get("", id).view();
    EXPECT_EQ(view.result().score(), "1/2-1/2");
    EXPECT_EQ(view.ply(), moved.empty() ? 3 : 2);
    EXPECT_EQ(Verify(id), "");
  }
  EXPECT_EQ(Audit().size(), 20u);
}

TEST_F(Rulings, AFinishedGameGetsAnotherResultAndItsRatingFollows) {
  const std::string id = Finished();
  v1::AmendResultResponse response;
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_WHITE_WINS, &response), "");
  EXPECT_EQ(response.seq(), 6);
  EXPECT_EQ(response.result().score(), "1-0");
  ASSERT_TRUE(Relayed());
  ASSERT_TRUE(WaitFor([&] { return Get("", id).rated().white().after() == 1501; }));
  const auto told = lobby_.Amended();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].result().score(), "1-0");
  EXPECT_EQ(told[0].result().game_id(), id);
  EXPECT_TRUE(told[0].result().rated());
  EXPECT_EQ(told[0].amendment(), 1);
  EXPECT_EQ(lobby_.results, 1);
  const v1::ShowGameResponse shown = Show(id);
  EXPECT_EQ(shown.original_result().score(), "0-1");
  EXPECT_EQ(shown.original_result().reason(), v1::END_REASON_RESIGNATION);
  EXPECT_EQ(shown.row().amendments(), 1);
  EXPECT_EQ(shown.row().rated().white().after(), 1501);
  v1::ListEventsRequest list;
  list.set_game_id(id);
  list.set_after_seq(5);
  v1::ListEventsResponse events;
  ASSERT_EQ(Reason(game_->ListEvents(As(kBlackId).get(), list, &events)), "");
  const auto& amended = events.events(0).happenings(0).result_amended();
  EXPECT_EQ(amended.result().score(), "1-0");
  EXPECT_EQ(amended.original().score(), "0-1");
  EXPECT_EQ(events.events(0).view().result().operator_cause(), v1::OPERATOR_CAUSE_CORRECTION);
  EXPECT_EQ(Amend(id, v1::DECIDED_RESULT_WHITE_WINS), "SAME_RESULT");
  EXPECT_EQ(Verify(id), "");
}

TEST_F(Rulings, AVoidedGameIsNotRatedAndKeepsItsEndsTime) {
  const std::string id = Finished();
  const std::string end_time = Column("end_time", id);
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_NONE), "");
  ASSERT_TRUE(Relayed());
  EXPECT_FALSE(Get("", id).has_rated());
  EXPECT_EQ(Column("white_after IS NULL", id), "t");
  EXPECT_EQ(Column("end_time", id), end_time);
  EXPECT_EQ(lobby_.Amended()[0].result().score(), "*");
  EXPECT_EQ(Get("", id).view().state(), v1::GAME_STATE_ABORTED);
  EXPECT_EQ(Verify(id), "");
}

TEST_F(Rulings, AResultThatTheLobbyHasNotTakenYetIsAmendedInTheRightOrder) {
  lobby_.refusals = 6;
  const std::string id = Opened();
  ASSERT_EQ(Resign(kWhiteId, id), "");
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_DRAW), "");
  ASSERT_TRUE(Relayed());
  ASSERT_TRUE(WaitFor([&] { return Get("", id).has_rated(); }));
  ASSERT_FALSE(lobby_.Amended().empty());
  EXPECT_EQ(lobby_.Amended().back().amendment(), 1);
  EXPECT_EQ(lobby_.Amended().back().result().score(), "1/2-1/2");
  EXPECT_EQ(Verify(id), "");
}

TEST_F(Rulings, SeveralAmendmentsRaceAndTheLastOneCounts) {
  const std::string id = Finished();
  std::vector<std::thread> threads;
  std::atomic<int> done{0};
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      const auto result = i % 3 == 0   ? v1::DECIDED_RESULT_DRAW
                          : i % 3 == 1 ? v1::DECIDED_RESULT_WHITE_WINS
                                       : v1::DECIDED_RESULT_NONE;
      const std::string reason = Amend(id, result);
      EXPECT_TRUE(reason.empty() || reason == "SAME_RESULT") << reason;
      if (reason.empty()) ++done;
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(Relayed());
  const v1::ShowGameResponse shown = Show(id);
  EXPECT_EQ(shown.row().amendments(), done);
  EXPECT_EQ(static_cast<int>(Audit("game:" + id).size()), done);
  EXPECT_EQ(lobby_.Amended().back().amendment(), done);
  EXPECT_EQ(lobby_.Amended().back().result().score(), shown.game().view().result().score());
  EXPECT_EQ(Get("", id).has_rated(), shown.game().view().result().score() != "*");
  EXPECT_EQ(Verify(id), "");
}

TEST_F(Rulings, ACompactedGameIsAmendedAndComesBackSo) {
  const std::string id = Compacted();
  v1::VerifyGameResponse verdict;
  EXPECT_EQ(Verify(id, &verdict), "");
  EXPECT_TRUE(verdict.compacted());
  v1::AmendResultResponse response;
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_DRAW, &response), "");
  EXPECT_EQ(response.seq(), 6);
  ASSERT_TRUE(Relayed());
  ASSERT_TRUE(WaitFor([&] { return Get("", id).has_rated(); }));
  const auto fresh = StartReplica(config_);
  const auto read = Read(*fresh, id);
  ASSERT_EQ(game::Reason(read), "");
  EXPECT_EQ(read->game.state->amendments, 1);
  EXPECT_EQ(read->game.state->ending.result, rules::GameResult::kDraw);
  EXPECT_EQ(read->game.state->original.reason, match::EndReason::kResignation);
  EXPECT_EQ(read->game.state->rated->after[0], 1501);
  EXPECT_EQ(Verify(id, &verdict), "");
  v1::GetGameLogRequest request;
  request.set_game_id(id);
  v1::GetGameLogResponse log;
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");
  EXPECT_TRUE(log.compacted());
  EXPECT_EQ(log.last_seq(), 7);
  EXPECT_EQ(log.lines(1).events(0).rfind("move e2e4 (e4)", 0), 0u);
  EXPECT_EQ(log.lines(1).bytes(), 0);
  request.set_limit(2);
  v1::GetGameLogResponse page;
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &page), "");
  EXPECT_EQ(page.lines_size(), 2);
  EXPECT_EQ(page.last_seq(), 7) << "of the log, not of the page";
  const auto& ruling = log.lines(log.lines_size() - 2);
  EXPECT_EQ(ruling.seq(), 6);
  EXPECT_EQ(ruling.events(0),
            "result changed by an operator: 1/2-1/2, operator (correction) (it was 0-1, "
            "resignation at its end)");
}

TEST_F(Rulings, AnAmendedGameIsCompactedWithItsAmendments) {
  const std::string id = Finished();
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_NONE), "");
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_DRAW), "");
  ASSERT_TRUE(Relayed());
  ASSERT_TRUE(WaitFor([&] { return Get("", id).has_rated(); }));
  const std::string before = Get("", id).view().SerializeAsString();
  ASSERT_TRUE(WaitFor([&] {
    app_->housekeeper().Compact();
    return Column("compact_time IS NOT NULL", id) == "t";
  }));
  EXPECT_EQ(Sql(url_, "SELECT count(*) FROM game.game_events WHERE game_id = '" + id + "'"), "0");
  const auto fresh = StartReplica(config_);
  const auto read = Read(*fresh, id);
  ASSERT_EQ(game::Reason(read), "");
  EXPECT_EQ(ViewBytes(*read->game.state, rules::Seat::kSpectator), before);
  EXPECT_EQ(read->game.state->amendments, 2);
  EXPECT_EQ(read->game.state->original.reason, match::EndReason::kResignation);
  EXPECT_EQ(Verify(id), "");
}

// Counted each second here, so that the test need not wait long.
class WaitingRulings : public OperatorTest {
 protected:
  WaitingRulings() : OperatorTest([](Config& config) { config.compact_interval_seconds = 1; }) {}

  bool Told(const std::string& line) {
    return WaitFor(
        [&] { return app_->registry().Render().find(line + "\n") != std::string::npos; });
  }
};

TEST_F(WaitingRulings, AreCountedUntilTheLobbyHasThem) {
  const std::string id = Finished();
  lobby_.refusals = 1'000'000;
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_DRAW), "");
  EXPECT_TRUE(Told("chess_game_outbox_entries{kind=\"amendment\"} 1"));
  EXPECT_TRUE(Told("chess_game_outbox_entries{kind=\"result\"} 0"));
  lobby_.refusals = 0;
  EXPECT_TRUE(Told("chess_game_outbox_entries{kind=\"amendment\"} 0"));
  EXPECT_TRUE(Told("chess_game_outbox_oldest_seconds{kind=\"amendment\"} 0"));
}

}  // namespace
}  // namespace chess::game
