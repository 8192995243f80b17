// Replicas: who is asked, and how names become addresses.

#include "gateway/upstream/endpoints.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <map>

namespace chess::gateway {
namespace {

using boost::asio::io_context;

TEST(Endpoints, AHintIsAlwaysTheSameReplicaAndHintsAreSpread) {
  io_context io;
  Endpoints endpoints(io, "game", "unix:/a,unix:/b,unix:/c");
  std::map<Endpoint*, int> games;
  for (int i = 0; i < 300; ++i) {
    const std::string id = "game" + std::to_string(1000 + i);
    const EndpointPtr first = endpoints.Pick(id);
    EXPECT_EQ(endpoints.Pick(id), first);
    ++games[first.get()];
  }
  ASSERT_EQ(games.size(), 3u);
  for (const auto& [endpoint, count] : games) EXPECT_GT(count, 60) << endpoint->target;
}

TEST(Endpoints, BothPortsOfAReplicaAreChosenAlike) {
  io_context io;
  Endpoints outside(io, "game", "unix:/a,unix:/b,unix:/c");
  Endpoints inside(io, "game", "unix:/a-internal,unix:/b-internal,unix:/c-internal");
  for (int i = 0; i < 100; ++i) {
    const std::string id = "game" + std::to_string(1000 + i);
    EXPECT_EQ(outside.Pick(id)->target + "-internal", inside.Pick(id)->target);
  }
}

TEST(Endpoints, AFailedReplicaIsPassedOverAndItsGamesAloneMove) {
  io_context io;
  Endpoints endpoints(io, "game", "unix:/a,unix:/b,unix:/c");
  std::map<std::string, EndpointPtr> before;
  for (int i = 0; i < 100; ++i) {
    const std::string id = "game" + std::to_string(1000 + i);
    before[id] = endpoints.Pick(id);
  }
  const EndpointPtr failed = before.begin()->second;
  endpoints.Failed(*failed);
  for (const auto& [id, endpoint] : before) {
    const EndpointPtr now = endpoints.Pick(id);
    if (endpoint == failed) {
      EXPECT_NE(now, failed);
    } else {
      EXPECT_EQ(now, endpoint);
    }
  }
  endpoints.Succeeded(*failed);
  for (const auto& [id, endpoint] : before) EXPECT_EQ(endpoints.Pick(id), endpoint);
}

TEST(Endpoints, AllAreTriedWhereAllHaveFailed) {
  io_context io;
  Endpoints endpoints(io, "game", "unix:/a,unix:/b");
  const EndpointPtr first = endpoints.Pick("x");
  const EndpointPtr second = endpoints.Pick("x", {{first}});
  EXPECT_NE(first, second);
  endpoints.Failed(*first);
  endpoints.Failed(*second);
  EXPECT_NE(endpoints.Pick("x"), nullptr);
  EXPECT_EQ(endpoints.Pick("x", {{first}}), second);
  EXPECT_EQ(Endpoints(io, "none", "").Pick("x"), nullptr);
}

TEST(Endpoints, CallsWithoutAHintGoRound) {
  io_context io;
  Endpoints endpoints(io, "lobby", "unix:/a,unix:/b,unix:/c");
  std::map<Endpoint*, int> calls;
  for (int i = 0; i < 30; ++i) ++calls[endpoints.Pick("").get()];
  ASSERT_EQ(calls.size(), 3u);
  for (const auto& [endpoint, count] : calls) EXPECT_EQ(count, 10) << endpoint->target;
}

TEST(Endpoints, AHostNameBecomesItsAddresses) {
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  io_context io;
  boost::asio::ip::tcp::resolver resolver(io);
  boost::system::error_code error;
  resolver.resolve(host, "9000", error);
  if (error) GTEST_SKIP() << "this machine does not know its own name";
  Endpoints endpoints(io, "game", std::string(host) + ":9000");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (endpoints.size() == 0 && std::chrono::steady_clock::now() < end) {
    io.run_for(std::chrono::milliseconds(20));
  }
  ASSERT_GT(endpoints.size(), 0u);
  EXPECT_TRUE(endpoints.Pick("x")->target.ends_with(":9000"));
}

}  // namespace
}  // namespace chess::gateway
