#include "rpc/executor.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace chess::rpc {
namespace {

TEST(Executor, RunsTasksInOrderOfArrival) {
  std::vector<int> order;
  Executor executor("test", 1, 100);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(executor.Submit([&order, i] { order.push_back(i); }));
  executor.Stop();
  ASSERT_EQ(order.size(), 50u);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(order[i], i);
}

TEST(Executor, RefusesAtOnceWhenTheQueueIsFull) {
  Executor executor("test", 1, 2);
  std::promise<void> started, gate;
  ASSERT_TRUE(executor.Submit([&] {
    started.set_value();
    gate.get_future().wait();
  }));
  started.get_future().wait();
  EXPECT_TRUE(executor.Submit([] {}));
  EXPECT_TRUE(executor.Submit([] {}));
  EXPECT_FALSE(executor.Submit([] {}));
  EXPECT_EQ(executor.Queued(), 2u);
  EXPECT_EQ(executor.Refused(), 1u);
  gate.set_value();
  executor.Stop();
  EXPECT_EQ(executor.Finished(), 3u);
}

TEST(Executor, StopFinishesWhatIsQueuedAndRefusesMore) {
  int done = 0;
  Executor executor("test", 1, 100);
  for (int i = 0; i < 20; ++i) executor.Submit([&done] { ++done; });
  executor.Stop();
  EXPECT_EQ(done, 20);
  EXPECT_FALSE(executor.Submit([] {}));
  executor.Stop();  // again: no harm
}

TEST(Executor, ThreadsWorkAtTheSameTime) {
  Executor executor("test", 2, 10);
  std::promise<void> first, second;
  auto first_done = first.get_future();
  auto second_done = second.get_future();
  // Each waits for the other: this ends only if both run at once.
  executor.Submit([&] {
    first.set_value();
    second_done.wait();
  });
  executor.Submit([&] {
    second.set_value();
    first_done.wait();
  });
  executor.Stop();
  EXPECT_EQ(executor.Finished(), 2u);
}

}  // namespace
}  // namespace chess::rpc
