#include "rpc/admin_http.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "testing/ask_http.h"

namespace chess::rpc {
namespace {

using testing::AskHttp;

class AdminHttpTest : public ::testing::Test {
 protected:
  AdminHttpTest()
      : admin_([](const std::string& path) -> HttpAnswer {
          if (path == "/metrics") return {200, "text/plain; version=0.0.4", "up 1\n"};
          return {404, "text/plain", "no " + path + "\n"};
        }) {
    EXPECT_TRUE(admin_.Start("127.0.0.1:0").ok());
  }
  // The whole answer to `request`.
  std::string Ask(const std::string& request) { return AskHttp(admin_.port(), request); }
  // A connection on which the test says what it likes, when it likes.
  int Connect() {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(admin_.port()));
    EXPECT_EQ(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return fd;
  }
  AdminHttp admin_;
};

TEST_F(AdminHttpTest, AnswersGetWithItsLength) {
  const std::string answer = Ask("GET /metrics?x=1 HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(answer.rfind("HTTP/1.1 200 OK\r\n", 0), 0u) << answer;
  EXPECT_NE(answer.find("Content-Length: 5\r\n"), std::string::npos);
  EXPECT_EQ(answer.substr(answer.size() - 9), "\r\n\r\nup 1\n");
}

TEST_F(AdminHttpTest, HeadHasNoBody) {
  const std::string answer = Ask("HEAD /metrics HTTP/1.1\r\n\r\n");
  EXPECT_EQ(answer.substr(answer.size() - 4), "\r\n\r\n");
}

TEST_F(AdminHttpTest, RefusesOtherMethodsAndPaths) {
  EXPECT_EQ(Ask("POST /metrics HTTP/1.1\r\n\r\n").rfind("HTTP/1.1 405", 0), 0u);
  EXPECT_EQ(Ask("GET /other HTTP/1.1\r\n\r\n").rfind("HTTP/1.1 404", 0), 0u);
  EXPECT_EQ(Ask("garbage\r\n\r\n").rfind("HTTP/1.1 400", 0), 0u);
}

TEST_F(AdminHttpTest, DrainsOnlyForWhoHasTheServiceKey) {
  int drained = 0;
  AdminHttp admin([](const std::string&) { return HttpAnswer{404, "text/plain", ""}; });
  EXPECT_EQ(Ask("POST /drain HTTP/1.1\r\n\r\n").rfind("HTTP/1.1 405", 0), 0u);  // not offered
  admin.OnDrain("secret", [&drained] { ++drained; });
  ASSERT_TRUE(admin.Start("127.0.0.1:0").ok());
  const auto post = [&](const std::string& headers) {
    return AskHttp(admin.port(), "POST /drain HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n");
  };
  EXPECT_EQ(post("").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_EQ(post("x-chess-service-key: secre\r\n").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_EQ(post("x-chess-service-key: secrets\r\n").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_EQ(post("x-chess-service-key:\r\n").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_EQ(post("garbage\r\n").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_EQ(AskHttp(admin.port(), "GET /drain HTTP/1.1\r\nx-chess-service-key: secret\r\n\r\n")
                .rfind("HTTP/1.1 404", 0),
            0u);
  EXPECT_EQ(drained, 0);
  EXPECT_EQ(post("X-Chess-Service-Key: secret\r\n").rfind("HTTP/1.1 202 Accepted\r\n", 0), 0u);
  EXPECT_EQ(drained, 1);
  // A server without a secret drains for nobody.
  AdminHttp open([](const std::string&) { return HttpAnswer{404, "text/plain", ""}; });
  open.OnDrain("", [&drained] { ++drained; });
  ASSERT_TRUE(open.Start("127.0.0.1:0").ok());
  EXPECT_EQ(AskHttp(open.port(), "POST /drain HTTP/1.1\r\n\r\n").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_EQ(drained, 1);
}

TEST_F(AdminHttpTest, DropsARequestWithoutEndAndServesTheNext) {
  EXPECT_EQ(Ask(std::string(9000, 'x')), "");
  EXPECT_NE(Ask("GET /metrics HTTP/1.1\r\n\r\n"), "");
}

TEST_F(AdminHttpTest, WhoSaysNothingKeepsNobodyWaiting) {
  std::vector<int> silent;
  for (int i = 0; i < 100; ++i) {
    silent.push_back(Connect());
    EXPECT_EQ(send(silent.back(), "GET /me", 7, MSG_NOSIGNAL), 7);
  }
  EXPECT_NE(Ask("GET /metrics HTTP/1.1\r\n\r\n"), "");
  char early = 0;
  EXPECT_EQ(recv(silent.back(), &early, 1, MSG_DONTWAIT), -1) << "nobody had to leave for that";
  // They are sent away after a while, all of them.
  for (const int fd : silent) {
    char byte = 0;
    EXPECT_LE(recv(fd, &byte, 1, 0), 0);
    close(fd);
  }
}

TEST_F(AdminHttpTest, ARequestMayComeInPieces) {
  const int fd = Connect();
  for (const char* piece : {"GET /met", "rics HTTP/1.1\r", "\n\r\n"}) {
    EXPECT_EQ(send(fd, piece, strlen(piece), MSG_NOSIGNAL), static_cast<ssize_t>(strlen(piece)));
    EXPECT_NE(Ask("GET /metrics HTTP/1.1\r\n\r\n"), "");  // others are served meanwhile
  }
  char buffer[100];
  const ssize_t got = recv(fd, buffer, sizeof buffer, 0);
  ASSERT_GT(got, 12);
  EXPECT_EQ(std::string(buffer, 12), "HTTP/1.1 200");
  close(fd);
}

TEST_F(AdminHttpTest, SaysWhichAddressItCannotHave) {
  AdminHttp second([](const std::string&) { return HttpAnswer{}; });
  const auto taken = second.Start("127.0.0.1:" + std::to_string(admin_.port()));
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(taken.error().reason, "CANNOT_LISTEN");
  EXPECT_FALSE(second.Start("nonsense").ok());
}

}  // namespace
}  // namespace chess::rpc
