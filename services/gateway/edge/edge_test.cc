// The small parts of the edge, each alone.

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>

#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/game/v1/game_service.pb.h"
#include "gateway/edge/errors.h"
#include "gateway/edge/frame.h"
#include "gateway/edge/limits.h"
#include "gateway/edge/method_table.h"
#include "gateway/edge/session.h"
#include "gateway/edge/wire.h"
#include "rpc/grpc_web.h"
#include "rpc/status.h"

namespace chess::gateway {
namespace {

TEST(WireReader, ReadsWhatProtobufWrites) {
  game::v1::PlayMoveRequest request;
  request.set_game_id("abcdefgh");
  request.set_request_id(std::string(16, 'r'));
  request.set_expected_turn(300);
  request.set_think_ms(-1);
  std::vector<std::pair<uint32_t, uint64_t>> numbers;
  const std::string bytes = request.SerializeAsString();
  WireReader reader(bytes);
  while (reader.Next()) {
    if (!reader.is_text()) numbers.emplace_back(reader.field(), reader.number());
  }
  EXPECT_TRUE(reader.ok());
  EXPECT_THAT(numbers, testing::ElementsAre(testing::Pair(3, 300), testing::Pair(5, UINT64_MAX)));
}

TEST(WireReader, AppendsWhatProtobufReads) {
  std::string bytes;
  AppendText(&bytes, 1, "abcdefgh");
  AppendNumber(&bytes, 2, 1'000'000'007);
  AppendNumber(&bytes, 3, 0);
  game::internal::v1::Cursor cursor;
  ASSERT_TRUE(cursor.ParseFromString(bytes));
  EXPECT_EQ(cursor.game_id(), "abcdefgh");
  EXPECT_EQ(cursor.after_seq(), 1'000'000'007);
}

TEST(WireReader, StopsAtMalformedBytesWithoutReadingBeyond) {
  for (const std::string& bytes :
       {std::string("\x0a\x05"
                    "ab",
                    4),
        std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), std::string("\x0a"),
        std::string("\x0b\x00", 2), std::string("\x09\x01", 2),
        std::string("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), std::string("\x00", 1)}) {
    WireReader reader(bytes);
    int fields = 0;
    while (reader.Next()) ++fields;
    EXPECT_EQ(fields, 0);
    EXPECT_FALSE(reader.ok());
  }
}

TEST(PeekFirstField, IsAHintThatNeverFails) {
  game::v1::GetGameRequest request;
  request.set_game_id("abcdefgh");
  EXPECT_EQ(PeekFirstField(request.SerializeAsString()), "abcdefgh");
  EXPECT_EQ(PeekFirstField(""), "");
  EXPECT_EQ(PeekFirstField("\x0a\x7f garbage"), "");
}

TEST(Frame, IsEncodedOnceForEveryKindOfStream) {
  const FramePtr frame = Frame::Of("ab", "cde");
  EXPECT_EQ(frame->message(), "abcde");
  EXPECT_EQ(frame->web_frame(), std::string("\0\0\0\0\5abcde", 10));
  EXPECT_EQ(frame->chunk(), std::string("a\r\n\0\0\0\0\5abcde\r\n", 15));
  EXPECT_EQ(frame->text_chunk(), "10\r\n" + rpc::Base64Encode(frame->web_frame()) + "\r\n");
  grpc::Slice slice;
  ASSERT_TRUE(frame->ToByteBuffer().DumpToSingleSlice(&slice).ok());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(slice.begin()), slice.size()), "abcde");
  EXPECT_EQ(Frame::Of(frame->ToByteBuffer())->message(), "abcde");
}

TEST(RateLimiter, GivesTheBurstAndThenTheRefill) {
  LimitTable table;
  table.limits[static_cast<int>(LimitClass::kLobby)] = {10, 1 / 3.0};
  RateLimiter limiter(table);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(limiter.Take(LimitClass::kLobby, 7, 1000), 0);
  const int64_t wait_ms = limiter.Take(LimitClass::kLobby, 7, 1000);
  EXPECT_NEAR(wait_ms, 3000, 2);
  EXPECT_EQ(limiter.Take(LimitClass::kLobby, 8, 1000), 0) << "another caller has its own";
  EXPECT_GT(limiter.Take(LimitClass::kLobby, 7, 1000 + wait_ms - 100), 0);
  EXPECT_EQ(limiter.Take(LimitClass::kLobby, 7, 1001 + wait_ms), 0);
  EXPECT_GT(limiter.Take(LimitClass::kLobby, 7, 1001 + wait_ms), 0);
}

TEST(RateLimiter, KeepsItsMemoryAndForgetsTheFullestBucket) {
  LimitTable table;
  table.limits[static_cast<int>(LimitClass::kRead)] = {5, 1};
  RateLimiter limiter(table, 64);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(limiter.Take(LimitClass::kRead, 1, 0), 0);
  for (uint64_t caller = 2; caller < 1000; ++caller) limiter.Peek(LimitClass::kRead, caller, 0);
  EXPECT_GT(limiter.evictions(), 0u);
  EXPECT_GT(limiter.Take(LimitClass::kRead, 1, 0), 0) << "an empty bucket is not forgotten";
}

TEST(LimitTable, IsChangedByText) {
  LimitTable table = LimitTable::Default();
  EXPECT_TRUE(table.Apply("play=200/50,read=off"));
  EXPECT_EQ(table.limits[static_cast<int>(LimitClass::kPlay)].burst, 200);
  EXPECT_EQ(table.limits[static_cast<int>(LimitClass::kRead)].burst, 0);
  EXPECT_EQ(table.limits[static_cast<int>(LimitClass::kLobby)].burst, 10);
  EXPECT_TRUE(table.Apply("off"));
  EXPECT_EQ(table.limits[static_cast<int>(LimitClass::kLobby)].burst, 0);
  for (const char* bad :
       {"play", "play=", "play=1", "play=0/1", "chess=1/1", "play=1/0", "play=a/b", "play=1/1x"}) {
    LimitTable same = LimitTable::Default();
    EXPECT_FALSE(same.Apply(bad)) << bad;
    EXPECT_EQ(same.limits[static_cast<int>(LimitClass::kPlay)].burst, 100);
  }
}

TEST(RoundTrips, KnowMedianAndMinimumOfTheLastFive) {
  RoundTrips trips;
  EXPECT_FALSE(trips.known());
  EXPECT_EQ(trips.text(), "");
  trips.Add(80);
  EXPECT_EQ(trips.text(), "80,80");
  for (const int ms : {30, 50, 900, 40}) trips.Add(ms);
  EXPECT_EQ(trips.text(), "50,30");
  for (const int ms : {60, 70}) trips.Add(ms);  // 80 and 30 are forgotten
  EXPECT_EQ(trips.text(), "60,40");
}

TEST(MethodTable, HoldsEveryPublicMethodWithItsTreatment) {
  const MethodTable table;
  const Method* move = table.Find("/chess.game.v1.GameService/PlayMove");
  ASSERT_NE(move, nullptr);
  EXPECT_EQ(move->target, Target::kGame);
  EXPECT_EQ(move->auth, Auth::kPlayer);
  EXPECT_EQ(move->scope, "play");
  EXPECT_EQ(move->limit, LimitClass::kPlay);
  EXPECT_TRUE(move->idempotent);
  EXPECT_TRUE(move->game_scoped);
  EXPECT_FALSE(move->streaming);
  EXPECT_EQ(move->deadline_ms, 5000);
  EXPECT_EQ(move->max_bytes, 64u * 1024);
  EXPECT_FALSE(table.Find("/chess.game.v1.GameService/ListGames")->game_scoped);
  EXPECT_EQ(table.Find("/chess.rules.v1.RulesService/ParsePgn")->max_bytes, 1u << 20);
  EXPECT_FALSE(table.Find("/chess.lobby.v1.IdentityService/CreateGuest")->idempotent);
  EXPECT_TRUE(table.Find("/chess.analysis.v1.AnalysisService/Evaluate")->streaming);
  EXPECT_EQ(table.Find("/chess.live.v1.LiveService/Watch")->target, Target::kLive);
}

TEST(MethodTable, KnowsNothingElse) {
  const MethodTable table;
  for (const char* path :
       {"", "/", "/chess.game.v1.GameService", "/chess.game.v1.GameService/",
        "chess.game.v1.GameService/PlayMove", "/chess.game.v1.GameService/playMove",
        "/chess.game.v1.GameService/PlayMove/", "//chess.game.v1.GameService/PlayMove",
        "/chess.game.internal.v1.GameInternalService/CreateGame",
        "/chess.lobby.internal.v1.LobbyInternalService/ResolveToken",
        "/chess.clock.internal.v1.DeadlineService/Deliver", "/grpc.health.v1.Health/Check"}) {
    EXPECT_EQ(table.Find(path), nullptr) << path;
  }
}

TEST(Polished, GivesGrpcsOwnStatusesAReasonAndNoAddresses) {
  const grpc::Status lost = Polished(
      {grpc::StatusCode::UNAVAILABLE, "failed to connect to all addresses; 10.1.2.3:9000"});
  EXPECT_EQ(lost.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(lost), "DEPENDENCY_AWAY");
  EXPECT_EQ(lost.error_message().find("10.1.2.3"), std::string::npos);
  EXPECT_EQ(ReasonOf(Polished({grpc::StatusCode::DEADLINE_EXCEEDED, "x"})), "TIMED_OUT");
  EXPECT_EQ(Polished({grpc::StatusCode::UNKNOWN, "stack"}).error_code(),
            grpc::StatusCode::INTERNAL);
  const grpc::Status own = Refuse(base::Code::kFailedPrecondition, "NOT_YOUR_TURN", "wait");
  EXPECT_EQ(Polished(own).error_details(), own.error_details());
}

TEST(RateLimited, SaysWhichLimitAndHowLong) {
  const base::Error error = rpc::FromGrpc(RateLimited("play", 1234));
  EXPECT_EQ(error.reason, "RATE_LIMITED");
  EXPECT_EQ(error.retry_after_ms, 1234);
  EXPECT_THAT(error.metadata, testing::Contains(testing::Pair("limit", "play")));
}

}  // namespace
}  // namespace chess::gateway
