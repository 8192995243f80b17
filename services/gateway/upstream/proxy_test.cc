// Calls through the whole edge: identity, limits, routing, retries, streams, both fronts.

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>

#include "base/clock.h"
#include "chess/clock/internal/v1/deadline_service.pb.h"
#include "chess/common/v1/edge.pb.h"
#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/game/v1/game_service.pb.h"
#include "chess/lobby/internal/v1/lobby_internal_service.pb.h"
#include "gateway/edge/errors.h"
#include "gateway/edge/method_table.h"
#include "gateway/testing/harness.h"
#include "gateway/testing/native_client.h"
#include "rpc/status.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

using chess::testing::WaitFor;
using Answer = FakeService::Answer;
using Request = FakeService::Request;

constexpr char kPlayMove[] = "/chess.game.v1.GameService/PlayMove";
constexpr char kGetGame[] = "/chess.game.v1.GameService/GetGame";
constexpr char kGetSelf[] = "/chess.lobby.v1.IdentityService/GetSelf";
constexpr char kGetTime[] = "/chess.clock.v1.ClockService/GetTime";
constexpr char kEvaluate[] = "/chess.analysis.v1.AnalysisService/Evaluate";
constexpr char kCreateGuest[] = "/chess.lobby.v1.IdentityService/CreateGuest";

std::string GameRequest(const std::string& game_id) {
  game::v1::GetGameRequest request;
  request.set_game_id(game_id);
  return request.SerializeAsString();
}

// --- The allow-list ---

// Every method of every proto of the platform, also the internal ones, through both fronts: what
// carries the option is reached (or served here), nothing else is.
TEST(AllowList, IsExactlyWhatTheOptionSays) {
  Harness gateway(nullptr, [](Config& config) { config.limits = "off"; });
  NativeClient native(gateway.grpc());
  const google::protobuf::FileDescriptor* files[] = {
      clock::internal::v1::Deadline::descriptor()->file(),
      game::internal::v1::GameBell::descriptor()->file(),
      lobby::internal::v1::PlayerBell::descriptor()->file()};
  std::vector<std::pair<std::string, bool>> all;
  const MethodTable table;
  for (const Method& method : table.methods()) all.emplace_back(method.path, true);
  for (const auto* file : files) {
    for (int s = 0; s < file->service_count(); ++s) {
      for (int m = 0; m < file->service(s)->method_count(); ++m) {
        const auto* method = file->service(s)->method(m);
        EXPECT_FALSE(method->options().HasExtension(common::v1::edge)) << method->full_name();
        all.emplace_back("/" + file->service(s)->full_name() + "/" + method->name(), false);
      }
    }
  }
  ASSERT_GT(all.size(), 35u);
  for (const auto& [path, open] : all) {
    if (path.ends_with("LiveService/Watch") || path.ends_with("LiveService/Pong")) continue;
    const Method* method = table.Find(path);
    const bool operators = method != nullptr && method->auth == Auth::kOperator;
    const std::string token = operators ? "op_olga" : "alice";
    const size_t before = gateway.service().requests(path.substr(path.rfind('/') + 1)).size();
    const WebAnswer web = gateway.Call(path, "", {token});
    const grpc::Status plain = native.Call(path, "", {{"authorization", "Bearer " + token}}).status;
    const size_t after = gateway.service().requests(path.substr(path.rfind('/') + 1)).size();
    if (open) {
      EXPECT_EQ(web.code, 0) << path;
      EXPECT_EQ(after - before, 2u) << path;
    } else {
      EXPECT_EQ(web.code, 12) << path;
      EXPECT_EQ(web.reason, "UNKNOWN_METHOD");
      EXPECT_EQ(plain.error_code(), grpc::StatusCode::UNIMPLEMENTED) << path;
      EXPECT_EQ(ReasonOf(plain), "UNKNOWN_METHOD");
      // Beat and ResolveToken are asked by the gateway itself.
      if (path.ends_with("/Beat") || path.ends_with("/ResolveToken")) continue;
      EXPECT_EQ(after, before) << path;
    }
  }
}

