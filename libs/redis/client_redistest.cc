#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

#include "redis/client.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::redis {
namespace {

using testing::RedisServer;
using testing::WaitFor;

// The promise is one time-out (here 100 or 150 ms); the rest is for a busy test machine.
constexpr int64_t kQuicklyMs = 500;

int64_t MsOf(const std::function<void()>& act) {
  const auto begin = std::chrono::steady_clock::now();
  act();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               begin)
      .count();
}

TEST(Client, SpeaksOverUnixAndTcp) {
  for (const std::string& url : {RedisServer::Shared().Url(), RedisServer::Shared().TcpUrl()}) {
    Client client({.url = url});
    const auto pong = client.Command({"PING"});
    ASSERT_TRUE(pong.ok());
    EXPECT_EQ(pong->text, "PONG");
    EXPECT_TRUE(client.Healthy());
  }
}

TEST(Client, GivesEachKindOfAnswer) {
  RedisServer::Shared().Flush();
  Client client({.url = RedisServer::Shared().Url()});
  EXPECT_TRUE(client.Command({"GET", "absent"})->nil());
  const std::string binary("\x00\r\n\xff", 4);
  EXPECT_EQ(client.Command({"SET", "k", binary})->text, "OK");
  EXPECT_EQ(client.Command({"GET", "k"})->text, binary);
  EXPECT_EQ(client.Command({"ZADD", "z", "1", "a", "2", "b"})->integer, 2);
  const auto range = client.Command({"ZRANGE", "z", "0", "-1", "WITHSCORES"});
  ASSERT_EQ(range->elements.size(), 4u);
  EXPECT_EQ(range->elements[2].text, "b");
}

TEST(Client, AnErrorOfTheServerIsOursAndKeepsTheConnection) {
  Client client({.url = RedisServer::Shared().Url()});
  const auto wrong = client.Command({"NONSENSE"});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().reason, "REDIS_ERROR");
  EXPECT_TRUE(client.Command({"PING"}).ok());
  EXPECT_EQ(client.Stats().connects, 1u);
}

TEST(Client, APipelineAnswersEachCommandInItsPlace) {
  Client client({.url = RedisServer::Shared().Url()});
  const auto replies = client.Pipeline({{"SET", "n", "1"}, {"NONSENSE"}, {"INCR", "n"}});
  ASSERT_TRUE(replies.ok());
  ASSERT_EQ(replies->size(), 3u);
  EXPECT_TRUE((*replies)[1].is_error());
  EXPECT_EQ((*replies)[2].integer, 2);
}

TEST(Client, AScriptIsLoadedAgainWhenRedisForgotIt) {
  Client client({.url = RedisServer::Shared().Url()});
  const std::string source = "return redis.call('INCRBY', KEYS[1], ARGV[1])";
  client.Command({"DEL", "s"}).ok();
  EXPECT_EQ(client.Script(source, {"s"}, {"5"})->integer, 5);
  ASSERT_TRUE(client.Command({"SCRIPT", "FLUSH"}).ok());
  EXPECT_EQ(client.Script(source, {"s"}, {"5"})->integer, 10);
}

TEST(Client, AnswersQuicklyWhenRedisIsAwayAndRecovers) {
  RedisServer server;
  std::vector<std::string> states;
  Client client({.url = server.Url(),
                 .on_state = [&](const std::string& state) { states.push_back(state); }});
  ASSERT_TRUE(client.Command({"PING"}).ok());
  server.Kill();
  for (int i = 0; i < 5; ++i) {
    base::Result<Reply> answer = Reply{};
    EXPECT_LT(MsOf([&] { answer = client.Command({"PING"}); }), kQuicklyMs);
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().reason, "REDIS_AWAY");
    EXPECT_EQ(answer.error().code, base::Code::kUnavailable);
  }
  EXPECT_FALSE(client.Healthy());
  server.Restart();
  EXPECT_TRUE(WaitFor([&] { return client.Command({"PING"}).ok(); }));
  ASSERT_EQ(states.size(), 2u);  // once each, however often it was tried
  EXPECT_EQ(states[0].rfind("down: ", 0), 0u) << states[0];
  EXPECT_EQ(states[1], "up");
}

TEST(Client, AClosedConnectionIsReplacedUnnoticed) {
  RedisServer server;
  Client client({.url = server.Url()}, 1);
  ASSERT_TRUE(client.Command({"PING"}).ok());
  server.Restart();
  EXPECT_TRUE(client.Command({"PING"}).ok());
}

TEST(Client, ASilentRedisCostsOneTimeOutAndItsLateAnswerIsNotTakenForAnothers) {
  RedisServer server;
  Client client({.url = server.Url(), .timeout_ms = 100}, 1);
  ASSERT_TRUE(client.Command({"SET", "a", "first"}).ok());
  server.Stop();
  base::Result<Reply> answer = Reply{};
  EXPECT_LT(MsOf([&] { answer = client.Command({"GET", "a"}); }), kQuicklyMs);
  EXPECT_FALSE(answer.ok());
  server.Continue();
  EXPECT_TRUE(WaitFor([&] { return client.Command({"PING"}).ok(); }));
  EXPECT_EQ(client.Command({"ECHO", "mine"})->text, "mine");
}

TEST(Client, ThreadsShareFewConnections) {
  Client client({.url = RedisServer::Shared().Url(), .timeout_ms = 5000}, 2);
  ASSERT_TRUE(client.Command({"SET", "t", "0"}).ok());
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) EXPECT_TRUE(client.Command({"INCR", "t"}).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(client.Command({"GET", "t"})->text, "1600");
  EXPECT_LE(client.Stats().connects, 2u);
}

}  // namespace
}  // namespace chess::redis
