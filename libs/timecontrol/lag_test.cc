#include "timecontrol/lag.h"

#include <gtest/gtest.h>

namespace chess::timecontrol {
namespace {

TEST(LagGain, IsTwoFifthsOfTheSecondsPlusFifteenCentisecondsAtMostOneSecond) {
  EXPECT_EQ(LagGainMs(0), 150);
  EXPECT_EQ(LagGainMs(15'000), 210);
  EXPECT_EQ(LagGainMs(60'000), 390);
  EXPECT_EQ(LagGainMs(180'000), 870);
  EXPECT_EQ(LagGainMs(300'000), 1000);
  EXPECT_EQ(LagGainMs(1LL << 50), 1000);
}

TEST(LagTracker, StartsWithThreeGainsAndNeverHoldsMoreThanSeven) {
  LagTracker lag = LagTracker::Start(390);
  EXPECT_EQ(lag.quota_ms, 1170);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(lag.OnMove(0, 390, std::nullopt), 0);
  EXPECT_EQ(lag.quota_ms, 7 * 390);
}

TEST(LagTracker, GivesBackNoMoreThanTheQuota) {
  LagTracker lag = LagTracker::Start(390);
  EXPECT_EQ(lag.OnMove(5'000, 390, std::nullopt), 1170);
  EXPECT_EQ(lag.quota_ms, 390);
  EXPECT_EQ(lag.OnMove(5'000, 390, std::nullopt), 390);
  EXPECT_EQ(lag.OnMove(100, 390, std::nullopt), 100);
  EXPECT_EQ(lag.quota_ms, 390 + 390 - 100);
}

TEST(LagTracker, ANegativeLagGivesNothing) {
  LagTracker lag = LagTracker::Start(390);
  EXPECT_EQ(lag.OnMove(-5'000, 390, std::nullopt), 0);
}

TEST(LagTracker, AShortRoundTripLimitsTheRefill) {
  LagTracker lag = LagTracker::Start(1000);
  lag.OnMove(3'000, 1000, 20);
  EXPECT_EQ(lag.quota_ms, 20 + 140);
  lag.OnMove(160, 1000, 5'000);
  EXPECT_EQ(lag.quota_ms, 1000);
  lag.OnMove(1'000, 1000, INT64_MAX);
  EXPECT_EQ(lag.quota_ms, 1000);
  lag.OnMove(1'000, 1000, INT64_MIN);
  EXPECT_EQ(lag.quota_ms, 140);
}

TEST(LagTracker, AFlagLeavesTheQuotaButAtMostTwoSeconds) {
  EXPECT_EQ(LagTracker{450}.FlagGraceMs(), 450);
  EXPECT_EQ(LagTracker{7'000}.FlagGraceMs(), 2'000);
}

TEST(LagOf, IsElapsedMinusReportedThinkingWithinTheElapsedTime) {
  EXPECT_EQ(LagOf(1'000, 800), 200);
  EXPECT_EQ(LagOf(1'000, 5'000), 0);
  EXPECT_EQ(LagOf(1'000, -5'000), 1'000);
  EXPECT_EQ(LagOf(1'000, std::nullopt), 0);
  EXPECT_EQ(LagOf(-10, 0), 0);
  EXPECT_EQ(LagOf(1'000, INT64_MIN), 1'000);
  EXPECT_EQ(LagOf(1'000, INT64_MAX), 0);
}

}  // namespace
}  // namespace chess::timecontrol