// --- Identity ---

TEST(Identity, ReachesTheServiceAndNothingTheClientClaims) {
  Harness gateway;
  gateway.set_game_time_ahead_ms(3'600'000);
  ASSERT_TRUE(WaitFor([&] {  // a beat with that time was answered
    gateway.Call(kGetTime);
    const auto asked = gateway.service().requests("GetTime");
    return std::stoll(asked.back().Meta("x-chess-received")) >
           base::SystemClock().NowMs() + 3'500'000;
  }));
  const WebCallOptions options{"alice",
                               {{"x-chess-player", "id-of-bob"},
                                {"x-chess-service-key", "guess"},
                                {"x-chess-scopes", "operator"},
                                {"x-chess-received", "1"},
                                {"x-request-id", "my-request.1"}}};
  EXPECT_EQ(gateway.Call(kPlayMove, GameRequest("abcdefgh"), options).code, 0);
  NativeClient native(gateway.grpc());
  native.Call(kPlayMove, GameRequest("abcdefgh"),
              {{"authorization", "bearer alice"},
               {"x-chess-player", "id-of-bob"},
               {"x-request-id", "my-request.1"}});
  ASSERT_EQ(gateway.service().requests("PlayMove").size(), 2u);
  for (const Request& request : gateway.service().requests("PlayMove")) {
    EXPECT_EQ(request.metadata.count("x-chess-player"), 1u);
    EXPECT_EQ(request.Meta("x-chess-player"), "id-of-alice");
    EXPECT_EQ(request.Meta("x-chess-name"), "alice");
    EXPECT_EQ(request.Meta("x-chess-scopes"), "play,read");
    EXPECT_EQ(request.Meta("x-chess-session"), "session-of-alice");
    EXPECT_EQ(request.Meta("x-chess-service-key"), kSecret);
    EXPECT_EQ(request.Meta("x-chess-request-id"), "my-request.1");
    EXPECT_NEAR(std::stod(request.Meta("x-chess-received")),
                static_cast<double>(base::SystemClock().NowMs() + 3'600'000), 5000);
    EXPECT_EQ(request.metadata.count("authorization"), 0u) << "tokens stay at the edge";
  }
}

TEST(Identity, AnonymousCallsCarryNobody) {
  Harness gateway;
  EXPECT_EQ(gateway.Call(kGetGame, GameRequest("abcdefgh")).code, 0);
  const Request request = gateway.service().requests("GetGame").at(0);
  EXPECT_EQ(request.Meta("x-chess-player"), "");
  EXPECT_FALSE(request.Meta("x-chess-request-id").empty());
}

TEST(Identity, MissingForeignAndWeakTokensAreToldApart) {
  Harness gateway;
  const WebAnswer missing = gateway.Call(kPlayMove, "");
  EXPECT_EQ(missing.code, 16);
  EXPECT_EQ(missing.reason, "TOKEN_MISSING");
  const WebAnswer foreign = gateway.Call(kPlayMove, "", {"mallory"});
  EXPECT_EQ(foreign.code, 16);
  EXPECT_EQ(foreign.reason, "TOKEN_INVALID");
  const WebAnswer weak = gateway.Call(kPlayMove, "", {"reader"});
  EXPECT_EQ(weak.code, 7);
  EXPECT_EQ(weak.reason, "SCOPE_MISSING");
  EXPECT_EQ(gateway.Call(kGetSelf, "", {"reader"}).code, 0);
  EXPECT_EQ(gateway.Call(kGetGame, "", {"mallory"}).reason, "TOKEN_INVALID")
      << "a wrong token is not the same as none";
  EXPECT_TRUE(gateway.service().requests("PlayMove").empty());
}

