#include "timecontrol/clock_state.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace chess::timecontrol {
namespace {

struct Table {
  explicit Table(TimeControl c, int side = kWhite) : control(c), clock(NewClock(c)) {
    StartTurn(clock, side, 0);
  }
  MoveCharge Move(int side, TimeMs at, std::optional<DurationMs> think = std::nullopt) {
    return OnMove(control, clock, side, {at, think, std::nullopt}, outages);
  }
  DurationMs Left(int side) const { return clock.side[side].remaining_ms; }

  TimeControl control;
  ClockState clock;
  Outages outages;
};

TEST(Clock, BeforeItRunsMovesCostNothingButAreCounted) {
  const TimeControl control = Fischer(60'000, 2'000);
  ClockState clock = NewClock(control);
  EXPECT_FALSE(FlagDeadline(control, clock));
  EXPECT_FALSE(OnMove(control, clock, kWhite, {90'000}).flagged);
  OnMove(control, clock, kBlack, {99'000});
  EXPECT_EQ(clock.side[kWhite].remaining_ms, 60'000);
  EXPECT_EQ(clock.side[kBlack].remaining_ms, 60'000);
  EXPECT_EQ(clock.side[kWhite].moves, 1);
  EXPECT_EQ(clock.running, kNobody);
}

TEST(Fischer, TakesTheTimeUsedAndAddsTheIncrementAfterTheMove) {
  Table t(Fischer(60'000, 2'000));
  EXPECT_EQ(t.Move(kWhite, 5'000).charged_ms, 5'000);
  EXPECT_EQ(t.Left(kWhite), 57'000);
  EXPECT_EQ(t.clock.running, kBlack);
  t.Move(kBlack, 6'000);
  EXPECT_EQ(t.Left(kBlack), 61'000);
}

TEST(Fischer, GivesNoIncrementForAMoveThatComesTooLate) {
  Table t(Fischer(3'000, 2'000));
  const ClockState before = t.clock;
  EXPECT_TRUE(t.Move(kWhite, 3'000).flagged);
  EXPECT_EQ(t.clock, before);
}

TEST(Fischer, OneMillisecondLeftIsStillPlayable) {
  Table t(Fischer(3'000, 0));
  EXPECT_FALSE(t.Move(kWhite, 2'999).flagged);
  EXPECT_EQ(t.Left(kWhite), 1);
}

TEST(Fischer, HundredthsAreTime) {
  Table t(Fischer(60, 0));
  EXPECT_FALSE(t.Move(kWhite, 40).flagged);
  EXPECT_EQ(t.Left(kWhite), 20);
}

TEST(Fischer, NothingPlusAnIncrementStartsWithTheIncrement) {
  Table t(Fischer(0, 2'000));
  EXPECT_EQ(t.Left(kWhite), 2'000);
  t.Move(kWhite, 500);
  EXPECT_EQ(t.Left(kWhite), 3'500);
}

TEST(SimpleDelay, TheFirstSecondsOfEachMoveAreFreeAndNeverSaved) {
  Table t(SimpleDelay(10'000, 3'000));
  t.Move(kWhite, 2'000);
  EXPECT_EQ(t.Left(kWhite), 10'000);
  t.Move(kBlack, 2'000 + 7'000);
  EXPECT_EQ(t.Left(kBlack), 6'000);
  EXPECT_EQ(FlagDeadline(t.control, t.clock), 9'000 + 13'000);
  EXPECT_FALSE(t.Move(kWhite, 9'000 + 12'999).flagged);
}

TEST(Bronstein, GivesBackWhatWasUsedUpToTheDelay) {
  Table t(Bronstein(10'000, 3'000));
  t.Move(kWhite, 2'000);
  EXPECT_EQ(t.Left(kWhite), 10'000);
  t.Move(kBlack, 2'000 + 7'000);
  EXPECT_EQ(t.Left(kBlack), 6'000);
  // Unlike with the simple delay the flag falls when the shown time is used up.
  EXPECT_EQ(FlagDeadline(t.control, t.clock), 9'000 + 10'000);
}

TEST(Stages, TheNextOneBeginsWithTheLastMoveOfTheOneBefore) {
  TimeControl control = Fischer(10'000, 0);
  for (SideControl& side : control.side) {
    side.stage_count = 2;
    side.stages[0].moves = 2;
    side.stages[1] = Stage{0, 5'000, 1'000};
  }
  Table t(control);
  t.Move(kWhite, 1'000);
  t.Move(kBlack, 2'000);
  t.Move(kWhite, 3'000);
  EXPECT_EQ(t.Left(kWhite), 8'000 + 5'000);
  t.Move(kBlack, 4'000);
  t.Move(kWhite, 5'000);
  EXPECT_EQ(t.Left(kWhite), 13'000 - 1'000 + 1'000);
}

TEST(Byoyomi, PeriodsAreLostOneByOneAndKeptWhenAMoveStaysWithin) {
  Table t(Byoyomi(5'000, 3, 10'000));
  t.Move(kWhite, 5'000 + 9'999);
  EXPECT_EQ(t.Left(kWhite), 0);
  EXPECT_EQ(t.clock.side[kWhite].periods, 3);
  t.Move(kBlack, 15'000);
  t.Move(kWhite, 15'000 + 25'000);
  EXPECT_EQ(t.clock.side[kWhite].periods, 1);
  t.Move(kBlack, 40'001);
  EXPECT_TRUE(t.Move(kWhite, 40'001 + 10'000).flagged);
  EXPECT_FALSE(t.Move(kWhite, 40'001 + 9'999).flagged);
}

TEST(Byoyomi, ShowsTheTimeOfThePresentPeriod) {
  Table t(Byoyomi(5'000, 3, 10'000));
  EXPECT_EQ(ReadClock(t.control, t.clock, 4'000).remaining_ms[kWhite], 1'000);
  const Reading later = ReadClock(t.control, t.clock, 5'000 + 12'000);
  EXPECT_EQ(later.remaining_ms[kWhite], 8'000);
  EXPECT_EQ(later.periods[kWhite], 2);
  EXPECT_EQ(FlagDeadline(t.control, t.clock), 35'000);
}

TEST(Correspondence, EveryMoveHasItsOwnDaysBeyondThirtyOneBits) {
  Table t(Correspondence(30));
  t.Move(kWhite, 1'000);
  EXPECT_EQ(t.Left(kWhite), 30 * kDayMs);
  EXPECT_EQ(ReadClock(t.control, t.clock, 3'601'000).remaining_ms[kBlack], 2'588'400'000);
  EXPECT_EQ(FlagDeadline(t.control, t.clock), 1'000 + 2'592'000'000);
}

TEST(NoClock, StillHasFourteenDaysAMove) {
  Table t(Untimed());
  EXPECT_EQ(FlagDeadline(t.control, t.clock), 14 * kDayMs);
}

TEST(LagCompensation, ChargesElapsedMinusCompensatedLag) {
  Table t(Fischer(60'000, 0));
  const MoveCharge charge = t.Move(kWhite, 1'000, 700);
  EXPECT_EQ(charge.lag_ms, 300);
  EXPECT_EQ(charge.compensated_ms, 300);
  EXPECT_EQ(t.Left(kWhite), 59'300);
}

TEST(LagCompensation, AWildClaimGivesAtMostTheQuotaAndNeverTimeBack) {
  Table t(Fischer(10'000, 0));
  const MoveCharge charge = t.Move(kWhite, 300, -4'700);
  EXPECT_EQ(charge.charged_ms, 0);
  EXPECT_EQ(t.Left(kWhite), 10'000);
  Table u(Fischer(10'000, 0));
  EXPECT_EQ(u.Move(kWhite, 5'000, 0).compensated_ms, u.clock.side[kBlack].lag.quota_ms);
}

TEST(LagCompensation, CanSaveAMoveThatArrivesAfterTheDeadline) {
  Table t(Fischer(1'000, 0));
  EXPECT_FALSE(t.Move(kWhite, 1'200, 900).flagged);
  EXPECT_EQ(t.Left(kWhite), 100);
}

TEST(Outage, ARunningClockIsNotChargedForIt) {
  Table t(Fischer(10'000, 0));
  t.outages.Add({2'000, 9'000});
  EXPECT_EQ(FlagDeadline(t.control, t.clock, t.outages), 17'000);
  const MoveCharge charge = t.Move(kWhite, 10'000);
  EXPECT_EQ(charge.credited_ms, 7'000);
  EXPECT_EQ(t.Left(kWhite), 7'000);
}

TEST(Outage, ThinkingDuringItIsNotLag) {
  Table t(Fischer(10'000, 0));
  t.outages.Add({2'000, 9'000});
  EXPECT_EQ(t.Move(kWhite, 10'000, 10'000).lag_ms, 0);
}

TEST(Flag, IsDecidedOnlyAfterDeadlineGraceAndClockError) {
  EXPECT_FALSE(FlagDecidable(1'452, 1'000, 450, 3));
  EXPECT_TRUE(FlagDecidable(1'453, 1'000, 450, 3));
  EXPECT_FALSE(FlagDecidable(2'999, 1'000, 60'000, 0));
  EXPECT_TRUE(FlagDecidable(3'000, 1'000, 60'000, 0));
  EXPECT_EQ(FlagDecidableAt(0, 1'000, 450, 3), 1'453);
}

TEST(Flag, WaitsWhileAnOutageIsOpenAndASecondAfter) {
  Outages outages;
  outages.Add({900, kStillOpen});
  EXPECT_FALSE(FlagDecidable(50'000, 1'000, 0, 0, outages));
  outages.Close(5'000);
  EXPECT_FALSE(FlagDecidable(5'999, 1'000, 0, 0, outages));
  EXPECT_TRUE(FlagDecidable(6'000, 1'000, 0, 0, outages));
  EXPECT_EQ(FlagDecidableAt(5'500, 1'000, 0, 0, outages), 6'000);
}

TEST(Pause, WhatTheTurnHadUsedStaysUsed) {
  Table t(Fischer(10'000, 0));
  Pause(t.clock, 3'000);
  EXPECT_FALSE(FlagDeadline(t.control, t.clock));
  EXPECT_EQ(ReadClock(t.control, t.clock, 99'000).remaining_ms[kWhite], 7'000);
  Resume(t.clock, 100'000);
  EXPECT_EQ(FlagDeadline(t.control, t.clock), 107'000);
  EXPECT_EQ(t.Move(kWhite, 101'000).charged_ms, 4'000);
}

TEST(AddTime, MovesTheDeadline) {
  Table t(Fischer(10'000, 0));
  AddTime(t.clock, kWhite, 15'000);
  EXPECT_EQ(FlagDeadline(t.control, t.clock), 25'000);
}

TEST(Stop, LeavesTheFinalClocks) {
  Table t(Fischer(10'000, 0));
  Stop(t.control, t.clock, 4'000);
  EXPECT_EQ(t.Left(kWhite), 6'000);
  EXPECT_EQ(t.clock.running, kNobody);
  Table late(Fischer(10'000, 0));
  Stop(late.control, late.clock, 14'000);
  EXPECT_EQ(late.Left(kWhite), 0);
}

TEST(Charge, AMoveStampedBeforeTheTurnBeganIsFree) {
  Table t(Fischer(10'000, 0));
  StartTurn(t.clock, kWhite, 500);
  EXPECT_EQ(t.Move(kWhite, 400).charged_ms, 0);
}

TEST(Clock, NeverGoesBelowNothingNorAboveItsBudgetInRandomPlay) {
  base::SeededRandom random(11);
  const TimeControl controls[] = {Fischer(5'000, 1'000), SimpleDelay(5'000, 700),
                                  Bronstein(5'000, 700), Byoyomi(3'000, 3, 1'000),
                                  Correspondence(1)};
  for (int round = 0; round < 2'000; ++round) {
    Table t(controls[random.Below(std::size(controls))]);
    TimeMs now = 0;
    int side = kWhite;
    for (int i = 0; i < 60; ++i) {
      now += static_cast<TimeMs>(random.Below(1'500));
      const TimeMs deadline = *FlagDeadline(t.control, t.clock);
      const MoveCharge charge = t.Move(side, now, static_cast<DurationMs>(random.Below(1'500)));
      ASSERT_GE(charge.charged_ms, 0);
      ASSERT_GE(t.Left(side), 0);
      // Without compensation the flag is exactly the deadline.
      if (charge.compensated_ms == 0) {
        ASSERT_EQ(charge.flagged, now >= deadline);
      }
      if (charge.flagged) break;
      side = 1 - side;
    }
  }
}

}  // namespace
}  // namespace chess::timecontrol
