// Operators and banned accounts at the edge: who is let through to what.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/game/v1/game_service.pb.h"
#include "gateway/edge/method_table.h"
#include "gateway/testing/harness.h"
#include "gateway/testing/native_client.h"
#include "rpc/status.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

using chess::testing::WaitFor;
using Request = FakeService::Request;

constexpr char kPlayMove[] = "/chess.game.v1.GameService/PlayMove";
constexpr char kGetGame[] = "/chess.game.v1.GameService/GetGame";
constexpr char kListAudit[] = "/chess.lobby.v1.OperatorService/ListAudit";
constexpr char kCreateGuest[] = "/chess.lobby.v1.IdentityService/CreateGuest";

std::string GameRequest(const std::string& game_id) {
  game::v1::GetGameRequest request;
  request.set_game_id(game_id);
  return request.SerializeAsString();
}

// Every method of every service, with every kind of caller: what is for operators is for nobody
// else, and what is for players is not for operators.
TEST(Operators, HaveTheirMethodsAndNobodyElses) {
  Harness gateway(nullptr, [](Config& config) { config.limits = "off"; });
  NativeClient native(gateway.grpc());
  const MethodTable table;
  int for_operators = 0;
  for (const Method& method : table.methods()) {
    const bool anyone = method.auth == Auth::kAnyone;
    if (anyone) continue;
    const bool operators = method.auth == Auth::kOperator;
    for_operators += operators ? 1 : 0;
    const std::string wrong = operators ? "alice" : "op_olga";
    const WebAnswer web = gateway.Call(method.path, "", {wrong});
    EXPECT_EQ(web.code, 7) << method.path;
    EXPECT_EQ(web.reason, "SCOPE_MISSING") << method.path;
    const grpc::Status plain =
        native.Call(method.path, "", {{"authorization", "Bearer " + wrong}}).status;
    EXPECT_EQ(plain.error_code(), grpc::StatusCode::PERMISSION_DENIED) << method.path;
    const WebAnswer nobody = gateway.Call(method.path, "");
    EXPECT_EQ(nobody.code, 16) << method.path;
    EXPECT_EQ(nobody.reason, "TOKEN_MISSING") << method.path;
    EXPECT_EQ(gateway.Call(method.path, "", {"mallory"}).reason, "TOKEN_INVALID") << method.path;
    EXPECT_TRUE(gateway.service().requests(method.name).empty()) << method.path;
  }
  EXPECT_GE(for_operators, 5);
}

TEST(Operators, ReachTheServiceWithANameAndNoPlayer) {
  Harness gateway;
  EXPECT_EQ(gateway.Call(kListAudit, "", {"op_olga"}).code, 0);
  const Request request = gateway.service().requests("ListAudit").at(0);
  EXPECT_EQ(request.Meta("x-chess-scopes"), "operator");
  EXPECT_EQ(request.Meta("x-chess-name"), "olga");
  EXPECT_EQ(request.Meta("x-chess-player"), "");
}

TEST(Operators, AreNobodyWhereAnybodyMayCall) {
  Harness gateway;
  EXPECT_EQ(gateway.Call(kGetGame, GameRequest("abcdefgh"), {"op_olga"}).code, 0);
  EXPECT_EQ(gateway.service().requests("GetGame").at(0).Meta("x-chess-scopes"), "");
}

TEST(Operators, EndWithTheirTokenWithinItsFreshness) {
  Harness gateway(nullptr, [](Config& config) { config.token_fresh_ms = 50; });
  EXPECT_EQ(gateway.Call(kListAudit, "", {"op_olga"}).code, 0);
  gateway.RevokeToken("op_olga");
  EXPECT_TRUE(
      WaitFor([&] { return gateway.Call(kListAudit, "", {"op_olga"}).reason == "TOKEN_INVALID"; }));
}

TEST(BannedAccounts, AreRefusedEverywhereWithTheTimeWhenItEnds) {
  Harness gateway;
  gateway.BanToken("alice");
  NativeClient native(gateway.grpc());
  for (const char* path : {kPlayMove, kGetGame, kCreateGuest}) {
    const grpc::Status status = native.Call(path, "", {{"authorization", "Bearer alice"}}).status;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED) << path;
    const base::Error error = rpc::FromGrpc(status);
    EXPECT_EQ(error.reason, "ACCOUNT_BANNED") << path;
    EXPECT_THAT(error.metadata,
                ::testing::Contains(::testing::Pair("until", "2030-01-01T00:00:00Z")));
  }
  EXPECT_EQ(gateway.resolved(), 1) << "remembered";
  EXPECT_TRUE(gateway.service().requests("CreateGuest").empty());
  EXPECT_EQ(gateway.Call(kPlayMove, "", {"bob"}).code, 0);
}

}  // namespace
}  // namespace chess::gateway