TEST(Identity, IsRememberedAlsoWhenTheAnswerIsNo) {
  Harness gateway;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(gateway.Call(kGetSelf, "", {"alice"}).code, 0);
    EXPECT_EQ(gateway.Call(kGetSelf, "", {"mallory"}).code, 16);
  }
  EXPECT_EQ(gateway.resolved(), 2);
}

TEST(Identity, KnownTokensWorkWhileTheLobbyIsAway) {
  Harness gateway(nullptr, [](Config& config) { config.token_fresh_ms = 0; });
  EXPECT_EQ(gateway.Call(kPlayMove, "", {"alice"}).code, 0);
  gateway.SetLobbyAway(true);
  EXPECT_EQ(gateway.Call(kPlayMove, "", {"alice"}).code, 0);
  const WebAnswer unknown = gateway.Call(kPlayMove, "", {"bob"});
  EXPECT_EQ(unknown.code, 14);
  EXPECT_EQ(unknown.reason, "DEPENDENCY_AWAY");
  gateway.SetLobbyAway(false);
  EXPECT_EQ(gateway.Call(kPlayMove, "", {"bob"}).code, 0);
}

TEST(Identity, EndsWithSignOutAtOnce) {
  Harness gateway;
  EXPECT_EQ(gateway.Call(kGetSelf, "", {"alice"}).code, 0);
  EXPECT_EQ(gateway.Call("/chess.lobby.v1.IdentityService/SignOut", "", {"alice"}).code, 0);
  gateway.RevokeToken("alice");
  EXPECT_EQ(gateway.Call(kGetSelf, "", {"alice"}).reason, "TOKEN_INVALID");
}

// --- Limits ---

TEST(Limits, AreCountedPerCallerAndSayHowLongToWait) {
  Harness gateway(nullptr, [](Config& config) { config.limits = "play=3/0.5,identity=1/0.01"; });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(gateway.Call(kPlayMove, "", {"alice"}).code, 0);
  const WebAnswer over = gateway.Call(kPlayMove, "", {"alice"});
  EXPECT_EQ(over.code, 8);
  EXPECT_EQ(over.reason, "RATE_LIMITED");
  EXPECT_GT(over.retry_after_ms, 0);
  EXPECT_LE(over.retry_after_ms, 2000);
  EXPECT_EQ(gateway.Call(kPlayMove, "", {"bob"}).code, 0) << "another token has its own";
  EXPECT_EQ(gateway.Call(kCreateGuest, "").code, 0);
  EXPECT_EQ(gateway.Call(kCreateGuest, "", {"bob"}).code, 8) << "new sessions count by address";
  EXPECT_EQ(gateway.service().requests("PlayMove").size(), 4u);
}

TEST(Limits, GuessingTokensIsSlow) {
  Harness gateway(nullptr, [](Config& config) { config.limits = "bad_token=3/0.01"; });
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(gateway.Call(kGetSelf, "", {"guess" + std::to_string(i)}).code, 16);
  }
  EXPECT_EQ(gateway.Call(kGetSelf, "", {"guess4"}).code, 8);
  EXPECT_EQ(gateway.resolved(), 3);
}

// --- Status, deadlines, retries ---

