// What operators look at, and who else may not.

#include "game/testing/operator_rig.h"

namespace chess::game {
namespace {

using Stub = v1::OperatorService::Stub;

class Looking : public OperatorTest {
 protected:
  std::vector<std::string> Find(const v1::FindGamesRequest& request, std::string* next = nullptr) {
    v1::FindGamesResponse response;
    EXPECT_EQ(Ask(&Stub::FindGames, request, &response), "");
    std::vector<std::string> ids;
    for (const auto& game : response.games()) ids.push_back(game.summary().game_id());
    if (next != nullptr) *next = response.page().next_page_token();
    return ids;
  }
};

TEST_F(Looking, IsForOperatorsOnly) {
  const auto refused = [&](auto method, auto request, auto response) {
    EXPECT_EQ(Reason((operator_.get()->*method)(As(kWhiteId).get(), request, &response)),
              "SCOPE_MISSING");
    EXPECT_EQ(Reason((operator_.get()->*method)(As("").get(), request, &response)),
              "SCOPE_MISSING");
  };
  refused(&Stub::FindGames, v1::FindGamesRequest(), v1::FindGamesResponse());
  refused(&Stub::ListLive, v1::ListLiveRequest(), v1::ListLiveResponse());
  refused(&Stub::ShowGame, v1::ShowGameRequest(), v1::ShowGameResponse());
  refused(&Stub::GetGameLog, v1::GetGameLogRequest(), v1::GetGameLogResponse());
  refused(&Stub::VerifyGame, v1::VerifyGameRequest(), v1::VerifyGameResponse());
  refused(&Stub::EndGame, v1::EndGameRequest(), v1::EndGameResponse());
  refused(&Stub::AmendResult, v1::AmendResultRequest(), v1::AmendResultResponse());
  refused(&Stub::RebuildIndex, v1::RebuildIndexRequest(), v1::RebuildIndexResponse());
  refused(&Stub::GetRetention, v1::GetRetentionRequest(), v1::GetRetentionResponse());
  refused(&Stub::RunRetention, v1::RunRetentionRequest(), v1::RunRetentionResponse());
  refused(&Stub::ListAudit, v1::ListAuditRequest(), v1::ListAuditResponse());
  // An operator has a name.
  v1::ListLiveResponse response;
  EXPECT_EQ(Reason(operator_->ListLive(AsOperator("").get(), {}, &response)), "UNAUTHENTICATED");
}

TEST_F(Looking, FindsGamesByPlayerStateEndingTimeAndRuleSet) {
  const std::string finished = Finished();
  const std::string running = Opened();
  const std::string aborted =
      NewGame(*app_, timecontrol::Fischer(300'000, 0), match::Visibility::kPrivate);
  v1::AbortRequest abort;
  abort.set_game_id(aborted);
  v1::AbortResponse aborted_response;
  ASSERT_EQ(Command(&v1::GameService::Stub::Abort, kWhiteId, abort, &aborted_response), "");
  const std::string fog = Make("fog_of_war");

  using Ids = std::vector<std::string>;
  v1::FindGamesRequest any;
  EXPECT_EQ(Find(any).size(), 4u);  // private games, too
  v1::FindGamesRequest request;
  request.set_player_id(kBlackId);
  EXPECT_EQ(Find(request).size(), 4u);
  request.set_player_id(kOtherId);
  EXPECT_EQ(Find(request), Ids{});
  request.clear_player_id();
  request.set_state(v1::GAME_STATE_FINISHED);
  EXPECT_EQ(Find(request), Ids{finished});
  request.set_player_id(kWhiteId);
  EXPECT_EQ(Find(request), Ids{finished});
  request.set_state(v1::GAME_STATE_RUNNING);
  EXPECT_EQ(Find(request).size(), 2u);
  request.set_state(v1::GAME_STATE_ABORTED);
  EXPECT_EQ(Find(request), Ids{aborted});
  request.clear_state();
  request.set_ending(v1::END_REASON_RESIGNATION);
  EXPECT_EQ(Find(request), Ids{finished});
  request.clear_ending();
  request.set_rule_set("fog_of_war");
  EXPECT_EQ(Find(request), Ids{fog});
  v1::FindGamesRequest early;
  early.mutable_created_before()->set_seconds(1'000'000);
  EXPECT_EQ(Find(early), Ids{});
  early.mutable_created_from()->set_seconds(1'000'000);
  early.clear_created_before();
  EXPECT_EQ(Find(early).size(), 4u);
}

TEST_F(Looking, FindsInPagesWithWhatOnlyOperatorsSee) {
  const std::string rated = Finished();
  for (int i = 0; i < 4; ++i) NewGame(*app_);
  v1::FindGamesRequest request;
  request.mutable_page()->set_page_size(2);
  std::vector<std::string> all;
  for (int page = 0; page < 3; ++page) {
    std::string next;
    for (const std::string& id : Find(request, &next)) all.push_back(id);
    request.mutable_page()->set_page_token(next);
  }
  EXPECT_EQ(all.size(), 5u);
  EXPECT_EQ(request.page().page_token(), "");
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
  v1::FindGamesRequest one;
  one.set_state(v1::GAME_STATE_FINISHED);
  v1::FindGamesResponse response;
  ASSERT_EQ(Ask(&Stub::FindGames, one, &response), "");
  ASSERT_EQ(response.games_size(), 1);
  EXPECT_EQ(response.games(0).summary().game_id(), rated);
  EXPECT_EQ(response.games(0).summary().white().name(), "Now White");
  EXPECT_EQ(response.games(0).rated().white().after(), 1480);
  EXPECT_EQ(response.games(0).last_seq(), 5);
}

TEST_F(Looking, RefusesQuestionsThatMeanNothing) {
  v1::FindGamesResponse found;
  v1::FindGamesRequest request;
  request.set_player_id("nobody");
  EXPECT_EQ(Ask(&Stub::FindGames, request, &found), "INVALID_FIELD");
  request.clear_player_id();
  request.set_state(static_cast<v1::GameState>(77));
  EXPECT_EQ(Ask(&Stub::FindGames, request, &found), "INVALID_FIELD");
  request.clear_state();
  request.set_ending(static_cast<v1::EndReason>(77));
  EXPECT_EQ(Ask(&Stub::FindGames, request, &found), "INVALID_FIELD");
  request.clear_ending();
  request.mutable_page()->set_page_token("17.x';--");
  EXPECT_EQ(Ask(&Stub::FindGames, request, &found), "INVALID_FIELD");
  request.mutable_page()->clear_page_token();
  request.mutable_page()->set_page_size(-1);
  EXPECT_EQ(Ask(&Stub::FindGames, request, &found), "INVALID_FIELD");
  v1::ListLiveRequest live;
  live.set_idle_seconds(-1);
  v1::ListLiveResponse listed;
  EXPECT_EQ(Ask(&Stub::ListLive, live, &listed), "INVALID_FIELD");
  v1::ShowGameRequest show;
  v1::ShowGameResponse shown;
  for (const char* id : {"", "Nothing0", "no such id"}) {
    show.set_game_id(id);
    EXPECT_EQ(Ask(&Stub::ShowGame, show, &shown), "GAME_NOT_FOUND") << id;
  }
  v1::ListAuditRequest audit;
  audit.mutable_page()->set_page_token("-4");
  v1::ListAuditResponse entries;
  EXPECT_EQ(Ask(&Stub::ListAudit, audit, &entries), "INVALID_FIELD");
}

TEST_F(Looking, ListsTheGamesThatRun) {
  Finished();
  const std::string first = Opened();
  const std::string second = Make("fog_of_war");
  Sql(url_, "UPDATE game.game_events SET event_time = now() - interval '1 hour' WHERE game_id = '" +
                second + "'");
  v1::ListLiveRequest request;
  v1::ListLiveResponse response;
  ASSERT_EQ(Ask(&Stub::ListLive, request, &response), "");
  ASSERT_EQ(response.games_size(), 2);
  EXPECT_EQ(response.games(0).game_id(), first);
  EXPECT_EQ(response.games(0).last_seq(), 3);
  EXPECT_EQ(response.games(0).white().name(), "Now White");
  EXPECT_TRUE(response.games(0).has_deadline_time());
  EXPECT_GE(response.games(0).event_time().seconds(), response.games(0).create_time().seconds());
  EXPECT_EQ(response.games(1).rule_set(), "fog_of_war");
  request.set_idle_seconds(600);
  ASSERT_EQ(Ask(&Stub::ListLive, request, &response), "");
  ASSERT_EQ(response.games_size(), 1);
  EXPECT_EQ(response.games(0).game_id(), second);
  request.set_idle_seconds(0);
  request.mutable_page()->set_page_size(1);
  ASSERT_EQ(Ask(&Stub::ListLive, request, &response), "");
  ASSERT_EQ(response.games(0).game_id(), first);
  request.mutable_page()->set_page_token(response.page().next_page_token());
  ASSERT_EQ(Ask(&Stub::ListLive, request, &response), "");
  EXPECT_EQ(response.games(0).game_id(), second);
  EXPECT_EQ(response.page().next_page_token(), "");
}

TEST_F(Looking, ShowsAGameThatHidesNothingWithoutANote) {
  const std::string id = Finished();
  v1::ShowGameRequest request;
  request.set_game_id(id);
  request.set_reveal(true);  // there is nothing to reveal: no reason is asked for
  v1::ShowGameResponse response;
  ASSERT_EQ(Ask(&Stub::ShowGame, request, &response), "");
  EXPECT_EQ(response.game().view().result().score(), "0-1");
  EXPECT_FALSE(response.hides());
  EXPECT_FALSE(response.has_hidden());
  EXPECT_FALSE(response.has_original_result());
  EXPECT_EQ(response.row().last_seq(), 5);
  EXPECT_EQ(response.log_rows(), 5);
  EXPECT_GT(response.log_bytes(), 100);
  EXPECT_EQ(response.record_bytes(), 0);
  EXPECT_TRUE(Audit().empty());
}

TEST_F(Looking, ShowsAHiddenBoardOnlyWithAReasonAndLeavesANote) {
  const std::string id = Make("fog_of_war");
  ASSERT_EQ(Move(kWhiteId, id, "e2e4"), "");
  ASSERT_EQ(Move(kBlackId, id, "e7e5"), "");
  const v1::ShowGameResponse plain = Show(id);
  EXPECT_TRUE(plain.hides());
  EXPECT_FALSE(plain.has_hidden());
  EXPECT_EQ(plain.game().moves(0).uci(), "");
  EXPECT_TRUE(Audit().empty());

  v1::ShowGameRequest request;
  request.set_game_id(id);
  request.set_reveal(true);
  v1::ShowGameResponse response;
  EXPECT_EQ(Ask(&Stub::ShowGame, request, &response), "REQUEST_ID_INVALID");
  request.set_request_id(NewId());
  EXPECT_EQ(Ask(&Stub::ShowGame, request, &response), "INVALID_FIELD");
  request.set_reason("no\nline ends");
  EXPECT_EQ(Ask(&Stub::ShowGame, request, &response), "INVALID_FIELD");
  request.set_reason("reported for cheating");
  ASSERT_EQ(Ask(&Stub::ShowGame, request, &response), "");
  EXPECT_NE(response.hidden().fen().find("4P3"), std::string::npos);
  ASSERT_EQ(response.hidden().moves_size(), 2);
  EXPECT_EQ(response.hidden().moves(0).uci(), "e2e4");
  EXPECT_EQ(response.hidden().moves(1).uci(), "e7e5");
  EXPECT_EQ(response.game().moves(0).uci(), "");            // a spectator's view stays one
  ASSERT_EQ(Ask(&Stub::ShowGame, request, &response), "");  // the same look
  const auto audit = Audit("game:" + id);
  ASSERT_EQ(audit.size(), 1u);
  EXPECT_EQ(audit[0].action(), "game_reveal");
  EXPECT_EQ(audit[0].operator_(), "olga");
  EXPECT_EQ(audit[0].reason(), "reported for cheating");
  request.set_game_id(Make("fog_of_war"));
  v1::ShowGameResponse other;
  EXPECT_EQ(Ask(&Stub::ShowGame, request, &other), "REQUEST_ID_REUSED");
  EXPECT_FALSE(other.has_hidden());
}

TEST_F(Looking, ShowsArmiesInProgress) {
  const std::string id = Make("draft");
  v1::SetDraftRequest draft;
  draft.set_game_id(id);
  draft.set_army("8/8/PPPP4/4K3");
  draft.set_edition(1);
  v1::SetDraftResponse kept;
  ASSERT_EQ(Command(&v1::GameService::Stub::SetDraft, kWhiteId, draft, &kept), "");
  v1::ShowGameRequest request;
  request.set_game_id(id);
  request.set_reveal(true);
  request.set_request_id(NewId());
  request.set_reason("looks stuck");
  v1::ShowGameResponse response;
  ASSERT_EQ(Ask(&Stub::ShowGame, request, &response), "");
  EXPECT_EQ(response.hidden().white_army(), "8/8/PPPP4/4K3");
  EXPECT_EQ(response.hidden().black_army(), "");
  EXPECT_FALSE(response.game().view().drafting().has_army());
}

TEST_F(Looking, ReadsTheLogOfARunningGame) {
  const std::string id = Opened();
  v1::OfferDrawRequest offer;
  offer.set_game_id(id);
  v1::OfferDrawResponse offered;
  ASSERT_EQ(Command(&v1::GameService::Stub::OfferDraw, kWhiteId, offer, &offered), "");
  v1::GetGameLogRequest request;
  request.set_game_id(id);
  v1::GetGameLogResponse log;
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");
  ASSERT_EQ(log.lines_size(), 4);
  EXPECT_EQ(log.last_seq(), 4);
  EXPECT_FALSE(log.compacted());
  EXPECT_EQ(log.lines(0).events(0),
            "created: standard, rated, " + std::string(kWhiteId) + " against " + kBlackId);
  EXPECT_EQ(log.lines(1).events(0).rfind("move e2e4 (e4), clocks 5:00.0 and 5:00.0", 0), 0u)
      << log.lines(1).events(0);
  EXPECT_EQ(log.lines(1).by(), common::v1::COLOR_WHITE);
  EXPECT_EQ(log.lines(1).request_id().size(), 16u);
  EXPECT_EQ(log.lines(3).events(0), "White offers a draw");
  EXPECT_GT(log.lines(3).bytes(), 0);
  request.set_limit(2);
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");
  EXPECT_EQ(log.lines_size(), 2);
  EXPECT_EQ(log.next_after_seq(), 2);
  request.set_after_seq(2);
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");
  EXPECT_EQ(log.lines(1).seq(), 4);
  EXPECT_EQ(log.next_after_seq(), 0);
}

TEST_F(Looking, ReadsHiddenMovesOnlyWithAReason) {
  const std::string id = Make("fog_of_war");
  ASSERT_EQ(Move(kWhiteId, id, "e2e4"), "");
  v1::GetGameLogRequest request;
  request.set_game_id(id);
  v1::GetGameLogResponse log;
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");
  EXPECT_TRUE(log.lines(1).veiled());
  EXPECT_EQ(log.DebugString().find("e2e4"), std::string::npos);
  request.set_reveal(true);
  EXPECT_EQ(Ask(&Stub::GetGameLog, request, &log), "REQUEST_ID_INVALID");
  request.set_request_id(NewId());
  request.set_reason("reported for cheating");
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");
  EXPECT_NE(log.DebugString().find("move e2e4 (e4)"), std::string::npos);
  EXPECT_EQ(Audit("game:" + id).size(), 1u);
  ASSERT_EQ(Resign(kBlackId, id), "");
  request.set_reveal(false);
  ASSERT_EQ(Ask(&Stub::GetGameLog, request, &log), "");  // over: nothing is hidden any more
  EXPECT_NE(log.DebugString().find("move e2e4 (e4)"), std::string::npos);
}

TEST_F(Looking, TheAuditLogIsFoundBySubjectOperatorAndAction) {
  const std::string id = Opened();
  ASSERT_EQ(End(id, v1::DECIDED_RESULT_DRAW), "");
  ASSERT_EQ(Amend(id, v1::DECIDED_RESULT_NONE), "");
  ASSERT_EQ(End(Opened(), v1::DECIDED_RESULT_NONE), "");
  const auto audit = Audit();
  ASSERT_EQ(audit.size(), 3u);
  EXPECT_GT(audit[0].audit_id(), audit[1].audit_id());
  EXPECT_EQ(audit[1].action(), "game_amend");
  EXPECT_EQ(audit[1].subject(), "game:" + id);
  EXPECT_EQ(audit[1].detail().at("ask"), "* correction");
  EXPECT_GE(std::stoi(audit[1].detail().at("seq")), 5);  // behind the rating or before it
  v1::ListAuditRequest request;
  request.set_action("game_end");
  request.set_operator_("olga");
  request.mutable_page()->set_page_size(1);
  v1::ListAuditResponse response;
  ASSERT_EQ(Ask(&Stub::ListAudit, request, &response), "");
  ASSERT_EQ(response.entries_size(), 1);
  request.mutable_page()->set_page_token(response.page().next_page_token());
  ASSERT_EQ(Ask(&Stub::ListAudit, request, &response), "");
  ASSERT_EQ(response.entries_size(), 1);
  EXPECT_EQ(response.entries(0).subject(), "game:" + id);
  EXPECT_EQ(response.page().next_page_token(), "");
  request.mutable_page()->clear_page_token();
  request.set_operator_("oscar");
  ASSERT_EQ(Ask(&Stub::ListAudit, request, &response), "");
  EXPECT_EQ(response.entries_size(), 0);
}

}  // namespace
}  // namespace chess::game
