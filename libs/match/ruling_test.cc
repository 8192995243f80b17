// What operators decide: the end of a running game, and another result of one that is over.
#include "match/match_fixture.h"

namespace chess::match {
namespace {

using rules::GameResult;

Settings Rated() {
  Settings settings = TestSettings();
  settings.rated = true;
  return settings;
}

Command Of(MatchTable& table, Action action) {
  return Command{table.NextId(), std::nullopt, 0, std::move(action)};
}

std::string End(MatchTable& table, GameResult result,
                OperatorCause cause = OperatorCause::kFairPlay) {
  return table.Do(Of(table, OperatorEnd{result, cause}));
}

std::string Amend(MatchTable& table, GameResult result,
                  OperatorCause cause = OperatorCause::kCorrection) {
  return table.Do(Of(table, OperatorAmend{result, cause}));
}

Happening LastHappening(const MatchTable& table) {
  return ProjectEvents(table.state, table.rows.back(), Seat::kSpectator).happenings.back();
}

TEST(Ruling, EndsARunningGameWithAResult) {
  MatchTable table(Rated());
  table.Moves("e2e4 e7e5 g1f3");
  table.Wait(4'000);
  EXPECT_EQ(End(table, GameResult::kBlackWins), "");
  EXPECT_EQ(table.Result(), "0-1");
  EXPECT_EQ(table.Reason(), "operator");
  EXPECT_EQ(table.state.ending.cause, OperatorCause::kFairPlay);
  EXPECT_EQ(table.state.end_time, table.now());
  EXPECT_EQ(table.state.amendments, 0);
  EXPECT_TRUE(CountsForRating(table.state));
  EXPECT_EQ(table.Left(kBlack), 296'000);
  EXPECT_EQ(std::get<GameOver>(LastHappening(table)).ending, table.state.ending);
  EXPECT_FALSE(table.rows.back().of_server());
  EXPECT_EQ(table.Do(kBlack, Resign{}), "GAME_OVER");
  table.ExpectReplayGivesTheSame();
}

TEST(Ruling, EndsARunningGameWithoutAResult) {
  MatchTable table(Rated());
  table.Moves("e2e4 e7e5");
  EXPECT_EQ(End(table, GameResult::kAborted, OperatorCause::kServerFault), "");
  EXPECT_EQ(table.Result(), "*");
  EXPECT_FALSE(CountsForRating(table.state));
}

TEST(Ruling, ComesBehindAFlagThatHasFallen) {
  MatchTable table(TestSettings(timecontrol::Fischer(10'000, 0)));
  table.Moves("e2e4 e7e5");
  table.Wait(60'000);
  const Command end = Of(table, OperatorEnd{GameResult::kWhiteWins, OperatorCause::kOther});
  EXPECT_EQ(table.Do(end), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kDeadlineFirst);
  EXPECT_EQ(table.Reason(), "timeout");
  EXPECT_EQ(table.Do(end), "GAME_OVER");
}

TEST(Ruling, TellsTheSecretBehindTheDraws) {
  Settings settings = TestSettings();
  settings.rule_set = "dice";
  MatchTable table(settings);
  EXPECT_EQ(End(table, GameResult::kAborted), "");  // while it still waits for Ready
  ASSERT_TRUE(table.state.secret.has_value());
  EXPECT_EQ(*table.state.secret, table.chance.Secret());
  table.ExpectReplayGivesTheSame();
}

TEST(Ruling, ShowsAHiddenBoardOnceItIsOver) {
  Settings settings = TestSettings();
  settings.rule_set = "fog_of_war";
  MatchTable table(settings);
  table.Moves("e2e4 e7e5");
  EXPECT_TRUE(Hides(table.state));
  EXPECT_EQ(End(table, GameResult::kDraw), "");
  EXPECT_FALSE(Hides(table.state));
  EXPECT_EQ(ViewOf(table.state, Seat::kSpectator).last_move->uci, "e7e5");
}

TEST(Ruling, ChangesTheResultOfAGameThatIsOver) {
  MatchTable table(Rated());
  table.Moves("e2e4 e7e5");
  EXPECT_EQ(Amend(table, GameResult::kDraw), "GAME_RUNNING");
  table.Do(kBlack, Resign{});
  const TimeMs end_time = table.state.end_time;
  const RatingRecorded first{{1500, 1600}, {1510, 1590}};
  ASSERT_EQ(table.Do(Command{{}, std::nullopt, 0, RecordRating{first}}), "");
  table.Wait(3'600'000);
  EXPECT_EQ(Amend(table, GameResult::kWhiteWins), "SAME_RESULT");
  EXPECT_EQ(Amend(table, GameResult::kBlackWins, OperatorCause::kFairPlay), "");
  EXPECT_EQ(table.Result(), "0-1");
  EXPECT_EQ(table.state.original.reason, EndReason::kResignation);
  EXPECT_EQ(table.state.original.result, GameResult::kWhiteWins);
  EXPECT_EQ(table.state.end_time, end_time);
  EXPECT_EQ(table.state.amend_time, table.now());
  EXPECT_EQ(table.state.amendments, 1);
  EXPECT_FALSE(table.state.rated.has_value());
  const auto told = std::get<AmendedHappening>(LastHappening(table));
  EXPECT_EQ(told.ending, table.state.ending);
  EXPECT_EQ(told.original, table.state.original);
  table.ExpectReplayGivesTheSame();
}

TEST(Ruling, TakesAResultAwayAndGivesItBack) {
  MatchTable table(Rated());
  table.Moves("e2e4 e7e5");
  table.Do(kBlack, Resign{});
  EXPECT_EQ(Amend(table, GameResult::kAborted), "");
  EXPECT_FALSE(CountsForRating(table.state));
  EXPECT_EQ(Amend(table, GameResult::kAborted), "SAME_RESULT");
  EXPECT_EQ(Amend(table, GameResult::kWhiteWins), "");
  EXPECT_EQ(table.state.amendments, 2);
  EXPECT_EQ(table.state.original.reason, EndReason::kResignation);
  EXPECT_TRUE(CountsForRating(table.state));
  table.ExpectReplayGivesTheSame();
}

TEST(Ruling, ARatingOfTheFormerResultComesTooLate) {
  MatchTable table(Rated());
  table.Moves("e2e4 e7e5");
  table.Do(kBlack, Resign{});
  ASSERT_EQ(Amend(table, GameResult::kDraw), "");
  const RatingRecorded change{{1500, 1600}, {1510, 1590}};
  EXPECT_EQ(table.Do(Command{{}, std::nullopt, 0, RecordRating{change, 0}}), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kGone);
  EXPECT_FALSE(table.state.rated.has_value());
  EXPECT_EQ(table.Do(Command{{}, std::nullopt, 0, RecordRating{change, 1}}), "");
  EXPECT_EQ(table.state.rated, change);
}

TEST(Ruling, NeedsARequestIdAResultAndACause) {
  MatchTable table;
  Command end = Of(table, OperatorEnd{GameResult::kDraw, OperatorCause::kOther});
  end.request_id = {};
  EXPECT_EQ(table.Do(end), "REQUEST_ID_INVALID");
  EXPECT_EQ(End(table, GameResult::kOngoing), "INVALID_FIELD");
  EXPECT_EQ(End(table, GameResult::kDraw, OperatorCause::kNone), "INVALID_FIELD");
  table.Do(kWhite, Abort{});
  EXPECT_EQ(Amend(table, GameResult::kDraw, OperatorCause::kNone), "INVALID_FIELD");
}

TEST(Ruling, WithoutAResultIsCorrupt) {
  MatchTable table;
  DecisionRow row;
  row.seq = 2;
  row.event_time = table.now();
  row.events.emplace_back(Ruled{});
  EXPECT_EQ(Apply(table.state, row).error().reason, "LOG_CORRUPT");
}

}  // namespace
}  // namespace chess::match
