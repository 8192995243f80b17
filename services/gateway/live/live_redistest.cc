// Watch with a real Redis: bells, lost bells, digests, Redis going away and coming back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/random.h"
#include "gateway/testing/fake_log.h"
#include "gateway/testing/harness.h"
#include "gateway/testing/watch_client.h"
#include "redis/client.h"
#include "redis/keys.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

using chess::testing::WaitFor;

constexpr char kGame[] = "gameAAAA";
constexpr char kOther[] = "gameBBBB";

class LiveRedis : public ::testing::Test {
 protected:
  LiveRedis() : log_(redis_.Url()) {
    log_.Append(kGame);
    log_.Append(kOther);
  }
  void Start(const Harness::Configure& configure = nullptr) {
    gateway_ = std::make_unique<Harness>(
        [this](const FakeService::Request& request) {
          FakeService::Answer answer{{request.message}, {}, {}, false};
          log_.Handle(request, &answer);
          return answer;
        },
        [&](Config& config) {
          config.redis_url = redis_.Url();
          config.limits = "off";
          config.audit_ms = 600'000;  // off, unless a test is about it
          if (configure) configure(config);
        });
  }
  int http() { return gateway_->http(); }
  bool RedisUp() { return gateway_->Metric("chess_redis_up{client=\"subscriber\"}") == 1; }
  int Asked(const char* method) {
    return static_cast<int>(gateway_->service().requests(method).size());
  }
  int64_t Subscribers(const std::string& channel) {
    redis::Client client({redis_.Url(), "test", 1000});
    const auto reply = client.Command({"PUBSUB", "NUMSUB", channel});
    return reply.ok() && reply->elements.size() == 2 ? reply->elements[1].integer : -1;
  }

  chess::testing::RedisServer redis_;
  FakeLog log_;
  std::unique_ptr<Harness> gateway_;
};

