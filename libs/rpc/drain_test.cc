// POST /drain on the admin port of a whole server.

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <future>

#include "rpc/server.h"
#include "testing/ask_http.h"
#include "testing/process.h"
#include "testing/wait.h"

namespace chess::rpc {
namespace {

using testing::AskHttp;
using testing::WaitFor;

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
  EXPECT_EQ(AskHttp(server.admin_port(), post + "guessed\r\n\r\n").rfind("HTTP/1.1 401", 0), 0u);
  EXPECT_FALSE(server.draining());
  EXPECT_EQ(AskHttp(server.admin_port(), post + "s3cret\r\n\r\n").rfind("HTTP/1.1 202", 0), 0u);
  EXPECT_EQ(run.get(), 0);
  EXPECT_TRUE(drained.load());
}

}  // namespace
}  // namespace chess::rpc
