#include "clock/game_time.h"

#include <gtest/gtest.h>

namespace chess::clock {
namespace {

constexpr int64_t kMs = 1'000'000;  // nanoseconds

// FakeClock's steady nanoseconds are its milliseconds.
TEST(GameTimeTest, FollowsTheOwnersClockNotTheMachines) {
  base::FakeClock machine(10'000);
  GameTime time(machine);
  EXPECT_FALSE(time.Known());
  // Asked at 9,996 and answered at 10,000: the owner's 500,000 was at 9,998, give or take 2 ms.
  time.Sample(9'996 * kMs, 500'000, 10'000 * kMs);
  ASSERT_TRUE(time.Known());
  EXPECT_EQ(time.NowMs(), 500'002);
  EXPECT_EQ(time.ErrorNs(), 2 * kMs + kMs / 2);
  machine.Advance(1000);
  EXPECT_EQ(time.NowMs(), 501'002);
}

TEST(GameTimeTest, TheTrueTimeIsAlwaysWithinTheBound) {
  base::FakeClock machine(10'000);
  GameTime time(machine);
  // The answer took 8 ms, and the owner looked at its clock at the very end of them.
  time.Sample(9'992 * kMs, 500'008, 10'000 * kMs);
  EXPECT_LE(std::abs(time.NowNs() - 500'008 * kMs), time.ErrorNs());
}

TEST(GameTimeTest, TheBestSampleIsKeptUntilItHasAged) {
  base::FakeClock machine(10'000);
  GameTime time(machine);
  time.Sample(9'998 * kMs, 500'000, 10'000 * kMs);  // error 1.5 ms
  machine.Advance(1000);
  time.Sample(10'900 * kMs, 777'777, 11'000 * kMs);  // a slow answer: 50.5 ms
  EXPECT_EQ(time.NowMs(), 501'001);
  machine.Advance(600'000);  // ten minutes later the old one may be 60 ms off
  time.Sample(610'900 * kMs, 1'101'000, 611'000 * kMs);
  EXPECT_EQ(time.NowMs(), 1'101'050);
}

}  // namespace
}  // namespace chess::clock
