// Watch and Pong without Redis: the log is asked instead, which is also what keeps streams going
// when Redis is away.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "chess/live/v1/live_service.pb.h"
#include "gateway/testing/fake_log.h"
#include "gateway/testing/harness.h"
#include "gateway/testing/native_client.h"
#include "gateway/testing/watch_client.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

using chess::testing::WaitFor;

constexpr char kWatch[] = "/chess.live.v1.LiveService/Watch";
constexpr char kPong[] = "/chess.live.v1.LiveService/Pong";
constexpr char kGame[] = "gameAAAA";

class Live : public ::testing::Test {
 protected:
  void Start(const Harness::Configure& configure = nullptr) {
    gateway_ = std::make_unique<Harness>(
        [this](const FakeService::Request& request) {
          FakeService::Answer answer{{request.message}, {}, {}, false};
          log_.Handle(request, &answer);
          return answer;
        },
        [&](Config& config) {
          config.poll_ms = 50;
          config.limits = "off";
          if (configure) configure(config);
        });
  }
  int http() { return gateway_->http(); }
  std::string PongBytes(const std::string& stream_id, int64_t ping_id) {
    live::v1::PongRequest request;
    request.set_stream_id(stream_id);
    request.set_ping_id(ping_id);
    return request.SerializeAsString();
  }

  FakeLog log_;
  std::unique_ptr<Harness> gateway_;
};

