#include "match/match_fixture.h"

namespace chess::match {
namespace {

using timecontrol::Fischer;

TEST(ClockInMatch, StartsAfterBothHaveMoved) {
  MatchTable table;
  table.Wait(10'000);
  table.Moves("e2e4");
  EXPECT_EQ(table.state.clock.running, timecontrol::kNobody);
  table.Wait(10'000);
  table.Moves("e7e5");
  EXPECT_EQ(table.Left(kWhite), 300'000);
  EXPECT_EQ(table.Left(kBlack), 300'000);
  EXPECT_EQ(table.state.clock.running, timecontrol::kWhite);
  table.Wait(5'000);
  table.Moves("g1f3");
  EXPECT_EQ(table.Left(kWhite), 298'000);
}

TEST(ClockInMatch, AMoveCountsAtItsReceiptStamp) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Wait(7'000);
  table.context().received = table.now() - 2'000;
  table.Moves("g1f3");
  EXPECT_EQ(table.Left(kWhite), 300'000 - 5'000 + 3'000);
  EXPECT_EQ(table.state.event_time, kStart + 5'000);
}

TEST(ClockInMatch, AStampOlderThanThreeSecondsCountsAsThree) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Wait(30'000);
  table.context().received = kStart + 1;
  table.Moves("g1f3");
  EXPECT_EQ(table.Left(kWhite), 300'000 - 27'000 + 3'000);
}

TEST(ClockInMatch, AStampOfTheFutureCountsAsNow) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Wait(10'000);
  table.context().received = table.now() + 60'000;
  table.Moves("g1f3");
  EXPECT_EQ(table.state.event_time, kStart + 10'000);
}

TEST(ClockInMatch, EventTimesNeverDecrease) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Wait(2'000);
  table.Moves("g1f3");
  table.context().received = kStart + 500;
  table.Moves("b8c6");
  EXPECT_EQ(table.state.event_time, kStart + 2'000);
  EXPECT_EQ(table.Left(kBlack), 303'000);
  // Also when another replica's clock was ahead of ours.
  table.context().now = kStart + 1'000;
  table.context().received = 0;
  table.Moves("f1b5");
  EXPECT_EQ(table.state.event_time, kStart + 2'000);
}

TEST(ClockInMatch, LagAndCompensationAreInTheEvent) {
  MatchTable table(TestSettings(Fischer(60'000, 0)));
  table.Moves("e2e4 e7e5");
  table.Wait(1'000);
  table.context().rtt_ms = 40;
  EXPECT_EQ(table.Do(kWhite, PlayMove{"g1f3", 700}), "");
  const auto& move = std::get<MovePlayed>(table.rows.back().events[0]);
  EXPECT_EQ(move.lag_ms, 300);
  EXPECT_EQ(move.compensated_ms, 300);
  EXPECT_EQ(move.clock_ms[0], 59'300);
  // The refill is bounded by the measured round trip plus 140 ms.
  EXPECT_EQ(move.quota_ms, 1'170 - 300 + 180);
  table.ExpectReplayGivesTheSame();
}

TEST(ClockInMatch, TheTwoSidesMayHaveDifferentClocks) {
  timecontrol::TimeControl time = Fischer(300'000, 0);
  time.side[1] = Fischer(60'000, 1'000).side[1];
  MatchTable table(TestSettings(time));
  table.Moves("e2e4 e7e5");
  table.Wait(1'000);
  table.Moves("g1f3");
  table.Wait(3'000);
  table.Moves("b8c6");
  EXPECT_EQ(table.Left(kWhite), 299'000);
  EXPECT_EQ(table.Left(kBlack), 58'000);
}

TEST(ClockInMatch, ByoyomiAndDelaySurviveAReplay) {
  for (const timecontrol::TimeControl& time :
       {timecontrol::Byoyomi(5'000, 3, 10'000), timecontrol::SimpleDelay(20'000, 3'000),
        timecontrol::Bronstein(20'000, 3'000)}) {
    MatchTable table(TestSettings(time));
    table.Moves("e2e4 e7e5");
    for (const char* move : {"g1f3", "b8c6", "f1b5", "a7a6"}) {
      table.Wait(9'000);
      table.Moves(move);
    }
    table.ExpectReplayGivesTheSame();
  }
}

TEST(ClockInMatch, TheFinalClocksStayAfterTheEnd) {
  MatchTable table;
  table.Moves("e2e4 e7e5");
  table.Wait(8'000);
  table.Do(kWhite, Resign{});
  EXPECT_EQ(table.Left(kWhite), 292'000);
  const MatchView view = ViewOf(table.state, Seat::kSpectator);
  EXPECT_EQ(view.clocks->face[0].remaining_ms, 292'000);
  EXPECT_FALSE(view.clocks->running);
}

}  // namespace
}  // namespace chess::match
