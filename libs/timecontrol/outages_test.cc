#include "timecontrol/outages.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace chess::timecontrol {
namespace {

Outages Of(std::initializer_list<Outage> list) {
  Outages outages;
  for (const Outage& outage : list) outages.Add(outage);
  return outages;
}

TEST(Outages, OverlappingAndTouchingOnesBecomeOne) {
  const Outages outages = Of({{500, 600}, {100, 200}, {150, 300}, {300, 400}, {50, 50}, {90, 80}});
  EXPECT_EQ(outages.list(), (std::vector<Outage>{{100, 400}, {500, 600}}));
}

TEST(Outages, OverlapCountsOnlyWhatLiesInBoth) {
  const Outages outages = Of({{100, 200}, {500, 700}});
  EXPECT_EQ(outages.OverlapMs(0, 1000), 300);
  EXPECT_EQ(outages.OverlapMs(150, 550), 100);
  EXPECT_EQ(outages.OverlapMs(200, 500), 0);
  EXPECT_EQ(outages.OverlapMs(700, 100), 0);
}

TEST(Outages, EndOfIsLaterByEveryOutageOnTheWay) {
  const Outages outages = Of({{100, 200}, {500, 700}});
  EXPECT_EQ(outages.EndOf(0, 100), 100);
  EXPECT_EQ(outages.EndOf(0, 101), 201);
  EXPECT_EQ(outages.EndOf(0, 400), 500);
  EXPECT_EQ(outages.EndOf(0, 401), 701);
  EXPECT_EQ(outages.EndOf(150, 10), 210);
  EXPECT_EQ(Of({{100, kStillOpen}}).EndOf(0, 200), kStillOpen);
  EXPECT_EQ(Of({{100, kStillOpen}}).EndOf(0, 50), 50);
}

TEST(Outages, EndOfAndOverlapAgreeOnRandomLists) {
  base::SeededRandom random(3);
  for (int round = 0; round < 2'000; ++round) {
    Outages outages;
    for (uint64_t n = random.Below(6); n > 0; --n) {
      const auto start = static_cast<TimeMs>(random.Below(1000));
      outages.Add({start, start + static_cast<TimeMs>(random.Below(100))});
    }
    const auto from = static_cast<TimeMs>(random.Below(500));
    const auto budget = static_cast<DurationMs>(random.Below(800));
    const TimeMs end = outages.EndOf(from, budget);
    ASSERT_EQ(end - from - outages.OverlapMs(from, end), budget);
  }
}

TEST(Outages, NoFlagWhileOneIsOpenNorASecondAfter) {
  const Outages closed = Of({{100, 200}});
  EXPECT_FALSE(closed.SettlingUntil(99));
  EXPECT_EQ(closed.SettlingUntil(100), 1200);
  EXPECT_EQ(closed.SettlingUntil(1199), 1200);
  EXPECT_FALSE(closed.SettlingUntil(1200));
  EXPECT_EQ(Of({{100, kStillOpen}}).SettlingUntil(5'000), kStillOpen);
}

TEST(Outages, ClosingEndsTheOpenOneAndForgettingDropsOldOnes) {
  Outages outages = Of({{100, 200}, {500, kStillOpen}});
  outages.Close(600);
  EXPECT_EQ(outages.list(), (std::vector<Outage>{{100, 200}, {500, 600}}));
  outages.Close(900);
  EXPECT_EQ(outages.list().back().end, 600);
  outages.Forget(300);
  EXPECT_EQ(outages.list(), (std::vector<Outage>{{500, 600}}));
}

}  // namespace
}  // namespace chess::timecontrol
