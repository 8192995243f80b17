#include "chessctl/admin_port.h"

#include <gtest/gtest.h>

#include "rpc/admin_http.h"
#include "testing/process.h"

namespace chess::chessctl {
namespace {

TEST(AdminPort, AnAddressHasAHostAndAPort) {
  const auto read = [](const std::string& text) {
    const auto found = ReadHostPort(text);
    return found ? found->host + " " + found->port : "";
  };
  EXPECT_EQ(read("game-0:7002"), "game-0 7002");
  EXPECT_EQ(read("[::1]:7002"), "::1 7002");
  for (const char* bad : {"", "game", ":7002", "game:", "[]:7002", "::1:7002", "[::1]"}) {
    EXPECT_EQ(read(bad), "") << bad;
  }
}

TEST(AdminPort, TellsWhatTheServiceSaid) {
  rpc::AdminHttp admin([](const std::string& path) -> rpc::HttpAnswer {
    return {path == "/readyz" ? 503 : 404, "text/plain", "not ready: postgres\n"};
  });
  ASSERT_TRUE(admin.Start("127.0.0.1:0").ok());
  const HostPort where{"127.0.0.1", std::to_string(admin.port())};
  const AdminAnswer answer = AskAdminPort(where, "GET /readyz", "", 5);
  EXPECT_TRUE(answer.Is(503)) << answer.status_line;
  EXPECT_FALSE(answer.Is(200));
  EXPECT_EQ(answer.body, "not ready: postgres\n");
}

TEST(AdminPort, SendsHeaders) {
  int drained = 0;
  rpc::AdminHttp admin([](const std::string&) { return rpc::HttpAnswer{404, "text/plain", ""}; });
  admin.OnDrain("s3cret", [&drained] { ++drained; });
  ASSERT_TRUE(admin.Start("127.0.0.1:0").ok());
  const HostPort where{"127.0.0.1", std::to_string(admin.port())};
  EXPECT_TRUE(AskAdminPort(where, "POST /drain", "x-chess-service-key: no\r\n", 5).Is(401));
  EXPECT_TRUE(AskAdminPort(where, "POST /drain", "x-chess-service-key: s3cret\r\n", 5).Is(202));
  EXPECT_EQ(drained, 1);
}

TEST(AdminPort, SaysWhyThereIsNoAnswer) {
  const AdminAnswer away =
      AskAdminPort({"127.0.0.1", std::to_string(testing::FreePort())}, "GET /", "", 5);
  EXPECT_EQ(away.status_line, "");
  EXPECT_EQ(away.error, "nobody listens there");
  EXPECT_NE(AskAdminPort({"127.0.0.1", "no port"}, "GET /", "", 5).error, "");
}

}  // namespace
}  // namespace chess::chessctl