TEST_F(LiveRedis, BellsAreDeliveredWithoutAskingTheLog) {
  Start();
  WatchClient client(http(), {"", {{kGame, 0}}, {}, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  for (int i = 0; i < 200; ++i) log_.Append(kGame);
  EXPECT_EQ(client.ReadGameTo(kGame, 201, 1), "");
  EXPECT_EQ(Asked("ReadEvents"), 0);
}

TEST_F(LiveRedis, EachAudienceGetsItsProjection) {
  log_.GiveSeat(kGame, "id-of-alice");
  Start();
  WatchClient alice(http(), {"alice", {{kGame, 0}}, {}, false});
  WatchClient other(http(), {"bob", {{kGame, 0}}, {}, false});
  EXPECT_EQ(alice.Next()->snapshot().view().fen(), "white");
  EXPECT_EQ(other.Next()->snapshot().view().fen(), "spectator");
  log_.Append(kGame);
  EXPECT_EQ(alice.Next()->game_event().view().fen(), "white");
  EXPECT_EQ(other.Next()->game_event().view().fen(), "spectator");
}

TEST_F(LiveRedis, ABellRungTwiceIsDeliveredOnce) {
  Start();
  WatchClient client(http(), {"", {{kGame, 0}}, {}, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  const int64_t seq = log_.Append(kGame);
  for (int i = 0; i < 5; ++i) log_.Ring(kGame, seq);
  log_.Ring(kGame, 1);
  log_.Append(kGame);
  EXPECT_EQ(client.ReadGameTo(kGame, 3, 1), "");
  EXPECT_TRUE(
      WaitFor([&] { return gateway_->Metric("chess_gateway_live_duplicates_total") >= 6; }));
}

TEST_F(LiveRedis, ALostBellIsNoticedByTheNextOne) {
  Start();
  WatchClient client(http(), {"", {{kGame, 0}}, {}, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  for (int i = 0; i < 3; ++i) log_.Append(kGame, /*ring=*/false);
  log_.Append(kGame);
  EXPECT_EQ(client.ReadGameTo(kGame, 5, 1), "");
  EXPECT_EQ(Asked("ReadEvents"), 1) << "one read for the whole gap";
}

// Bells that come out of order close a gap before it is read; the next gap is read all the same.
TEST_F(LiveRedis, BellsOutOfOrderLeaveNothingBehind) {
  Start();
  WatchClient client(http(), {"", {{kGame, 0}}, {}, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  int64_t last = 1;
  for (int round = 0; round < 30; ++round) {
    log_.Append(kGame, /*ring=*/false);
    log_.Append(kGame, /*ring=*/false);
    for (const int64_t seq : {last + 2, last + 1, last + 2}) log_.Ring(kGame, seq);
    EXPECT_EQ(client.ReadGameTo(kGame, last + 2, last), "");
    log_.Append(kGame, /*ring=*/false);
    log_.PublishDigest();
    ASSERT_EQ(client.ReadGameTo(kGame, last + 3, last + 2, 3000), "");
    last += 3;
  }
}

TEST_F(LiveRedis, ALostLastBellIsNoticedByTheDigest) {
  Start();
  WatchClient client(http(), {"", {{kGame, 0}, {kOther, 0}}, {}, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  ASSERT_TRUE(client.Next()->has_snapshot());
  log_.Append(kGame, /*ring=*/false);
  log_.PublishDigest();
  EXPECT_EQ(client.ReadGameTo(kGame, 2, 1), "");
  EXPECT_EQ(Asked("ReadEvents"), 1);
}

TEST_F(LiveRedis, ALostLastBellIsNoticedByTheAudit) {
  Start([](Config& config) { config.audit_ms = 150; });
  WatchClient client(http(), {"alice", {{kGame, 0}}, 0, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  log_.Append(kGame, /*ring=*/false);
  EXPECT_EQ(client.ReadGameTo(kGame, 2, 1), "");
  log_.AppendPlayerEvent("id-of-alice", /*ring=*/false);
  const auto next = client.Next();
  ASSERT_TRUE(next && next->has_player_event());
  EXPECT_EQ(next->player_event().seq(), 1);
}

TEST_F(LiveRedis, PlayersAreToldOnceAndInOrder) {
  log_.AppendPlayerEvent("id-of-alice");
  Start();
  WatchClient client(http(), {"alice", {}, 1, false});
  WatchClient bob(http(), {"bob", {}, 0, false});
  ASSERT_TRUE(WaitFor([&] { return Asked("ListPlayerEvents") == 2; }));
  log_.AppendPlayerEvent("id-of-alice");
  log_.AppendPlayerEvent("id-of-alice", /*ring=*/false);
  log_.AppendPlayerEvent("id-of-alice");
  for (int64_t seq = 2; seq <= 4; ++seq) {
    const auto next = client.Next();
    ASSERT_TRUE(next && next->has_player_event());
    EXPECT_EQ(next->player_event().seq(), seq);
  }
  log_.AppendPlayerEvent("id-of-bob");
  EXPECT_EQ(bob.Next()->player_event().seq(), 1) << "and nothing of hers";
}

TEST_F(LiveRedis, ARevokedSessionLosesItsStreamsAndItsToken) {
  Start();
  WatchClient alice(http(), {"alice", {{kGame, 0}}, {}, false});
  WatchClient with_topic(http(), {"alice", {}, 0, false});
  WatchClient bob(http(), {"bob", {{kGame, 0}}, {}, false});
  ASSERT_TRUE(alice.Next()->has_snapshot());
  ASSERT_TRUE(bob.Next()->has_snapshot());
  ASSERT_TRUE(WaitFor([&] { return Subscribers(redis::PlayerEventsChannel("id-of-alice")) == 1; }));
  gateway_->RevokeToken("alice");
  log_.RingRevoked("id-of-alice", "another-session");
  log_.RingRevoked("id-of-alice", "session-of-alice");
  EXPECT_EQ(alice.ReadToEnd().reason, "TOKEN_INVALID");
  EXPECT_EQ(with_topic.ReadToEnd().code, 16);
  EXPECT_EQ(gateway_->Call("/chess.lobby.v1.IdentityService/GetSelf", "", {"alice"}).code, 16);
  log_.Append(kGame);
  EXPECT_EQ(bob.ReadGameTo(kGame, 2, 1), "") << "others go on";
}

TEST_F(LiveRedis, ABannedAccountLosesItsStreamsAndLearnsWhy) {
  Start();
  WatchClient alice(http(), {"alice", {{kGame, 0}}, {}, false});
  WatchClient bob(http(), {"bob", {{kGame, 0}}, {}, false});
  ASSERT_TRUE(alice.Next()->has_snapshot());
  ASSERT_TRUE(bob.Next()->has_snapshot());
  ASSERT_TRUE(WaitFor([&] { return Subscribers(redis::PlayerEventsChannel("id-of-alice")) == 1; }));
  gateway_->BanToken("alice");
  log_.RingRevoked("id-of-alice", "");
  const auto end = alice.ReadToEnd();
  EXPECT_EQ(end.code, 7);
  EXPECT_EQ(end.reason, "ACCOUNT_BANNED");
  log_.Append(kGame);
  EXPECT_EQ(bob.ReadGameTo(kGame, 2, 1), "") << "others go on";
}

// Redis away for a while, moves meanwhile, one game left before: what is still watched catches up
// and is heard again, what was left is not subscribed again.
TEST_F(LiveRedis, SurvivesRedisGoingAwayAndComingBack) {
  Start([](Config& config) { config.poll_ms = 100; });
  {
    WatchClient left(http(), {"", {{kGame, 0}}, {}, false});
    ASSERT_TRUE(left.Next()->has_snapshot());
    EXPECT_EQ(Subscribers(redis::GameEventsChannel(kGame)), 1);
  }
  ASSERT_TRUE(WaitFor([&] { return Subscribers(redis::GameEventsChannel(kGame)) == 0; }));
  WatchClient client(http(), {"", {{kOther, 0}}, {}, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  redis_.Kill();
  ASSERT_TRUE(WaitFor([&] { return !RedisUp(); }));
  log_.Append(kOther);
  log_.Append(kOther);
  const int64_t start = base::SystemClock().SteadyNs();
  EXPECT_EQ(client.ReadGameTo(kOther, 3, 1), "") << "missed moves are recovered without Redis";
  EXPECT_LT(base::SystemClock().SteadyNs() - start, 2'000'000'000);
  WatchClient opened_meanwhile(http(), {"", {{kOther, 0}}, {}, false});
  ASSERT_TRUE(opened_meanwhile.Next(2000)->has_snapshot());
  redis_.Restart();
  ASSERT_TRUE(WaitFor([&] { return RedisUp(); }));
  EXPECT_TRUE(WaitFor([&] { return Subscribers(redis::GameEventsChannel(kOther)) == 1; }));
  EXPECT_EQ(Subscribers(redis::GameEventsChannel(kGame)), 0);
  const int reads = Asked("ReadEvents");
  ASSERT_TRUE(WaitFor([&] {  // the publisher of the test is back, too: bells alone carry an event
    const int64_t seq = log_.Append(kOther);
    return client.ReadGameTo(kOther, seq, seq - 1) == "" && Asked("ReadEvents") <= reads + 1;
  }));
}

TEST_F(LiveRedis, OneGameHasAnyNumberOfWatchers) {
  Start([](Config& config) { config.max_streams_per_caller = 1000; });
  std::vector<std::unique_ptr<WatchClient>> clients;
  for (int i = 0; i < 100; ++i) {
    clients.push_back(std::make_unique<WatchClient>(
        http(), WatchClient::Options{"", {{kGame, 0}}, {}, i % 2 == 1}));
  }
  for (auto& client : clients) ASSERT_TRUE(client->Next()->has_snapshot());
  for (int i = 0; i < 20; ++i) log_.Append(kGame);
  for (auto& client : clients) EXPECT_EQ(client->ReadGameTo(kGame, 21, 1), "");
  EXPECT_EQ(Asked("ReadEvents"), 0);
}

// Bells lost at random (the seed is printed): every stream is gapless all the same.
TEST_F(LiveRedis, IsGaplessHoweverBellsAreLost) {
  const uint64_t seed = 20261129;
  SCOPED_TRACE(seed);
  base::SeededRandom random(seed);
  Start([](Config& config) { config.digest_grace_ms = 20; });
  WatchClient one(http(), {"", {{kGame, 0}}, {}, false});
  WatchClient two(http(), {"", {{kGame, 1}, {kOther, 0}}, {}, false});
  ASSERT_TRUE(one.Next()->has_snapshot());
  int64_t last = 1, other = 1;
  for (int round = 0; round < 300; ++round) {
    last = log_.Append(kGame, random.Below(3) != 0);
    if (random.Below(2) == 0) {
      other = log_.Append(kOther, random.Below(3) != 0);
    }
    if (random.Below(20) != 0) continue;
    log_.PublishDigest();
    // Now and then the streams catch up before the game goes on.
    const auto sent = [&] { return gateway_->Metric("chess_gateway_live_frames_total"); };
    ASSERT_TRUE(WaitFor([&] { return sent() >= 2.0 * static_cast<double>(last - 1); }));
  }
  log_.PublishDigest();
  EXPECT_EQ(one.ReadGameTo(kGame, last, 1), "");
  std::map<std::string, int64_t> seen = {{kGame, 1}};
  while (seen[kGame] < last || seen[kOther] < other) {
    const auto next = two.Next();
    ASSERT_TRUE(next.has_value());
    if (next->has_snapshot()) {
      seen[kOther] = next->snapshot().view().seq();
    } else {
      EXPECT_EQ(next->game_event().seq(), ++seen[next->game_event().game_id()]);
    }
  }
}

}  // namespace
}  // namespace chess::gateway
