#include <gtest/gtest.h>

#include <mutex>
#include <vector>

#include "redis/client.h"
#include "redis/subscriber.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::redis {
namespace {

using testing::RedisServer;
using testing::WaitFor;

// A subscriber that remembers what it was told.
class Ear {
 public:
  explicit Ear(const std::string& url)
      : subscriber({.url = url,
                    .on_state =
                        [this](const std::string& state) {
                          std::lock_guard lock(mutex_);
                          states_.push_back(state);
                        }},
                   {.on_message =
                        [this](std::string_view channel, std::string_view payload) {
                          std::lock_guard lock(mutex_);
                          heard_.push_back(std::string(channel) + "=" + std::string(payload));
                        },
                    .on_gap =
                        [this] {
                          std::lock_guard lock(mutex_);
                          ++gaps_;
                        }}) {}

  // Subscribes and waits for the answer: "ok" or the reason.
  std::string Subscribe(const std::string& channel) {
    auto answer = std::make_shared<std::string>();
    subscriber.Subscribe(channel, [this, answer](const base::Status& status) {
      std::lock_guard lock(mutex_);
      *answer = status.ok() ? "ok" : status.error().reason;
    });
    WaitFor([&] {
      std::lock_guard lock(mutex_);
      return !answer->empty();
    });
    std::lock_guard lock(mutex_);
    return *answer;
  }
  bool Hears(const std::string& what) {
    return WaitFor([&] {
      std::lock_guard lock(mutex_);
      for (const std::string& h : heard_) {
        if (h == what) return true;
      }
      return false;
    });
  }
  std::vector<std::string> States() {
    std::lock_guard lock(mutex_);
    return states_;
  }
  bool HasGaps(int n) {
    return WaitFor([&] {
      std::lock_guard lock(mutex_);
      return gaps_ >= n;
    });
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> heard_;
  std::vector<std::string> states_;
  int gaps_ = 0;

 public:
  Subscriber subscriber;  // last, so that it ends first
};

TEST(Subscriber, HearsWhatIsPublishedAfterTheConfirmation) {
  Ear ear(RedisServer::Shared().Url());
  ASSERT_TRUE(WaitFor([&] { return ear.subscriber.Healthy(); }));
  Client client({.url = RedisServer::Shared().Url()});
  for (int i = 0; i < 50; ++i) {
    const std::string channel = "hear" + std::to_string(i);
    ASSERT_EQ(ear.Subscribe(channel), "ok");
    EXPECT_EQ(client.Command({"PUBLISH", channel, "x"})->integer, 1);
    EXPECT_TRUE(ear.Hears(channel + "=x"));
  }
}

TEST(Subscriber, ASecondSubscriptionToAChannelIsConfirmedAtOnce) {
  Ear ear(RedisServer::Shared().Url());
  ASSERT_TRUE(WaitFor([&] { return ear.subscriber.Healthy(); }));
  EXPECT_EQ(ear.Subscribe("twice"), "ok");
  EXPECT_EQ(ear.Subscribe("twice"), "ok");
  EXPECT_EQ(ear.subscriber.Stats().channels, 1u);
}

TEST(Subscriber, AnUnsubscribedChannelIsSilent) {
  Ear ear(RedisServer::Shared().Url());
  ASSERT_TRUE(WaitFor([&] { return ear.subscriber.Healthy(); }));
  ASSERT_EQ(ear.Subscribe("gone"), "ok");
  ear.subscriber.Unsubscribe("gone");
  Client client({.url = RedisServer::Shared().Url()});
  // Until Redis has heard of it a message may still arrive; then nobody listens any more.
  EXPECT_TRUE(WaitFor([&] { return client.Command({"PUBLISH", "gone", "x"})->integer == 0; }));
  EXPECT_TRUE(WaitFor([&] { return ear.subscriber.Stats().channels == 0; }));
}

TEST(Subscriber, LeavingAndComingBackAtOnceEndsSubscribed) {
  Ear ear(RedisServer::Shared().Url());
  ASSERT_TRUE(WaitFor([&] { return ear.subscriber.Healthy(); }));
  Client client({.url = RedisServer::Shared().Url()});
  for (int i = 0; i < 50; ++i) {
    ear.subscriber.Subscribe("restless");
    ear.subscriber.Unsubscribe("restless");
    ASSERT_EQ(ear.Subscribe("restless"), "ok");
    ASSERT_EQ(client.Command({"PUBLISH", "restless", std::to_string(i)})->integer, 1);
    ASSERT_TRUE(ear.Hears("restless=" + std::to_string(i)));
    ear.subscriber.Unsubscribe("restless");
  }
}

TEST(Subscriber, AReconnectionIsAGapAndEverythingIsSubscribedAgain) {
  RedisServer server;
  Ear ear(server.Url());
  ASSERT_TRUE(WaitFor([&] { return ear.subscriber.Healthy(); }));
  for (int i = 0; i < 1200; ++i) ear.subscriber.Subscribe("c" + std::to_string(i));
  ASSERT_EQ(ear.Subscribe("last"), "ok");
  EXPECT_EQ(ear.subscriber.Stats().gaps, 0u);
  server.Kill();
  ASSERT_TRUE(WaitFor([&] { return !ear.subscriber.Healthy(); }));
  EXPECT_EQ(ear.Subscribe("while away"), "REDIS_AWAY");
  server.Restart();
  ASSERT_TRUE(ear.HasGaps(1));
  Client client({.url = server.Url()});
  for (const char* channel : {"c0", "c777", "last", "while away"}) {
    EXPECT_EQ(client.Command({"PUBLISH", channel, "back"})->integer, 1) << channel;
    EXPECT_TRUE(ear.Hears(std::string(channel) + "=back"));
  }
}

TEST(Subscriber, NoticesASilentRedis) {
  RedisServer server;
  Ear ear(server.TcpUrl());
  ASSERT_EQ((WaitFor([&] { return ear.subscriber.Healthy(); }), ear.Subscribe("c")), "ok");
  server.Stop();
  EXPECT_TRUE(WaitFor([&] { return !ear.subscriber.Healthy(); }));
  server.Continue();
  EXPECT_TRUE(ear.HasGaps(1));
  EXPECT_EQ(ear.States(), (std::vector<std::string>{"down: it does not answer", "up"}));
}

TEST(Subscriber, AnswersPendingConfirmationsAtItsEnd) {
  std::string answer;
  {
    RedisServer server;
    server.Stop();
    Subscriber subscriber({.url = server.Url()}, {});
    subscriber.Subscribe("c",
                         [&](const base::Status& s) { answer = s.ok() ? "ok" : s.error().reason; });
  }
  EXPECT_EQ(answer, "REDIS_AWAY");
}

}  // namespace
}  // namespace chess::redis
