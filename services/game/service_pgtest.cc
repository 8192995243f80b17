// The gRPC services as gateways, lobby and clock use them.

#include <limits>

#include "game/testing/service_rig.h"

namespace chess::game {
namespace {

TEST_F(ServiceTest, TwoPlayersPlayARatedGameToItsEndAndTheRatingComesBack) {
  lobby_.refusals = 2;
  const std::string id = NewGame(*app_);
  v1::PlayMoveResponse response;
  ASSERT_EQ(Move(kWhiteId, id, "f3", &response), "");
  EXPECT_EQ(response.seq(), 2);
  EXPECT_EQ(response.view().last_move().uci(), "f2f3");
  ASSERT_EQ(Move(kBlackId, id, "e5"), "");
  ASSERT_EQ(Move(kWhiteId, id, "g4"), "");
  ASSERT_EQ(Move(kBlackId, id, "Qh4#", &response), "");
  EXPECT_EQ(response.view().result().reason(), v1::END_REASON_CHECKMATE);
  ASSERT_TRUE(WaitFor([&] { return Get(kWhiteId, id).has_rated(); }));
  EXPECT_EQ(lobby_.results, 1);
  EXPECT_EQ(lobby_.last_score, "0-1");
  const v1::GameSnapshot game = Get(kBlackId, id);
  EXPECT_EQ(game.rated().white().after(), 1480);
  EXPECT_EQ(game.white().name(), "Now White");
  EXPECT_EQ(game.your_color(), common::v1::COLOR_BLACK);
  EXPECT_EQ(game.opening(), "A00 Barnes Opening: Fool's Mate");
  EXPECT_EQ(game.view().seq(), 6);
  ASSERT_TRUE(WaitFor([&] { return Sql(url_, "SELECT count(*) FROM game.outbox") == "0"; }));
}

TEST_F(ServiceTest, ACasualGameIsToldToTheLobbyButNotRated) {
  const std::string id =
      NewGame(*app_, timecontrol::Fischer(300'000, 0), match::Visibility::kPublic, false);
  ASSERT_EQ(Move(kWhiteId, id, "e4"), "");
  ASSERT_EQ(Move(kBlackId, id, "e5"), "");
  ASSERT_EQ(Resign(kWhiteId, id), "");
  ASSERT_TRUE(WaitFor([&] { return Sql(url_, "SELECT count(*) FROM game.outbox") == "0"; }));
  EXPECT_EQ(lobby_.results, 1);
  EXPECT_FALSE(Get("", id).has_rated());
}

TEST_F(ServiceTest, NamesFallBackToThoseAtCreationWhileTheLobbyIsAway) {
  const std::string id = NewGame(*app_);
  lobby_server_->Stop();
  EXPECT_EQ(Get(kWhiteId, id).white().name(), "Anna");
}

TEST_F(ServiceTest, AllCommandsGoThroughAndAreRefusedWithTheirReasons) {
  const std::string id = NewGame(*app_);
  EXPECT_EQ(Move("", id, "e4"), "UNAUTHENTICATED");
  EXPECT_EQ(Move(kOtherId, id, "e4"), "NOT_A_PLAYER");
  v1::PlayMoveRequest bad;
  bad.set_game_id(id);
  bad.set_move("e4");
  bad.set_request_id("short");
  v1::PlayMoveResponse response;
  EXPECT_EQ(Reason(game_->PlayMove(As(kWhiteId).get(), bad, &response)), "REQUEST_ID_INVALID");

  const auto offer = [&](const std::string& player) {
    v1::OfferDrawRequest request;
    request.set_game_id(id);
    v1::OfferDrawResponse out;
    return Command(&v1::GameService::Stub::OfferDraw, player, request, &out);
  };
  EXPECT_EQ(offer(kWhiteId), "DRAW_OFFER_NOT_ALLOWED");
  ASSERT_EQ(Move(kWhiteId, id, "e4"), "");
  ASSERT_EQ(Move(kBlackId, id, "e5"), "");
  v1::AbortRequest abort;
  abort.set_game_id(id);
  v1::AbortResponse aborted;
  EXPECT_EQ(Command(&v1::GameService::Stub::Abort, kWhiteId, abort, &aborted), "ABORT_TOO_LATE");
  EXPECT_EQ(offer(kWhiteId), "");
  v1::DeclineDrawRequest decline;
  decline.set_game_id(id);
  v1::DeclineDrawResponse declined;
  EXPECT_EQ(Command(&v1::GameService::Stub::DeclineDraw, kBlackId, decline, &declined), "");
  EXPECT_EQ(offer(kBlackId), "");
  v1::WithdrawDrawRequest withdraw;
  withdraw.set_game_id(id);
  v1::WithdrawDrawResponse withdrawn;
  EXPECT_EQ(Command(&v1::GameService::Stub::WithdrawDraw, kBlackId, withdraw, &withdrawn), "");
  v1::ClaimDrawRequest claim;
  claim.set_game_id(id);
  v1::ClaimDrawResponse claimed;
  EXPECT_EQ(Command(&v1::GameService::Stub::ClaimDraw, kWhiteId, claim, &claimed),
            "NO_DRAW_CLAIM");
  v1::AcceptDrawRequest accept;
  accept.set_game_id(id);
  v1::AcceptDrawResponse accepted;
  EXPECT_EQ(Command(&v1::GameService::Stub::AcceptDraw, kWhiteId, accept, &accepted),
            "NO_DRAW_OFFER");
}

TEST_F(ServiceTest, PrivateGamesAreNowhereForOthersAndLinkGamesAreNotListed) {
  const auto time = timecontrol::Fischer(300'000, 0);
  const std::string open = NewGame(*app_, time, match::Visibility::kPublic);
  const std::string link = NewGame(*app_, time, match::Visibility::kLink);
  const std::string hidden = NewGame(*app_, time, match::Visibility::kPrivate);
  std::string reason;
  Get(kOtherId, link, &reason);
  EXPECT_EQ(reason, "");
  Get(kOtherId, hidden, &reason);
  EXPECT_EQ(reason, "GAME_NOT_FOUND");
  Get(kBlackId, hidden, &reason);
  EXPECT_EQ(reason, "");
  EXPECT_EQ(Move(kOtherId, hidden, "e4"), "GAME_NOT_FOUND");
  v1::ExportPgnRequest pgn;
  pgn.set_game_id(hidden);
  v1::ExportPgnResponse text;
  EXPECT_EQ(Reason(game_->ExportPgn(As(kOtherId).get(), pgn, &text)), "GAME_NOT_FOUND");
  v1::ListEventsRequest events;
  events.set_game_id(hidden);
  v1::ListEventsResponse list;
  EXPECT_EQ(Reason(game_->ListEvents(As(kOtherId).get(), events, &list)), "GAME_NOT_FOUND");
  internal::v1::OpenTopicRequest topic;
  topic.set_game_id(hidden);
  topic.set_player_id(kOtherId);
  internal::v1::OpenTopicResponse opened;
  EXPECT_EQ(Reason(inside_->OpenTopic(Inside().get(), topic, &opened)), "GAME_NOT_FOUND");

  v1::ListGamesRequest request;
  request.set_player_id(kWhiteId);
  v1::ListGamesResponse own, others;
  ASSERT_EQ(Reason(game_->ListGames(As(kBlackId).get(), request, &own)), "");
  EXPECT_EQ(own.games_size(), 3);
  ASSERT_EQ(Reason(game_->ListGames(As(kOtherId).get(), request, &others)), "");
  ASSERT_EQ(others.games_size(), 1);
  EXPECT_EQ(others.games(0).game_id(), open);
}

TEST_F(ServiceTest, ListsComeInPagesNewestFirstWithRunningAndFinishedGames) {
  std::vector<std::string> ids;
  for (int i = 0; i < 7; ++i) {
    const base::TimeMs last = app_->time().NowMs();
    ASSERT_TRUE(WaitFor([&] { return app_->time().NowMs() > last; }));
    ids.push_back(NewGame(*app_));
  }
  ASSERT_EQ(Move(kWhiteId, ids[2], "e4"), "");
  ASSERT_EQ(Move(kBlackId, ids[2], "e5"), "");
  ASSERT_EQ(Resign(kWhiteId, ids[2]), "");
  ASSERT_EQ(Move(kWhiteId, ids[5], "d4"), "");

  v1::ListGamesRequest request;
  request.set_player_id(kBlackId);
  request.mutable_page()->set_page_size(3);
  std::vector<std::string> seen;
  for (int page = 0; page < 3; ++page) {
    v1::ListGamesResponse response;
    ASSERT_EQ(Reason(game_->ListGames(As("").get(), request, &response)), "");
    for (const auto& game : response.games()) {
      seen.push_back(game.game_id());
      if (game.game_id() == ids[2]) {
        EXPECT_EQ(game.result().score(), "0-1");
        EXPECT_EQ(game.result().reason(), v1::END_REASON_RESIGNATION);
        EXPECT_EQ(game.plies(), 2);
      }
      if (game.game_id() == ids[5]) {
        EXPECT_EQ(game.state(), v1::GAME_STATE_RUNNING);
        EXPECT_EQ(game.last_move(), "d2d4");
        EXPECT_EQ(game.white().name(), "Now White");
      }
    }
    request.mutable_page()->set_page_token(response.page().next_page_token());
  }
  EXPECT_TRUE(request.page().page_token().empty());
  EXPECT_EQ(seen, std::vector<std::string>(ids.rbegin(), ids.rend()));

  v1::ListGamesResponse finished, bad;
  request.set_filter(v1::GAME_FILTER_FINISHED);
  ASSERT_EQ(Reason(game_->ListGames(As("").get(), request, &finished)), "");
  ASSERT_EQ(finished.games_size(), 1);
  request.mutable_page()->set_page_token("17.x';--");
  EXPECT_EQ(Reason(game_->ListGames(As("").get(), request, &bad)), "INVALID_FIELD");
  request.mutable_page()->set_page_token("9223372036854775807.Game0001");
  EXPECT_EQ(Reason(game_->ListGames(As("").get(), request, &bad)), "INVALID_FIELD");
  request.mutable_page()->clear_page_token();
  request.set_player_id("nobody");
  EXPECT_EQ(Reason(game_->ListGames(As("").get(), request, &bad)), "INVALID_FIELD");
}

TEST_F(ServiceTest, CreationIsIdempotentByIdAndRefusesAnotherGameOfThatId) {
  internal::v1::CreateGameRequest request;
  request.set_game_id("Game1234");
  auto* stage = request.mutable_settings()->mutable_time_control()->add_stages();
  stage->set_time_ms(180'000);
  request.mutable_settings()->set_rule_set("chess960:518");
  request.mutable_white()->set_player_id(kWhiteId);
  request.mutable_white()->set_name("Anna");
  request.mutable_black()->set_player_id(kBlackId);
  request.mutable_black()->set_name("Bert");
  const auto create = [&] {
    internal::v1::CreateGameResponse response;
    return Reason(inside_->CreateGame(Inside().get(), request, &response));
  };
  EXPECT_EQ(create(), "");
  EXPECT_EQ(create(), "");
  EXPECT_EQ(Get("", "Game1234").settings().rule_set(), "chess960:518");
  stage->set_time_ms(60'000);
  EXPECT_EQ(create(), "GAME_EXISTS");
  request.set_game_id("no id");
  EXPECT_EQ(create(), "INVALID_FIELD");
  request.set_game_id("Game1235");
  stage->set_time_ms(-5);
  EXPECT_EQ(create(), "TIME_CONTROL_INVALID");
  stage->set_time_ms(60'000);
  request.mutable_settings()->set_rule_set("checkers");
  EXPECT_EQ(create(), "RULE_SET_INVALID");
  request.mutable_settings()->set_rule_set("standard");
  request.mutable_black()->set_player_id(kWhiteId);
  EXPECT_EQ(create(), "INVALID_FIELD");
  internal::v1::CountRunningRequest count;
  count.set_player_id(kWhiteId);
  internal::v1::CountRunningResponse running;
  ASSERT_EQ(Reason(inside_->CountRunning(Inside().get(), count, &running)), "");
  EXPECT_EQ(running.running(), 1);
  EXPECT_EQ(running.running_rated(), 0);
}

TEST_F(ServiceTest, TheClockFindsDeadlinesAndDeliversThem) {
  const std::string id = NewGame(*app_, timecontrol::Fischer(1'000, 0));
  ASSERT_EQ(Move(kWhiteId, id, "e4"), "");
  ASSERT_EQ(Move(kBlackId, id, "e5"), "");
  clock_v1::ListDueRequest list;
  list.set_before_ms(std::numeric_limits<int64_t>::max());
  clock_v1::ListDueResponse due;
  ASSERT_EQ(Reason(deadlines_->ListDue(Inside().get(), list, &due)), "");
  ASSERT_EQ(due.deadlines_size(), 1);
  EXPECT_EQ(due.deadlines(0).key(), id);
  clock_v1::DeliverRequest deliver;
  deliver.set_key(id);
  deliver.set_due_ms(due.deadlines(0).due_ms());
  clock_v1::DeliverResponse delivered;
  ASSERT_EQ(Reason(deadlines_->Deliver(Inside().get(), deliver, &delivered)), "");
  EXPECT_EQ(delivered.outcome(), clock_v1::DELIVER_OUTCOME_NOT_YET);
  ASSERT_TRUE(WaitFor([&] { return app_->time().NowMs() > delivered.at_ms(); }));
  ASSERT_EQ(Reason(deadlines_->Deliver(Inside().get(), deliver, &delivered)), "");
  EXPECT_EQ(delivered.outcome(), clock_v1::DELIVER_OUTCOME_DONE);
  ASSERT_EQ(Reason(deadlines_->Deliver(Inside().get(), deliver, &delivered)), "");
  EXPECT_EQ(delivered.outcome(), clock_v1::DELIVER_OUTCOME_GONE);
  deliver.set_key("Nothing0");
  ASSERT_EQ(Reason(deadlines_->Deliver(Inside().get(), deliver, &delivered)), "");
  EXPECT_EQ(delivered.outcome(), clock_v1::DELIVER_OUTCOME_GONE);
  EXPECT_EQ(Get("", id).view().result().reason(), v1::END_REASON_TIMEOUT);
}

TEST_F(ServiceTest, RulesAreAnsweredWithoutAGame) {
  chess::rules::v1::GetLegalMovesRequest request;
  request.add_moves("e4");
  request.add_moves("e7e5");
  chess::rules::v1::GetLegalMovesResponse response;
  ASSERT_EQ(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "");
  EXPECT_EQ(response.legal_moves_size(), 29);
  EXPECT_EQ(response.san(1), "e5");
  request.add_moves("Ke3");
  EXPECT_NE(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "");
  request.clear_moves();
  request.set_fen("rubbish");
  EXPECT_EQ(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "FEN_INVALID");
  request.clear_fen();
  request.set_rule_set("checkers");
  EXPECT_EQ(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "RULE_SET_INVALID");

  request.set_rule_set("standard");
  request.set_fen("♜7/8/8/8/8/8/8/8 w - - 0 1");
  chess::rules::v1::CheckRuleSetRequest check;
  check.set_rule_set("standard");
  check.set_start_fen(request.fen());
  chess::rules::v1::CheckRuleSetResponse checked;
  ASSERT_EQ(Reason(rules_->CheckRuleSet(As("").get(), check, &checked)), "");
  EXPECT_EQ(checked.message(), "\"♜\" is no piece letter.");

  chess::rules::v1::ParsePgnRequest pgn;
  pgn.set_pgn("[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 Ke5 *\n");
  chess::rules::v1::ParsePgnResponse parsed;
  ASSERT_EQ(Reason(rules_->ParsePgn(As("").get(), pgn, &parsed)), "");
  ASSERT_EQ(parsed.games_size(), 2);
  EXPECT_EQ(parsed.games(0).moves(3).uci(), "d8h4");
  EXPECT_EQ(parsed.games(0).tags().at("White"), "A");
  EXPECT_TRUE(parsed.games(0).error().empty());
  EXPECT_FALSE(parsed.games(1).error().empty());
  EXPECT_EQ(parsed.games(1).error_line(), 5);
  pgn.set_pgn("");
  EXPECT_EQ(Reason(rules_->ParsePgn(As("").get(), pgn, &parsed)), "PGN_INVALID");
}

TEST_F(ServiceTest, LegalMovesAreThoseBeforeDiceBrainAndFog) {
  chess::rules::v1::GetLegalMovesRequest request;
  request.add_moves("e4");
  request.add_moves("e5");
  for (const char* set :
       {"dice", "hand_and_brain", "dice+fog_of_war+hand_and_brain", "dice+draft"}) {
    request.set_rule_set(set);
    chess::rules::v1::GetLegalMovesResponse response;
    ASSERT_EQ(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "") << set;
    EXPECT_EQ(response.legal_moves_size(), 29) << set;
    EXPECT_EQ(response.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
        << set;
  }
}

TEST_F(ServiceTest, APositionOfChess960NeedsNoNumber) {
  chess::rules::v1::GetLegalMovesRequest request;
  request.set_rule_set("chess960");
  chess::rules::v1::GetLegalMovesResponse response;
  ASSERT_EQ(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "");
  EXPECT_EQ(response.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  request.set_fen("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  ASSERT_EQ(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "");
  EXPECT_EQ(response.fen(), request.fen());
  request.set_rule_set("chess960:518");
  EXPECT_EQ(Reason(rules_->GetLegalMoves(As("").get(), request, &response)), "FEN_INVALID");
}

TEST_F(ServiceTest, AGatewayBeatTellsTheTime) {
  internal::v1::BeatRequest request;
  request.set_gateway_id("gateway-1");
  internal::v1::BeatResponse response;
  ASSERT_EQ(Reason(inside_->Beat(Inside().get(), request, &response)), "");
  EXPECT_LE(response.error_ms(), 5);
  EXPECT_LE(std::abs(response.game_time_ms() - app_->time().NowMs()), 1000);
}

}  // namespace
}  // namespace chess::game
