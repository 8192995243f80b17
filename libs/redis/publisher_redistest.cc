#include <gtest/gtest.h>

#include <mutex>
#include <vector>

#include "redis/publisher.h"
#include "redis/subscriber.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::redis {
namespace {

using testing::RedisServer;
using testing::WaitFor;

TEST(Publisher, DeliversInOrderAndCounts) {
  std::mutex mutex;
  std::vector<std::string> heard;
  bool ready = false;
  Subscriber subscriber({.url = RedisServer::Shared().Url()},
                        {.on_message = [&](std::string_view, std::string_view payload) {
                          std::lock_guard lock(mutex);
                          heard.emplace_back(payload);
                        }});
  EXPECT_TRUE(WaitFor([&] { return subscriber.Healthy(); }));
  subscriber.Subscribe("order", [&](const base::Status& status) {
    std::lock_guard lock(mutex);
    ready = status.ok();
  });
  ASSERT_TRUE(WaitFor([&] {
    std::lock_guard lock(mutex);
    return ready;
  }));
  Publisher publisher({.url = RedisServer::Shared().TcpUrl()});
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(publisher.Publish("order", std::to_string(i)));
  ASSERT_TRUE(WaitFor([&] {
    std::lock_guard lock(mutex);
    return heard.size() == 2000;
  }));
  for (int i = 0; i < 2000; ++i) EXPECT_EQ(heard[i], std::to_string(i));
  EXPECT_TRUE(WaitFor([&] { return publisher.Stats().published == 2000; }));
  EXPECT_EQ(publisher.Stats().dropped, 0u);
}

TEST(Publisher, AFewMessagesWaitForEachOtherWhileTheyAreGathered) {
  Publisher publisher({.url = RedisServer::Shared().TcpUrl()});
  {
    const Publisher::Gathering gathering(publisher);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(publisher.Publish("gathered", "x"));
    EXPECT_EQ(publisher.Stats().queued, 3u);
    EXPECT_EQ(publisher.Stats().published, 0u);
  }
  EXPECT_TRUE(WaitFor([&] { return publisher.Stats().published == 3; }));
  const Publisher::Gathering gathering(publisher);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(publisher.Publish("gathered", "x"));
  EXPECT_TRUE(WaitFor([&] { return publisher.Stats().published > 3; }));
}

TEST(Publisher, DropsAndCountsWhileRedisIsAwayAndComesBack) {
  RedisServer server;
  std::vector<std::string> states;  // by the publisher's thread; read when that has ended
  auto publisher = std::make_unique<Publisher>(
      Options{.url = server.Url(),
              .on_state = [&](const std::string& state) { states.push_back(state); }});
  publisher->Publish("c", "1");
  ASSERT_TRUE(WaitFor([&] { return publisher->Stats().published == 1; }));
  server.Kill();
  publisher->Publish("c", "2");
  ASSERT_TRUE(WaitFor([&] { return publisher->Stats().dropped == 1; }));
  EXPECT_FALSE(publisher->Healthy());
  server.Restart();
  EXPECT_TRUE(WaitFor([&] {
    publisher->Publish("c", "3");
    return publisher->Stats().published > 1;
  }));
  publisher.reset();
  ASSERT_EQ(states.size(), 2u);
  EXPECT_EQ(states[0].rfind("down: ", 0), 0u) << states[0];
  EXPECT_EQ(states[1], "up");
}

TEST(Publisher, RefusesWhatDoesNotFitIntoTheQueue) {
  RedisServer server;
  Publisher publisher({.url = server.Url(), .timeout_ms = 1000}, 10);
  publisher.Publish("c", "1");
  ASSERT_TRUE(WaitFor([&] { return publisher.Stats().published == 1; }));
  server.Stop();
  publisher.Publish("c", "taken by the thread, which now waits for Redis");
  ASSERT_TRUE(WaitFor([&] { return publisher.Stats().queued == 0; }));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(publisher.Publish("c", "x"));
  EXPECT_FALSE(publisher.Publish("c", "x"));
  EXPECT_EQ(publisher.Stats().dropped, 1u);
  server.Continue();
  EXPECT_TRUE(WaitFor([&] { return publisher.Stats().published >= 11; }));
}

}  // namespace
}  // namespace chess::redis
