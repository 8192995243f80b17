// Traces at the edge: what clients say of them, what services are told, what is answered and
// logged.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <string>

#include "chess/game/v1/game_service.pb.h"
#include "gateway/testing/harness.h"
#include "gateway/testing/native_client.h"
#include "rpc/log.h"

namespace chess::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Request = FakeService::Request;

constexpr char kGetGame[] = "/chess.game.v1.GameService/GetGame";
constexpr char kPlayMove[] = "/chess.game.v1.GameService/PlayMove";
constexpr char kGiven[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
constexpr char kGivenId[] = "4bf92f3577b34da6a3ce929d0e0e4736";

class TraceAtTheEdge : public ::testing::Test {
 protected:
  TraceAtTheEdge() {
    rpc::InitLog("gateway", rpc::Level::kInfo, "test");
    SetPolicy(0, 2);
    rpc::SetLogSink([this](const std::string& line) {
      std::lock_guard lock(mutex_);
      log_ += line;
    });
  }
  ~TraceAtTheEdge() override { rpc::SetLogSink(nullptr); }

  void SetPolicy(int64_t sample, double requested) {
    rpc::SetLogPolicy({kSecret, sample, requested});
  }
  std::string Log() {
    std::lock_guard lock(mutex_);
    return log_;
  }
  // A call over gRPC-Web, answered with everything that came.
  HttpResponse Post(const char* method, HeaderList headers) {
    HttpClient client(gateway_.http());
    headers.emplace_back("content-type", "application/grpc-web+proto");
    game::v1::GetGameRequest request;
    request.set_game_id("abcdefgh");
    client.Send("POST", method, headers, rpc::EncodeWebFrame(false, request.SerializeAsString()));
    return client.Receive();
  }
  // What the service was told in the last call of a method.
  Request Told(const char* name) { return gateway_.service().requests(name).back(); }

  std::mutex mutex_;
  std::string log_;
  Harness gateway_;
};

TEST_F(TraceAtTheEdge, AClientsTraceGoesOnWithASpanOfTheGateway) {
  const HttpResponse response =
      Post(kGetGame, {{"traceparent", kGiven}, {"tracestate", "other=tool,more=1"}});
  EXPECT_EQ(response.Header("x-chess-trace-id"), kGivenId);
  const std::string told = Told("GetGame").Meta("traceparent");
  EXPECT_THAT(told, StartsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-"));
  EXPECT_THAT(told, Not(HasSubstr("00f067aa0ba902b7")));
  EXPECT_THAT(told, ::testing::EndsWith("-01"));
  EXPECT_EQ(Told("GetGame").Meta("tracestate"), "other=tool,more=1");
  const std::string span = told.substr(36, 16);
  EXPECT_THAT(Log(), HasSubstr("\"trace_id\":\"" + std::string(kGivenId) + "\",\"span_id\":\"" +
                               span + "\",\"parent_span_id\":\"00f067aa0ba902b7\""));
  EXPECT_THAT(Log(), HasSubstr("\"game_id\":\"abcdefgh\""));
}

TEST_F(TraceAtTheEdge, TheNativeFrontDoesTheSame) {
  NativeClient native(gateway_.grpc());
  EXPECT_TRUE(
      native.Call(kGetGame, "", {{"traceparent", kGiven}, {"tracestate", "a=1"}}).status.ok());
  EXPECT_THAT(Told("GetGame").Meta("traceparent"), HasSubstr(kGivenId));
  EXPECT_EQ(Told("GetGame").Meta("tracestate"), "a=1");
  grpc::GenericStub stub(native.channel());
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const auto reader = stub.PrepareUnaryCall(&context, kGetGame, grpc::ByteBuffer(), &queue);
  reader->StartCall();
  grpc::ByteBuffer answer;
  grpc::Status status;
  reader->Finish(&answer, &status, &queue);
  void* tag = nullptr;
  bool ok = false;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  const auto& headers = context.GetServerInitialMetadata();
  ASSERT_EQ(headers.count("x-chess-trace-id"), 1u);
  EXPECT_EQ(headers.find("x-chess-trace-id")->second.size(), 32u);
}

TEST_F(TraceAtTheEdge, AMalformedTraceIsNoErrorButANewTrace) {
  for (const char* text : {"nonsense", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                           "00-00000000000000000000000000000000-00f067aa0ba902b7-01"}) {
    const HttpResponse response = Post(kGetGame, {{"traceparent", text}, {"tracestate", "a=1"}});
    EXPECT_EQ(ReadWebAnswer(response).code, 0) << text;
    const std::string id = response.Header("x-chess-trace-id");
    EXPECT_EQ(id.size(), 32u);
    EXPECT_NE(id, kGivenId);
    EXPECT_THAT(Told("GetGame").Meta("traceparent"), HasSubstr(id));
    EXPECT_EQ(Told("GetGame").Meta("tracestate"), "") << "it belongs to the trace that was dropped";
  }
  // Two of them are none.
  Post(kGetGame, {{"traceparent", kGiven}, {"traceparent", kGiven}});
  EXPECT_THAT(Told("GetGame").Meta("traceparent"), Not(HasSubstr(kGivenId)));
}

TEST_F(TraceAtTheEdge, WhatTheGatewayAsksForACallBelongsToItsTrace) {
  Post(kGetGame, {{"traceparent", kGiven}, {"authorization", "Bearer alice"}});
  EXPECT_THAT(Told("ResolveToken").Meta("traceparent"), HasSubstr(kGivenId));
}

TEST_F(TraceAtTheEdge, OutsidersHaveNoMoreLoggedThanTheBudget) {
  SetPolicy(0, 1e-6);
  for (int i = 0; i < 60; ++i) Post(kGetGame, {{"traceparent", kGiven}});
  size_t lines = 0;
  const std::string log = Log();
  for (size_t at = 0; (at = log.find("\"code\":\"OK\"", at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, 20u);
  EXPECT_THAT(Told("GetGame").Meta("traceparent"), ::testing::EndsWith("-00"));
}

TEST_F(TraceAtTheEdge, ACallersErrorsAreLoggedWithReasonAndWithoutWhoTheyAre) {
  EXPECT_EQ(ReadWebAnswer(Post(kPlayMove, {{"authorization", "Bearer reader"}})).reason,
            "SCOPE_MISSING");
  EXPECT_THAT(Log(), HasSubstr("\"code\":\"PERMISSION_DENIED\",\"reason\":\"SCOPE_MISSING\""));
  Post(kPlayMove, {{"authorization", "Bearer alice"}, {"traceparent", kGiven}});
  EXPECT_THAT(Log(), HasSubstr("\"player\":\"" + rpc::PlayerLogId("id-of-alice") + "\""));
  EXPECT_THAT(Log(), Not(HasSubstr("id-of-")));
}

}  // namespace
}  // namespace chess::gateway
