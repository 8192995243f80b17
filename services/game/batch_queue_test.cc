#include "game/batch_queue.h"

#include <gtest/gtest.h>

#include <future>

namespace chess::game {
namespace {

TEST(BatchQueueTest, WhatArrivesMeanwhileIsTheNextBatch) {
  std::promise<void> entered, leave;
  std::vector<std::vector<int>> batches;
  {
    BatchQueue<int> queue("test", 1, 100, 3, [&](std::vector<int>& batch) {
      batches.push_back(batch);
      if (batches.size() == 1) {
        entered.set_value();
        leave.get_future().wait();
      }
    });
    EXPECT_TRUE(queue.Push(1));
    entered.get_future().wait();
    for (int i = 2; i <= 5; ++i) EXPECT_TRUE(queue.Push(std::move(i)));
    EXPECT_EQ(queue.Waiting(), 4u);
    leave.set_value();
  }
  EXPECT_EQ(batches, (std::vector<std::vector<int>>{{1}, {2, 3, 4}, {5}}));
}

TEST(BatchQueueTest, ABatchThatHangsDelaysTheOthersButLittle) {
  std::promise<void> entered, leave;
  std::promise<std::vector<int>> second;
  BatchQueue<int> queue(
      "test", 2, 100, 100,
      [&](std::vector<int>& batch) {
        if (batch[0] == 0) {
          entered.set_value();
          leave.get_future().wait();
        } else {
          second.set_value(batch);
        }
      },
      1'000'000);
  EXPECT_TRUE(queue.Push(0));
  entered.get_future().wait();
  // Never enough, but the first has been at it for too long.
  EXPECT_TRUE(queue.Push(1));
  EXPECT_EQ(second.get_future().get(), std::vector<int>{1});
  second = {};
  EXPECT_TRUE(queue.Push(2));
  EXPECT_EQ(second.get_future().get(), std::vector<int>{2});
  leave.set_value();
  queue.Stop();
}

TEST(BatchQueueTest, AFullQueueRefusesAndLeavesTheItemAlone) {
  std::promise<void> entered, leave;
  BatchQueue<std::string> queue("test", 1, 1, 8, [&](std::vector<std::string>& batch) {
    if (batch[0] == "first") {
      entered.set_value();
      leave.get_future().wait();
    }
  });
  EXPECT_TRUE(queue.Push("first"));
  entered.get_future().wait();
  EXPECT_TRUE(queue.Push("second"));
  std::string third = "third";
  EXPECT_FALSE(queue.Push(std::move(third)));
  EXPECT_EQ(third, "third");
  leave.set_value();
  queue.Stop();
  EXPECT_FALSE(queue.Push("after the end"));
}

}  // namespace
}  // namespace chess::game
