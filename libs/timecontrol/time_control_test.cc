#include "timecontrol/time_control.h"

#include <gtest/gtest.h>

namespace chess::timecontrol {
namespace {

TimeControl TwoStages(int moves, DurationMs first, DurationMs second) {
  TimeControl control = Fischer(first, 0);
  for (SideControl& side : control.side) {
    side.stage_count = 2;
    side.stages[0].moves = moves;
    side.stages[1] = Stage{0, second, 0};
  }
  return control;
}

std::string FieldOf(const base::Status& status) {
  for (const auto& [key, value] : status.error().metadata) {
    if (key == "field") return value;
  }
  return "";
}

TEST(SpeedOf, FollowsTheEstimatedDuration) {
  const struct { int seconds, increment; Speed speed; } kTable[] = {
      {15, 0, Speed::kUltrabullet}, {30, 0, Speed::kBullet},     {60, 0, Speed::kBullet},
      {120, 1, Speed::kBullet},     {180, 0, Speed::kBlitz},     {180, 2, Speed::kBlitz},
      {300, 3, Speed::kBlitz},      {300, 5, Speed::kRapid},     {600, 5, Speed::kRapid},
      {900, 10, Speed::kRapid},     {1500, 0, Speed::kClassical}, {1800, 20, Speed::kClassical},
      {21'600, 0, Speed::kCorrespondence}};
  for (const auto& row : kTable) {
    EXPECT_EQ(SpeedOf(Fischer(row.seconds * 1000, row.increment * 1000)), row.speed)
        << row.seconds << "+" << row.increment;
  }
  EXPECT_EQ(SpeedOf(Untimed()), Speed::kCorrespondence);
  EXPECT_EQ(SpeedOf(Correspondence(3)), Speed::kCorrespondence);
  EXPECT_EQ(SpeedName(Speed::kUltrabullet), "ultrabullet");
}

TEST(SpeedOf, IsThatOfTheSideWithMoreTime) {
  TimeControl control = Fischer(60'000, 0);
  control.side[kBlack] = Fischer(600'000, 0).side[kBlack];
  EXPECT_EQ(SpeedOf(control), Speed::kRapid);
}

TEST(EstimatedMs, CountsTheStagesThatBeginWithinFortyMoves) {
  EXPECT_EQ(TwoStages(40, 5'400'000, 1'800'000).side[0].EstimatedMs(), 5'400'000);
  EXPECT_EQ(TwoStages(20, 3'600'000, 1'800'000).side[0].EstimatedMs(), 5'400'000);
  EXPECT_EQ(Byoyomi(600'000, 5, 30'000).side[0].EstimatedMs(), 600'000 + 25 * 30'000);
}

TEST(FirstMoveMs, GrowsWithTheSpeedAndForAnUnfamiliarStart) {
  EXPECT_EQ(FirstMoveMs(Fischer(15'000, 0), false), 15'000);
  EXPECT_EQ(FirstMoveMs(Fischer(60'000, 0), false), 20'000);
  EXPECT_EQ(FirstMoveMs(Fischer(300'000, 3'000), false), 25'000);
  EXPECT_EQ(FirstMoveMs(Fischer(600'000, 0), false), 30'000);
  EXPECT_EQ(FirstMoveMs(Fischer(1'800'000, 0), false), 35'000);
  EXPECT_EQ(FirstMoveMs(Fischer(60'000, 0), true), 25'000);
  EXPECT_EQ(FirstMoveMs(Correspondence(2), true), 2 * kDayMs);
  EXPECT_EQ(FirstMoveMs(Untimed(), false), 14 * kDayMs);
}

TEST(StageAt, ChangesAfterTheLastMoveOfAStage) {
  const SideControl side = TwoStages(40, 5'400'000, 1'800'000).side[0];
  EXPECT_EQ(side.StageAt(0), 0);
  EXPECT_EQ(side.StageAt(39), 0);
  EXPECT_EQ(side.StageAt(40), 1);
  EXPECT_EQ(side.StageAt(400), 1);
}

TEST(Validate, AcceptsWhatPeoplePlay) {
  for (const TimeControl& control :
       {Untimed(), Fischer(60'000, 0), Fischer(0, 2'000), Fischer(3'000, 0),
        Fischer(1'800'000, 20'000), SimpleDelay(300'000, 5'000), Bronstein(300'000, 3'000),
        Byoyomi(0, 3, 10'000), Byoyomi(600'000, 5, 30'000), Correspondence(1), Correspondence(30),
        TwoStages(40, 5'400'000, 1'800'000)}) {
    EXPECT_TRUE(Validate(control).ok());
  }
}

TEST(Validate, NamesTheFieldThatIsOutOfItsLimits) {
  EXPECT_EQ(FieldOf(Validate(Fischer(0, 0))), "time_ms");
  EXPECT_EQ(FieldOf(Validate(Fischer(-5, 2'000))), "time_ms");
  EXPECT_EQ(FieldOf(Validate(Fischer(kDayMs + 1, 0))), "time_ms");
  EXPECT_EQ(FieldOf(Validate(Fischer(60'000, -1))), "bonus_ms");
  EXPECT_EQ(FieldOf(Validate(Fischer(60'000, kMaxBonusMs + 1))), "bonus_ms");
  EXPECT_EQ(FieldOf(Validate(Byoyomi(60'000, 0, 30'000))), "periods");
  EXPECT_EQ(FieldOf(Validate(Byoyomi(60'000, 3, 10))), "period_ms");
  EXPECT_EQ(FieldOf(Validate(Correspondence(0))), "days");
  EXPECT_EQ(FieldOf(Validate(Correspondence(31))), "days");
  EXPECT_EQ(FieldOf(Validate(TwoStages(0, 60'000, 60'000))), "moves");
  EXPECT_EQ(FieldOf(Validate(TwoStages(40, 60'000, 0))), "time_ms");
  EXPECT_EQ(Validate(Fischer(0, 0)).error().reason, "TIME_CONTROL_INVALID");
}

TEST(Validate, BothSidesPlayByTheSameKindOfTime) {
  TimeControl odds = Fischer(300'000, 0);
  odds.side[kBlack] = Bronstein(60'000, 2'000).side[kBlack];
  EXPECT_TRUE(Validate(odds).ok());
  odds.side[kBlack] = Untimed().side[kBlack];
  EXPECT_EQ(FieldOf(Validate(odds)), "kind");
  odds.side[kWhite] = Correspondence(3).side[kWhite];
  EXPECT_EQ(FieldOf(Validate(odds)), "kind");
}

}  // namespace
}  // namespace chess::timecontrol
