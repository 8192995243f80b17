#include "clock/deadline_table.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace chess::clock {
namespace {

const DeadlineId kA{0, "a"}, kB{0, "b"}, kOther{1, "a"};

std::vector<std::string> Keys(const std::vector<DueDeadline>& due) {
  std::vector<std::string> keys;
  for (const DueDeadline& deadline : due) {
    keys.push_back(std::to_string(deadline.id.owner) + deadline.id.key);
  }
  return keys;
}

TEST(DeadlineTableTest, NothingIsDueBeforeItsTime) {
  DeadlineTable table(10);
  EXPECT_EQ(table.NextMs(), INT64_MAX);
  table.Arm(kA, 100);
  EXPECT_EQ(table.NextMs(), 100);
  EXPECT_TRUE(table.TakeDue(99, 10).empty());
  EXPECT_EQ(Keys(table.TakeDue(100, 10)), std::vector<std::string>{"0a"});
  EXPECT_TRUE(table.TakeDue(1000, 10).empty());  // under way
}

TEST(DeadlineTableTest, TheSoonestComesFirstAndOnlySoManyAtOnce) {
  DeadlineTable table(10);
  table.Arm(kB, 300);
  table.Arm(kA, 100);
  table.Arm(kOther, 200);
  EXPECT_EQ(Keys(table.TakeDue(500, 2)), (std::vector<std::string>{"0a", "1a"}));
  EXPECT_EQ(Keys(table.TakeDue(500, 2)), std::vector<std::string>{"0b"});
}

TEST(DeadlineTableTest, ANewerDeadlineReplacesTheOlder) {
  DeadlineTable table(10);
  table.Arm(kA, 100);
  table.Arm(kA, 400);
  EXPECT_TRUE(table.TakeDue(399, 10).empty());
  table.Arm(kA, 200);
  const auto due = table.TakeDue(200, 10);
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].due_ms, 200);
  table.Done(kA);
  EXPECT_EQ(table.size(), 0u);
}

TEST(DeadlineTableTest, ADeadlineThatComesDuringADeliveryFollowsIt) {
  DeadlineTable table(10);
  table.Arm(kA, 100);
  table.TakeDue(100, 10);
  table.Arm(kA, 250);
  EXPECT_TRUE(table.TakeDue(1000, 10).empty());
  table.Done(kA);
  EXPECT_EQ(table.NextMs(), 250);
  EXPECT_EQ(table.TakeDue(250, 10).size(), 1u);
  table.Done(kA);
  EXPECT_EQ(table.size(), 0u);
}

TEST(DeadlineTableTest, ListedAgainWhatIsPutOffStaysPutOff) {
  DeadlineTable table(10);
  table.Arm(kA, 100);
  table.TakeDue(100, 10);
  table.PutOff(kA, 700);
  table.Arm(kA, 100);
  EXPECT_EQ(table.NextMs(), 700);
  const auto due = table.TakeDue(700, 10);
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].due_ms, 100);
  EXPECT_EQ(due[0].fire_ms, 700);
}

TEST(DeadlineTableTest, FailuresPauseLongerAndLonger) {
  DeadlineTable table(10);
  table.Arm(kA, 100);
  base::TimeMs now = 100;
  std::vector<base::DurationMs> pauses;
  for (int i = 0; i < 8; ++i) {
    ASSERT_EQ(table.TakeDue(now, 10).size(), 1u);
    table.Failed(kA, now);
    pauses.push_back(table.NextMs() - now);
    now = table.NextMs();
  }
  EXPECT_EQ(pauses, (std::vector<base::DurationMs>{20, 40, 80, 160, 320, 640, 1000, 1000}));
}

TEST(DeadlineTableTest, WhatAnOwnerNoLongerListsIsForgotten) {
  DeadlineTable table(10);
  table.Arm(kA, 100);
  table.Arm(kB, 100);
  table.Arm(kOther, 100);
  table.Arm({0, "far"}, 900);
  const uint64_t mark = table.Mark();
  table.Arm({0, "announced"}, 150);  // while the owner was asked
  table.Arm(kB, 100);                // listed
  table.Prune(0, mark, 500);
  EXPECT_EQ(Keys(table.TakeDue(1000, 10)),
            (std::vector<std::string>{"0b", "1a", "0announced", "0far"}));
}

TEST(DeadlineTableTest, WhatIsUnderWayIsNotForgotten) {
  DeadlineTable table(10);
  table.Arm(kA, 100);
  table.TakeDue(100, 10);
  table.Prune(0, table.Mark(), 500);
  table.Failed(kA, 100);
  EXPECT_EQ(table.NextMs(), 120);
}

TEST(DeadlineTableTest, AFullTableRefusesNewOnesAndKeepsServingTheOld) {
  DeadlineTable table(2);
  EXPECT_TRUE(table.Arm(kA, 100));
  EXPECT_TRUE(table.Arm(kB, 100));
  EXPECT_FALSE(table.Arm(kOther, 50));
  EXPECT_TRUE(table.Arm(kA, 80));
  EXPECT_EQ(table.NextMs(), 80);
}

}  // namespace
}  // namespace chess::clock
