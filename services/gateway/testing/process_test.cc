// The real program: its settings, its ports, its end.

#include "testing/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "base/clock.h"
#include "gateway/testing/fake_log.h"
#include "gateway/testing/fake_service.h"
#include "gateway/testing/http_client.h"
#include "gateway/testing/native_client.h"
#include "gateway/testing/watch_client.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

using chess::testing::Process;
using chess::testing::ReadFileOrDie;
using chess::testing::WaitFor;

class Program : public ::testing::Test {
 protected:
  std::unique_ptr<Process> Run(std::vector<std::string> arguments,
                               std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), CHESS_GATEWAY_PROGRAM);
    return std::make_unique<Process>(
        Process::Options{arguments, environment, folder_.path() + "/output", false});
  }
  std::string Output() { return ReadFileOrDie(folder_.path() + "/output"); }
  // Runs it against `service`; the port of HTTP.
  int Start(const FakeService& service, const std::string& grace_ms) {
    const std::string ports = folder_.path() + "/ports";
    const std::string address = service.address();
    gateway_ = Run(
        {"--http-listen", "127.0.0.1:0", "--ports-file", ports},
        {"CHESS_SERVICE_SECRET=s", "CHESS_GAME_ADDRESS=" + address,
         "CHESS_GAME_INTERNAL_ADDRESS=" + address, "CHESS_CLOCK_ADDRESS=" + address,
         "CHESS_LOBBY_INTERNAL_ADDRESS=" + address, "CHESS_GATEWAY_DRAIN_GRACE_MS=" + grace_ms});
    EXPECT_TRUE(WaitFor([&] { return access(ports.c_str(), R_OK) == 0; }));
    int http = 0, grpc = 0, admin = 0;
    EXPECT_EQ(
        std::sscanf(ReadFileOrDie(ports).c_str(), "http=%d grpc=%d admin=%d", &http, &grpc, &admin),
        3);
    EXPECT_GT(grpc, 0);
    EXPECT_GT(admin, 0);
    admin_ = admin;
    return http;
  }

  chess::testing::TempDir folder_;
  std::unique_ptr<Process> gateway_;
  int admin_ = 0;
};

TEST_F(Program, ExplainsItsSettings) {
  EXPECT_EQ(Run({"--help"})->Wait(10'000), 0);
  EXPECT_THAT(Output(), ::testing::HasSubstr("CHESS_GATEWAY_HTTP_LISTEN"));
}

TEST_F(Program, RefusesBadSettingsByName) {
  EXPECT_EQ(Run({"--limits", "play=many"})->Wait(10'000), 2);
  EXPECT_THAT(Output(), ::testing::HasSubstr("limits"));
  EXPECT_EQ(Run({"--http-listen", "127.0.0.1:0"})->Wait(10'000), 2);
  EXPECT_THAT(Output(), ::testing::HasSubstr("CHESS_SERVICE_SECRET"));
  EXPECT_EQ(Run({"--http-listen", "nowhere"}, {"CHESS_SERVICE_SECRET=s"})->Wait(10'000), 1);
  EXPECT_THAT(Output(), ::testing::HasSubstr("nowhere"));
}

// Three idle streams and one call that waits: SIGTERM ends them within the grace, the call is
// finished, and the program is gone two seconds after at the latest.
TEST_F(Program, EndsOnSigtermWithinItsGrace) {
  FakeLog log;
  FakeService service([&](const FakeService::Request& request) {
    FakeService::Answer answer{{""}, {}, {}, false};
    if (request.method.ends_with("/GetTime")) answer = {{}, {}, {}, true};  // never answers
    log.Handle(request, &answer);
    return answer;
  });
  const int port = Start(service, "5000");
  std::vector<std::unique_ptr<WatchClient>> streams;
  for (int i = 0; i < 3; ++i) {
    streams.push_back(std::make_unique<WatchClient>(port, WatchClient::Options{}));
    EXPECT_FALSE(streams.back()->hello().stream_id().empty());
  }
  HttpClient pending(port);
  pending.Send("POST", "/chess.clock.v1.ClockService/GetTime",
               {{"content-type", "application/grpc-web"}, {"grpc-timeout", "2S"}},
               rpc::EncodeWebFrame(false, ""));
  ASSERT_TRUE(WaitFor([&] { return !service.requests("GetTime").empty(); }));
  const int64_t start = base::SystemClock().SteadyNs();
  gateway_->Signal(SIGTERM);
  for (auto& stream : streams) EXPECT_EQ(stream->ReadToEnd().code, 14);
  EXPECT_EQ(ReadWebAnswer(pending.Receive()).code, 4) << "it got its answer, not a cut";
  EXPECT_EQ(gateway_->Wait(7000), 0);
  EXPECT_LT(base::SystemClock().SteadyNs() - start, 7'000'000'000);
}

TEST_F(Program, ASecondSignalEndsItAtOnce) {
  FakeService service([](const FakeService::Request&) {
    return FakeService::Answer{{""}, {}, {}, false};
  });
  const int port = Start(service, "60000");
  WatchClient stream(port, {});
  gateway_->Signal(SIGTERM);
  ASSERT_TRUE(WaitFor([&] {  // it drains
    HttpClient probe(admin_);
    probe.Send("GET", "/readyz", {});
    return probe.Receive().status == 503;
  }));
  gateway_->Signal(SIGINT);
  EXPECT_EQ(gateway_->Wait(5000), 130);
}

}  // namespace
}  // namespace chess::gateway