TEST_F(Live, BeginsWithHelloAndASnapshotAndGoesOn) {
  log_.Append(kGame);
  Start();
  for (const bool text : {false, true}) {
    const int64_t before = log_.Append(kGame);
    WatchClient client(http(), {"alice", {{kGame, 0}}, {}, text});
    EXPECT_EQ(client.hello().player_id(), "id-of-alice");
    EXPECT_FALSE(client.hello().stream_id().empty());
    EXPECT_GT(client.hello().server_time().seconds(), 1'000'000'000);
    const auto first = client.Next();
    ASSERT_TRUE(first && first->has_snapshot());
    EXPECT_EQ(first->snapshot().view().seq(), before);
    for (int i = 0; i < 5; ++i) log_.Append(kGame);
    EXPECT_EQ(client.ReadGameTo(kGame, before + 5, before), "");
  }
}

TEST_F(Live, ComesBackWithItsCursorAndMissesNothing) {
  for (int i = 0; i < 10; ++i) log_.Append(kGame);
  Start();
  WatchClient client(http(), {"", {{kGame, 4}}, {}, false});
  log_.Append(kGame);
  EXPECT_EQ(client.ReadGameTo(kGame, 11, 4), "");
}

TEST_F(Live, ComesBackFromFarBehind) {
  for (int i = 0; i < 3000; ++i) log_.Append(kGame);
  for (int i = 0; i < 1200; ++i) log_.AppendPlayerEvent("id-of-alice");
  Start();
  WatchClient client(http(), {"alice", {{kGame, 1}}, 1, false});
  int64_t game = 1, player = 1;
  while (game < 3000 || player < 1200) {
    const auto next = client.Next();
    ASSERT_TRUE(next.has_value()) << game << " " << player;
    if (next->has_game_event()) {
      EXPECT_EQ(next->game_event().seq(), ++game);
    } else if (next->has_player_event()) {
      EXPECT_EQ(next->player_event().seq(), ++player);
    }
  }
}

TEST_F(Live, ACursorBeyondTheLogGetsASnapshot) {
  log_.Append(kGame);
  Start();
  WatchClient client(http(), {"", {{kGame, 99}}, {}, false});
  const auto first = client.Next();
  ASSERT_TRUE(first && first->has_snapshot());
  log_.Append(kGame);
  EXPECT_EQ(client.ReadGameTo(kGame, 2, 1), "");
}

TEST_F(Live, CarriesManyGamesAndThePlayersEventsInOneStream) {
  log_.Append(kGame);
  log_.Append("gameBBBB");
  log_.AppendPlayerEvent("id-of-alice");
  Start();
  WatchClient client(http(), {"alice", {{kGame, 0}, {"gameBBBB", 0}}, 0, false});
  log_.Append("gameBBBB");
  log_.Append(kGame);
  log_.AppendPlayerEvent("id-of-alice");
  std::map<std::string, int64_t> last;
  std::vector<int64_t> player;
  while (last[kGame] < 2 || last["gameBBBB"] < 2 || player.size() < 2) {
    const auto next = client.Next();
    ASSERT_TRUE(next.has_value());
    if (next->has_snapshot()) {
      last[next->snapshot().view().game_id()] = next->snapshot().view().seq();
    } else if (next->has_game_event()) {
      EXPECT_EQ(next->game_event().seq(), ++last[next->game_event().game_id()]);
    } else if (next->has_player_event()) {
      player.push_back(next->player_event().seq());
    }
  }
  EXPECT_THAT(player, ::testing::ElementsAre(1, 2));
}

TEST_F(Live, ACompactedGameIsASnapshotAndTheEndOfItsTopic) {
  for (int i = 0; i < 5; ++i) log_.Append(kGame);
  log_.Compact(kGame);
  Start();
  WatchClient client(http(), {"", {{kGame, 3}}, {}, false});
  const auto snapshot = client.Next();
  ASSERT_TRUE(snapshot && snapshot->has_snapshot());
  EXPECT_EQ(snapshot->snapshot().view().seq(), 5);
  const auto ended = client.Next();
  ASSERT_TRUE(ended && ended->has_topic_ended());
  EXPECT_EQ(ended->topic_ended().reason(), "COMPACTED");
}

TEST_F(Live, EndsTheTopicOfAGameThatMayNotBeWatchedAndKeepsTheOthers) {
  log_.Append(kGame);
  log_.Append("hiddenAA");
  log_.MakePrivate("hiddenAA");
  Start();
  WatchClient client(http(), {"", {{"hiddenAA", 0}, {"no game", 0}, {kGame, 0}}, {}, false});
  std::map<std::string, std::string> ended;
  bool snapshot = false;
  while (ended.size() < 2 || !snapshot) {
    const auto next = client.Next();
    ASSERT_TRUE(next.has_value());
    if (next->has_topic_ended())
      ended[next->topic_ended().game_id()] = next->topic_ended().reason();
    snapshot |= next->has_snapshot();
  }
  EXPECT_EQ(ended["hiddenAA"], "GAME_NOT_FOUND");
  EXPECT_EQ(ended["no game"], "GAME_NOT_FOUND");
  log_.Append(kGame);
  EXPECT_EQ(client.ReadGameTo(kGame, 2, 1), "");
}

TEST_F(Live, RefusesBadRequests) {
  Start([](Config& config) { config.max_streams_per_caller = 2; });
  EXPECT_EQ(gateway_->Call(kWatch, "\xff").reason, "MALFORMED_MESSAGE");
  live::v1::WatchRequest many;
  for (int i = 0; i < 65; ++i) {
    many.add_topics()->mutable_game()->set_game_id("game" + std::to_string(1000 + i));
  }
  EXPECT_EQ(gateway_->Call(kWatch, many.SerializeAsString()).reason, "TOO_MANY_TOPICS");
  live::v1::WatchRequest twice;
  twice.add_topics()->mutable_game()->set_game_id(kGame);
  twice.add_topics()->mutable_game()->set_game_id(kGame);
  EXPECT_EQ(gateway_->Call(kWatch, twice.SerializeAsString()).reason, "INVALID_FIELD");
  live::v1::WatchRequest empty;
  empty.add_topics();
  EXPECT_EQ(gateway_->Call(kWatch, empty.SerializeAsString()).reason, "INVALID_FIELD");
  live::v1::WatchRequest mine;
  mine.add_topics()->mutable_player();
  EXPECT_EQ(gateway_->Call(kWatch, mine.SerializeAsString()).reason, "TOKEN_MISSING");
  EXPECT_EQ(gateway_->Call(kWatch, mine.SerializeAsString(), {"mallory"}).reason, "TOKEN_INVALID");
  WatchClient first(http(), {"alice", {}, 0, false}), second(http(), {"alice", {}, 0, false});
  WatchClient third(http(), {"alice", {}, 0, false});
  EXPECT_EQ(third.ReadToEnd().reason, "RATE_LIMITED");
  EXPECT_EQ(gateway_->Call(kPong, PongBytes("none", 1)).code, 5);
}

TEST_F(Live, MeasuresTheRoundTripAndTellsTheServices) {
  Start([](Config& config) { config.heartbeat_ms = 200; });
  WatchClient client(http(), {"alice", {}, 0, false});
  for (int i = 0; i < 3; ++i) {
    const auto heartbeat = client.NextHeartbeat();
    ASSERT_TRUE(heartbeat.has_value());
    const WebAnswer pong = gateway_->Call(
        kPong, PongBytes(client.hello().stream_id(), heartbeat->ping_id()), {"alice"});
    EXPECT_EQ(pong.code, 0);
  }
  const auto stranger = gateway_->Call(kPong, PongBytes(client.hello().stream_id(), 1), {"bob"});
  EXPECT_EQ(stranger.code, 5) << "nobody answers for somebody else";
  gateway_->Call("/chess.game.v1.GameService/PlayMove", "", {"alice"});
  EXPECT_THAT(gateway_->service().requests("PlayMove").at(0).Meta("x-chess-rtt"),
              ::testing::MatchesRegex("[0-9]+,[0-9]+"));
}

TEST_F(Live, ReportsPresenceAsItIsObserved) {
  Start([](Config& config) { config.heartbeat_ms = 100; });
  const auto online = [&](const char* id) { return log_.online().contains(id); };
  auto alice = std::make_unique<WatchClient>(http(), WatchClient::Options{"alice", {}, 0, false});
  EXPECT_TRUE(WaitFor([&] { return online("id-of-alice"); }));
  // A second stream of hers opens before the first closes: she stays.
  auto again = std::make_unique<WatchClient>(http(), WatchClient::Options{"alice", {}, 0, false});
  alice.reset();
  EXPECT_TRUE(WaitFor([&] { return gateway_->Metric("chess_gateway_live_streams") <= 1; }));
  again->Close();
  EXPECT_TRUE(WaitFor([&] { return !online("id-of-alice"); }));
  // Bob's connection is open but answers nothing: after two heartbeats he is away.
  WatchClient bob(http(), {"bob", {}, 0, false});
  EXPECT_TRUE(WaitFor([&] { return log_.reports_of("id-of-bob") > 0; }));
  EXPECT_TRUE(WaitFor([&] { return !online("id-of-bob"); }));
  const auto heartbeat = [&] {
    std::optional<live::v1::Heartbeat> last;
    while (auto one = bob.NextHeartbeat(20)) last = one;
    return last;
  }();
  ASSERT_TRUE(heartbeat.has_value());
  EXPECT_TRUE(WaitFor([&] {  // he answers again
    const auto next = bob.NextHeartbeat();
    gateway_->Call(kPong, PongBytes(bob.hello().stream_id(), next->ping_id()), {"bob"});
    return online("id-of-bob");
  }));
}

TEST_F(Live, ASlowReaderIsDroppedAndComesBackWithItsCursor) {
  log_.Append(kGame);
  Start([](Config& config) { config.slow_reader_ms = 300; });
  WatchClient client(http(), {"", {{kGame, 0}}, {}, false});
  ASSERT_TRUE(client.Next()->has_snapshot());
  // It stops reading while the game goes on far beyond what sockets and buffer hold.
  ASSERT_TRUE(WaitFor(
      [&] {
        for (int i = 0; i < 500; ++i) log_.Append(kGame);
        return gateway_->Metric("chess_gateway_live_slow_consumers_total") > 0;
      },
      60'000));
  int64_t last = 1;
  while (const auto next = client.Next()) {
    EXPECT_EQ(next->game_event().seq(), last + 1);
    last = next->game_event().seq();
  }
  const WebAnswer end = client.ReadToEnd();
  EXPECT_EQ(end.code, 8);
  EXPECT_EQ(end.reason, "SLOW_CONSUMER");
  EXPECT_GT(end.retry_after_ms, 0);
  WatchClient again(http(), {"", {{kGame, last}}, {}, false});
  EXPECT_EQ(again.ReadGameTo(kGame, last + 50, last), "");
}

TEST_F(Live, WaitsForAGameServiceThatIsAway) {
  log_.Append(kGame);
  log_.SetAway(true);
  Start();
  WatchClient client(http(), {"alice", {{kGame, 0}}, 0, false});
  EXPECT_FALSE(client.hello().stream_id().empty());
  ASSERT_TRUE(WaitFor([&] { return gateway_->service().requests("OpenTopic").size() >= 2; }));
  log_.SetAway(false);
  ASSERT_TRUE(client.Next()->has_snapshot());
  log_.SetAway(true);
  log_.Append(kGame);
  log_.AppendPlayerEvent("id-of-alice");
  log_.SetAway(false);
  EXPECT_EQ(client.ReadGameTo(kGame, 2, 1), "");
}

TEST_F(Live, ALogThatWasSetBackStartsTheStreamOver) {
  for (int i = 0; i < 9; ++i) log_.Append(kGame);
  Start();
  WatchClient client(http(), {"", {{kGame, 0}}, {}, false});
  ASSERT_EQ(client.Next()->snapshot().view().seq(), 9);
  log_.CutBack(kGame, 3);
  const auto next = client.Next();
  ASSERT_TRUE(next && next->has_snapshot());
  EXPECT_EQ(next->snapshot().view().seq(), 3);
}

TEST_F(Live, WorksOverNativeGrpcToo) {
  log_.Append(kGame);
  Start();
  live::v1::WatchRequest request;
  request.add_topics()->mutable_game()->set_game_id(kGame);
  NativeClient native(gateway_->grpc());
  native.Open(kWatch, request.SerializeAsString(), {{"authorization", "Bearer alice"}});
  int64_t last = 0;
  while (last < 3) {
    const auto bytes = native.Read();
    ASSERT_TRUE(bytes.has_value());
    live::v1::WatchResponse response;
    ASSERT_TRUE(response.ParseFromString(*bytes));
    if (response.has_snapshot()) last = response.snapshot().view().seq();
    if (response.has_game_event()) {
      EXPECT_EQ(response.game_event().seq(), ++last);
    }
    if (response.has_snapshot()) log_.Append(kGame), log_.Append(kGame);
  }
  native.Cancel();
  EXPECT_TRUE(WaitFor([&] { return !log_.online().contains("id-of-alice"); }));
}

TEST_F(Live, AStreamWithADeadlineEndsThere) {
  Start();
  HttpClient client(http());
  client.Send("POST", kWatch, {{"content-type", "application/grpc-web"}, {"grpc-timeout", "200m"}},
              rpc::EncodeWebFrame(false, ""));
  EXPECT_EQ(ReadWebAnswer(client.Receive()).reason, "TIMED_OUT");
}

// Three idle streams and a pending call when the end is asked for.
TEST_F(Live, DrainEndsStreamsOverTheGraceWithHints) {
  Start([](Config& config) { config.drain_grace_ms = 1500; });
  std::vector<std::unique_ptr<WatchClient>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(
        std::make_unique<WatchClient>(http(), WatchClient::Options{"alice", {}, 0, false}));
  }
  EXPECT_TRUE(WaitFor([&] { return log_.online().contains("id-of-alice"); }));
  gateway_->RequestStop();
  for (auto& client : clients) {
    const WebAnswer end = client->ReadToEnd();
    EXPECT_EQ(end.code, 14);
    EXPECT_EQ(end.reason, "DRAINING");
    EXPECT_GT(end.retry_after_ms, 0);
    EXPECT_LE(end.retry_after_ms, 1000);
  }
  EXPECT_TRUE(WaitFor([&] { return !gateway_->running(); }, 3000));
  EXPECT_TRUE(log_.online().contains("id-of-alice")) << "what we ended says nothing about her";
}

TEST_F(Live, DrainWithoutStreamsIsQuick) {
  Start([](Config& config) { config.drain_grace_ms = 5000; });
  EXPECT_EQ(gateway_->Call("/chess.clock.v1.ClockService/GetTime").code, 0);
  EXPECT_LT(gateway_->Stop(), 2000);
}

}  // namespace
}  // namespace chess::gateway
