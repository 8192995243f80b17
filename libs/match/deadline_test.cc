#include "match/match_fixture.h"

namespace chess::match {
namespace {

using timecontrol::Fischer;

// 1+0: the lag quota at the start is 1,170 ms.
constexpr DurationMs kQuota = 1'170;

MatchTable Begun(timecontrol::TimeControl time = Fischer(60'000, 0)) {
  MatchTable table(TestSettings(time));
  table.Moves("e2e4 e7e5");
  return table;
}

TEST(FirstMove, IsDueAfterTheLimitOfTheSpeedAndThenTheGameIsAborted) {
  MatchTable table(TestSettings(Fischer(60'000, 0)));
  const auto deadline = DeadlineOf(table.state);
  ASSERT_TRUE(deadline);
  EXPECT_EQ(deadline->kind, DeadlineKind::kFirstMove);
  EXPECT_EQ(deadline->time, kStart + 20'000);
  table.Wait(19'999);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNotYet);
  EXPECT_EQ(table.last->at, kStart + 20'000);
  table.Wait(1);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  EXPECT_EQ(table.Reason(), "first_move");
  EXPECT_TRUE(table.state.ending.aborted());
  EXPECT_EQ(table.Deadline(), Decision::Kind::kGone);
}

TEST(FirstMove, OfBlackIsDueAfterWhitesMove) {
  MatchTable table(TestSettings(Fischer(60'000, 0)));
  table.Wait(15'000);
  table.Moves("e2e4");
  EXPECT_EQ(DeadlineOf(table.state)->time, kStart + 35'000);
}

TEST(FirstMove, HasAQuarterMoreTimeInADrawnSetup) {
  Settings settings = TestSettings(Fischer(60'000, 0));
  settings.rule_set = "chess960:17";
  EXPECT_EQ(DeadlineOf(MatchTable(settings).state)->time, kStart + 25'000);
}

TEST(FirstMove, WithoutAClockHasTheTimeOfOneMove) {
  MatchTable table(TestSettings(timecontrol::Untimed()));
  EXPECT_EQ(DeadlineOf(table.state)->time, kStart + 14 * timecontrol::kDayMs);
  MatchTable days(TestSettings(timecontrol::Correspondence(3)));
  EXPECT_EQ(DeadlineOf(days.state)->time, kStart + 3 * timecontrol::kDayMs);
}

TEST(FirstMove, AnOutageDoesNotCount) {
  MatchTable table(TestSettings(Fischer(60'000, 0)));
  table.outages.Add({kStart + 1'000, kStart + 8'000});
  EXPECT_EQ(DeadlineOf(table.state, &table.outages)->time, kStart + 27'000);
}

TEST(Flag, FallsWithNobodyActingOnceTheGraceIsOver) {
  MatchTable table = Begun();
  const auto deadline = DeadlineOf(table.state);
  EXPECT_EQ(deadline->kind, DeadlineKind::kFlag);
  EXPECT_EQ(deadline->due, kStart + 60'000);
  EXPECT_EQ(deadline->time, kStart + 60'000 + kQuota);
  table.Wait(60'000 + kQuota - 1);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNotYet);
  table.Wait(1);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  EXPECT_EQ(table.Result(), "0-1");
  EXPECT_EQ(table.Reason(), "timeout");
  EXPECT_EQ(table.Left(kWhite), 0);
  table.ExpectReplayGivesTheSame();
}

TEST(Flag, WaitsForTheErrorOfOurClock) {
  MatchTable table = Begun();
  table.context().clock_error_ms = 4;
  table.Wait(60'000 + kQuota + 3);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNotYet);
  EXPECT_EQ(table.last->at, kStart + 60'000 + kQuota + 4);
  table.Wait(1);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
}

TEST(Flag, OfTheRightSide) {
  MatchTable table = Begun();
  table.Moves("g1f3");
  table.Wait(70'000);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  EXPECT_EQ(table.Result(), "1-0");
}

TEST(Flag, IsADrawWhenTheOtherSideCannotWin) {
  Settings settings = TestSettings(Fischer(60'000, 0));
  settings.start_fen = "4k3/8/8/8/8/8/Q7/4K3 w - - 0 1";
  MatchTable table(settings);
  table.Moves("e1d1 e8d8");
  table.Wait(70'000);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  EXPECT_EQ(table.Result(), "1/2-1/2");
  EXPECT_EQ(table.Reason(), "timeout");
}

TEST(Flag, IsBeatenByAMoveStampedBeforeTheDeadline) {
  MatchTable table = Begun();
  table.Wait(60'000 + kQuota + 500);
  table.context().received = kStart + 59'999;
  EXPECT_EQ(table.Move("g1f3"), "");
  EXPECT_FALSE(table.state.over());
  EXPECT_EQ(table.Left(kWhite), 1);
  EXPECT_EQ(table.state.event_time, kStart + 59'999);
}

TEST(Flag, ComesFirstWhenAMoveIsStampedAfterTheDeadline) {
  MatchTable table = Begun();
  table.Wait(60'000 + kQuota + 500);
  const Command command = table.Make(kWhite, PlayMove{"g1f3", {}});
  EXPECT_EQ(table.Do(command), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kDeadlineFirst);
  EXPECT_TRUE(table.rows.back().of_server());
  EXPECT_EQ(table.Reason(), "timeout");
  EXPECT_EQ(table.Do(command), "GAME_OVER");
}

TEST(Flag, ALateMoveIsRefusedWhileTheFlagCannotBeDecidedYet) {
  MatchTable table = Begun();
  table.Wait(60'000);
  EXPECT_EQ(table.Move("g1f3"), "OUT_OF_TIME");
  EXPECT_FALSE(table.state.over());
}

TEST(Flag, LagCompensationBringsAMoveBackInTime) {
  MatchTable table = Begun();
  table.Wait(60'400);
  EXPECT_EQ(table.Do(kWhite, PlayMove{"g1f3", 59'500}), "");
  EXPECT_EQ(table.Left(kWhite), 500);
}

TEST(Flag, ComesBeforeAResignationOfTheOtherSideStampedAfterIt) {
  MatchTable table = Begun();
  table.Wait(60'000 + kQuota);
  const Command resign = table.Make(kBlack, Resign{});
  EXPECT_EQ(table.Do(resign), "");
  EXPECT_EQ(table.last->kind, Decision::Kind::kDeadlineFirst);
  EXPECT_EQ(table.Result(), "0-1");
}

TEST(Flag, DoesNotFallInAnOutageNorWithinASecondAfter) {
  MatchTable table = Begun();
  table.outages.Add({kStart + 59'000, timecontrol::kStillOpen});
  table.Wait(90'000);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNotYet);
  table.outages.Close(kStart + 90'000);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kNotYet);
  // One second of thinking time is left after the outage, then the grace.
  EXPECT_EQ(table.last->at, kStart + 91'000 + kQuota);
}

TEST(Outage, IsNotChargedAndTheCreditIsInTheLog) {
  MatchTable table = Begun();
  table.outages.Add({kStart + 10'000, kStart + 40'000});
  table.Wait(50'000);
  EXPECT_EQ(table.Move("g1f3"), "");
  EXPECT_EQ(std::get<MovePlayed>(table.rows.back().events[0]).credited_ms, 30'000);
  EXPECT_EQ(table.Left(kWhite), 40'000);
}

TEST(Outage, IsCreditedAlsoWhenTheGameEndsWithoutAMove) {
  MatchTable table = Begun();
  table.outages.Add({kStart + 10'000, kStart + 40'000});
  table.Wait(50'000);
  EXPECT_EQ(table.Do(kBlack, Resign{}), "");
  const auto& credit = std::get<OutageCredited>(table.rows.back().events[0]);
  EXPECT_EQ(credit.to, kWhite);
  EXPECT_EQ(credit.credited_ms, 30'000);
  EXPECT_EQ(table.Left(kWhite), 40'000);
  table.ExpectReplayGivesTheSame();
}

TEST(Correspondence, EveryMoveHasItsDays) {
  MatchTable table = Begun(timecontrol::Correspondence(2));
  table.Wait(timecontrol::kDayMs);
  table.Moves("g1f3");
  EXPECT_EQ(table.Left(kWhite), 2 * timecontrol::kDayMs);
  EXPECT_EQ(DeadlineOf(table.state)->due, kStart + 3 * timecontrol::kDayMs);
}

TEST(Untimed, EndsAfterFourteenDaysWithoutAMove) {
  MatchTable table = Begun(timecontrol::Untimed());
  table.Wait(14 * timecontrol::kDayMs + 10'000);
  EXPECT_EQ(table.Deadline(), Decision::Kind::kAppend);
  EXPECT_EQ(table.Result(), "0-1");
}

TEST(DueDecision, GivesTheRowOfADueDeadlineForReads) {
  MatchTable table = Begun();
  Context context = table.context();
  EXPECT_FALSE(DueDecision(table.state, context));
  context.now += 61'170;
  const auto row = DueDecision(table.state, context);
  ASSERT_TRUE(row);
  table.Append(*row);
  EXPECT_EQ(table.Reason(), "timeout");
}

}  // namespace
}  // namespace chess::match