TEST(Proxy, PassesStatusDetailsAndTrailersOn) {
  const grpc::Status refused = Refuse(base::Code::kFailedPrecondition, "NOT_YOUR_TURN", "wait: ½");
  Harness gateway([&](const Request&) {
    return Answer{{}, refused, {{"x-hint", "yes"}, {"x-bytes-bin", std::string("\0\1", 2)}}, false};
  });
  const WebAnswer web = gateway.Call(kPlayMove, "", {"alice"});
  EXPECT_EQ(web.code, 9);
  EXPECT_EQ(web.message, "wait: ½");
  EXPECT_EQ(web.reason, "NOT_YOUR_TURN");
  EXPECT_THAT(web.trailers, ::testing::Contains(::testing::Pair("x-hint", "yes")));
  EXPECT_THAT(web.trailers, ::testing::Contains(::testing::Pair("x-bytes-bin", "AAE")));
  NativeClient native(gateway.grpc());
  const NativeAnswer plain = native.Call(kPlayMove, "", {{"authorization", "Bearer alice"}});
  EXPECT_EQ(plain.status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(plain.status.error_details(), refused.error_details());
  EXPECT_THAT(plain.trailers, ::testing::Contains(::testing::Pair("x-hint", "yes")));
}

// gRPC's callback servers say UNIMPLEMENTED where they cannot read a message.
TEST(Proxy, TellsAMessageThatCannotBeReadFromAMethodThatIsNotThere) {
  Harness gateway([](const Request&) {
    return Answer{{}, {grpc::StatusCode::UNIMPLEMENTED, ""}, {}, false};
  });
  const WebAnswer malformed = gateway.Call(kPlayMove, "\x0a\x7fgarbage", {"alice"});
  EXPECT_EQ(malformed.code, 3);
  EXPECT_EQ(malformed.reason, "MALFORMED_MESSAGE");
  EXPECT_EQ(gateway.Call(kEvaluate, "\xff", {"alice"}).reason, "MALFORMED_MESSAGE");
  const WebAnswer missing = gateway.Call(kPlayMove, GameRequest("abcdefgh"), {"alice"});
  EXPECT_EQ(missing.code, 12);
  EXPECT_EQ(missing.reason, "UNKNOWN_METHOD");
}

TEST(Proxy, EndsACallAtItsDeadline) {
  Harness gateway([](const Request&) { return Answer{{}, {}, {}, true}; });
  const WebAnswer late = gateway.Call(kGetTime, "", {"", {{"grpc-timeout", "100m"}}});
  EXPECT_EQ(late.code, 4);
  EXPECT_EQ(late.reason, "TIMED_OUT");
  EXPECT_TRUE(WaitFor([&] { return gateway.service().cancelled() > 0; }));
}

TEST(Proxy, CancelsTheCallWhenTheClientHangsUp) {
  Harness gateway([](const Request&) { return Answer{{}, {}, {}, true}; });
  HttpClient client(gateway.http());
  client.Send("POST", kGetTime, {{"content-type", "application/grpc-web"}},
              rpc::EncodeWebFrame(false, ""));
  ASSERT_TRUE(WaitFor([&] { return !gateway.service().requests("GetTime").empty(); }));
  client.Close();
  EXPECT_TRUE(WaitFor([&] { return gateway.service().cancelled() > 0; }));
}

TEST(Proxy, RepeatsOnlyWhatIsIdempotentAndAtMostTwice) {
  Harness gateway([](const Request&) {
    return Answer{{}, {grpc::StatusCode::UNAVAILABLE, "lost"}, {}, false};
  });
  const WebAnswer move = gateway.Call(kPlayMove, GameRequest("abcdefgh"), {"alice"});
  EXPECT_EQ(move.code, 14);
  EXPECT_EQ(move.reason, "DEPENDENCY_AWAY");
  EXPECT_EQ(gateway.service().requests("PlayMove").size(), 3u);
  const auto moves = gateway.service().requests("PlayMove");
  EXPECT_EQ(moves[0].Meta("x-chess-received"), moves[2].Meta("x-chess-received"))
      << "the stamp is that of the first attempt";
  for (const Request& one : moves) EXPECT_EQ(one.message, GameRequest("abcdefgh"));
  EXPECT_EQ(gateway.Call(kCreateGuest).code, 14);
  EXPECT_EQ(gateway.service().requests("CreateGuest").size(), 1u);
}

TEST(Proxy, DoesNotRepeatWhatTheServiceSaysIsPointless) {
  Harness gateway([](const Request&) {
    return Answer{{}, Refuse(base::Code::kUnavailable, "COMMIT_UNKNOWN", "repeat"), {}, false};
  });
  EXPECT_EQ(gateway.Call(kPlayMove, "", {"alice"}).reason, "COMMIT_UNKNOWN");
  EXPECT_EQ(gateway.service().requests("PlayMove").size(), 1u);
}

TEST(Proxy, RetriesKeepToATenthOfTheCalls) {
  Harness gateway(
      [](const Request&) {
        return Answer{{}, {grpc::StatusCode::UNAVAILABLE, "lost"}, {}, false};
      },
      [](Config& config) { config.limits = "off"; });
  for (int i = 0; i < 30; ++i) gateway.Call(kGetTime);
  const size_t asked = gateway.service().requests("GetTime").size();
  EXPECT_LE(asked, 30u + 10 + 4);
  EXPECT_GT(gateway.Metric("chess_gateway_retries_refused_total"), 0);
}

TEST(Proxy, AskedForAGameAlwaysGoesToTheSameReplicaAndToTheNextWhenItDrains) {
  FakeService second([](const Request& request) {
    return Answer{{request.message}, {}, {}, false};
  });
  std::atomic<bool> draining{false};
  Harness gateway(
      [&](const Request&) {
        return draining ? Answer{{}, Refuse(base::Code::kUnavailable, "DRAINING", "bye"), {}, false}
                        : Answer{{""}, {}, {}, false};
      },
      [&](Config& config) {
        config.limits = "off";
        config.game_address += "," + second.address();
      });
  std::set<std::string> first_games, second_games;
  for (int i = 0; i < 40; ++i) {
    const std::string id = "game000" + std::string(1, static_cast<char>('A' + i));
    for (int n = 0; n < 2; ++n) EXPECT_EQ(gateway.Call(kGetGame, GameRequest(id)).code, 0);
  }
  for (const Request& r : gateway.service().requests("GetGame")) first_games.insert(r.message);
  for (const Request& r : second.requests("GetGame")) second_games.insert(r.message);
  EXPECT_GT(first_games.size(), 8u);
  EXPECT_EQ(first_games.size() + second_games.size(), 40u) << "no game went to both";
  draining = true;
  for (const std::string& message : first_games) {
    EXPECT_EQ(gateway.Call(kGetGame, message).code, 0) << "the next replica takes over";
  }
}

TEST(Proxy, ReachesAServiceThatComesBack) {
  const int port = chess::testing::FreePort();
  auto service = std::make_unique<FakeService>(
      [](const Request&) {
        return Answer{{""}, {}, {}, false};
      },
      port);
  Harness gateway(nullptr, [&](Config& config) {
    config.clock_address = "127.0.0.1:" + std::to_string(port);
    config.limits = "off";
  });
  EXPECT_EQ(gateway.Call(kGetTime).code, 0);
  service.reset();
  EXPECT_EQ(gateway.Call(kGetTime).reason, "DEPENDENCY_AWAY");
  service = std::make_unique<FakeService>(
      [](const Request&) {
        return Answer{{""}, {}, {}, false};
      },
      port);
  EXPECT_TRUE(WaitFor([&] { return gateway.Call(kGetTime).code == 0; }));
}

// --- Streams ---

TEST(Streams, ArriveInOrderOnBothFronts) {
  Harness gateway([](const Request&) {
    Answer answer{{}, {}, {}, false};
    for (int i = 0; i < 100; ++i) answer.messages.push_back("message " + std::to_string(i));
    return answer;
  });
  for (const bool text : {false, true}) {
    const WebAnswer web = gateway.Call(kEvaluate, "", {"alice", {}, text});
    EXPECT_EQ(web.code, 0);
    ASSERT_EQ(web.messages.size(), 100u);
    EXPECT_EQ(web.messages[99], "message 99");
  }
  NativeClient native(gateway.grpc());
  native.Open(kEvaluate, "", {{"authorization", "Bearer alice"}});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(native.Read(), "message " + std::to_string(i));
  EXPECT_EQ(native.Read(), std::nullopt);
  EXPECT_TRUE(native.Finish().ok());
}

TEST(Streams, AFailureArrivesAfterTheMessages) {
  Harness gateway([](const Request&) {
    return Answer{
        {}, Refuse(base::Code::kResourceExhausted, "ENGINES_BUSY", "later", 700), {}, false};
  });
  const WebAnswer web = gateway.Call(kEvaluate, "", {"alice"});
  EXPECT_EQ(web.code, 8);
  EXPECT_EQ(web.reason, "ENGINES_BUSY");
  EXPECT_EQ(web.retry_after_ms, 700);
}

TEST(Streams, AreCancelledWhenTheClientHangsUp) {
  Harness gateway([](const Request&) { return Answer{{"one"}, {}, {}, true}; });
  HttpClient web(gateway.http());
  web.Send("POST", kEvaluate,
           {{"content-type", "application/grpc-web"}, {"authorization", "Bearer alice"}},
           rpc::EncodeWebFrame(false, ""));
  EXPECT_EQ(web.ReceiveHead().status, 200);
  EXPECT_TRUE(web.ReceiveChunk().has_value());
  web.Close();
  EXPECT_TRUE(WaitFor([&] { return gateway.service().cancelled() == 1; }));
  NativeClient native(gateway.grpc());
  native.Open(kEvaluate, "", {{"authorization", "Bearer alice"}});
  EXPECT_EQ(native.Read(), "one");
  native.Cancel();
  EXPECT_TRUE(WaitFor([&] { return gateway.service().cancelled() == 2; }));
}

TEST(Streams, AReaderThatStopsHoldsTheServiceBack) {
  Harness gateway([](const Request&) {
    Answer answer{{}, {}, {}, false};
    answer.messages.assign(2000, std::string(8192, 'm'));  // 16 MB
    return answer;
  });
  HttpClient client(gateway.http());
  client.ShrinkReceiveBuffer();
  client.Send("POST", kEvaluate,
              {{"content-type", "application/grpc-web"}, {"authorization", "Bearer alice"}},
              rpc::EncodeWebFrame(false, ""));
  EXPECT_EQ(client.ReceiveHead().status, 200);
  int written = -1;
  ASSERT_TRUE(WaitFor([&] {  // it comes to a stop by itself
    const int now = gateway.service().written();
    const bool stopped = now > 0 && now == written;
    written = now;
    if (!stopped) std::this_thread::yield();
    return stopped && !gateway.service().requests("Evaluate").empty();
  }));
  EXPECT_LT(gateway.service().written(), 2000);
  int received = 0;
  while (client.ReceiveChunk()) ++received;
  EXPECT_EQ(received, 2001) << "all messages and the trailers";
}

// --- Native front ---

TEST(Native, ServesHealthAndReflection) {
  Harness gateway;
  NativeClient native(gateway.grpc());
  EXPECT_EQ(native.Call("/grpc.health.v1.Health/Check", "").message, "\x08\x01");
  native.Open("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
              std::string("\x3a\0", 2));
  const auto services = native.Read();
  ASSERT_TRUE(services.has_value());
  for (const char* name : {"chess.game.v1.GameService", "chess.live.v1.LiveService",
                           "chess.lobby.v1.LobbyService", "grpc.health.v1.Health"}) {
    EXPECT_THAT(*services, ::testing::HasSubstr(name));
  }
  EXPECT_THAT(*services, ::testing::Not(::testing::HasSubstr("internal")));
}

TEST(Native, RefusesMessagesOverTheMethodsLimit) {
  Harness gateway;
  NativeClient native(gateway.grpc());
  EXPECT_EQ(native.Call(kGetGame, std::string(70'000, 'x')).reason, "MESSAGE_TOO_LARGE");
  EXPECT_TRUE(
      native.Call("/chess.rules.v1.RulesService/ParsePgn", std::string(900'000, 'x')).status.ok());
}

}  // namespace
}  // namespace chess::gateway
