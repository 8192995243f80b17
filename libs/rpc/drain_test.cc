// POST /drain on the admin port of a whole server.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>

#include "rpc/server.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::rpc {
namespace {

using testing::WaitFor;

// What the admin port says to a request.
std::string AskAdmin(int port, const std::string& request) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  EXPECT_EQ(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_GT(send(fd, request.data(), request.size(), MSG_NOSIGNAL), 0);
  std::string answer;
  char buffer[1000];
  for (ssize_t got = 0; (got = recv(fd, buffer, sizeof buffer, 0)) > 0;) {
    answer.append(buffer, static_cast<size_t>(got));
  }
  close(fd);
  return answer;
}

TEST(Drain, RunEndsWithZeroWhenAskedWithTheServiceKey) {
  metrics::Registry registry;
  ServerOptions options;
  options.service_secret = "s3cret";
  testing::TempDir directory;
  options.ports_file = directory.path() + "/ports";
  Server server("game", options, registry);
  std::atomic<bool> drained{false};
  server.OnDrain([&] { drained.store(true); });
  auto run = std::async(std::launch::async, [&] { return server.Run(); });
  ASSERT_TRUE(WaitFor([&] { return access(options.ports_file.c_str(), R_OK) == 0; }));
  ASSERT_TRUE(WaitFor([&] { return server.Ready(); }));
  const std::string post = "POST /drain HTTP/1.1\r\nHost: x\r\nX-Chess-Service-Key: ";
  EXPECT_EQ(AskAdmin(server.admin_port(), post + "guessed\r\n\r\n").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_FALSE(server.draining());
  EXPECT_EQ(AskAdmin(server.admin_port(), post + "s3cret\r\n\r\n").rfind("HTTP/1.1 202", 0), 0u);
  EXPECT_EQ(run.get(), 0);
  EXPECT_TRUE(drained.load());
}

}  // namespace
}  // namespace chess::rpc
