// The whole clock service on real Redis, with owners of deadlines that note what they are told.
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <mutex>
#include <vector>

#include "chess/clock/internal/v1/deadline_service.grpc.pb.h"
#include "chess/clock/v1/clock_service.grpc.pb.h"
#include "clock/clock_app.h"
#include "redis/client.h"
#include "redis/keys.h"
#include "redis/publisher.h"
#include "rpc/call_context.h"
#include "rpc/client.h"
#include "rpc/server.h"
#include "testing/process.h"
#include "testing/redis_server.h"
#include "testing/wait.h"

namespace chess::clock {
namespace {

namespace internal_v1 = internal::v1;
using testing::RedisServer;
using testing::WaitFor;

constexpr char kSecret[] = "a secret of tests";

// An owner whose game time is an hour ahead of the machine's.
class FakeOwner final : public internal_v1::DeadlineService::Service {
 public:
  explicit FakeOwner(int port = 0) { Serve(port); }
  ~FakeOwner() override { Shut(); }

  void Serve(int port) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:" + std::to_string(port), grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  void Shut() {
    if (server_) server_->Shutdown(std::chrono::system_clock::now());
    server_.reset();
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int port() const { return port_; }

  static int64_t NowMs() { return base::SystemClock().NowMs() + 3'600'000; }

  void Set(const std::string& key, int64_t due_ms) {
    const std::lock_guard lock(mutex_);
    deadlines_[key] = due_ms;
  }
  // From now on a deadline may be carried out only so much after it was due.
  void Compensate(int64_t ms) { compensation_ms_ = ms; }
  void Hang(bool on) { failing_ = on; }

  size_t Left() const {
    const std::lock_guard lock(mutex_);
    return deadlines_.size();
  }
  int early() const { return early_; }
  int delivered() const { return delivered_; }
  int listings() const { return listings_; }
  std::vector<int64_t> LateMs() const {
    const std::lock_guard lock(mutex_);
    return late_ms_;
  }

  grpc::Status ListDue(grpc::ServerContext*, const internal_v1::ListDueRequest* request,
                       internal_v1::ListDueResponse* response) override {
    const std::lock_guard lock(mutex_);
    if (failing_) return {grpc::StatusCode::UNAVAILABLE, "away"};
    ++listings_;
    std::vector<std::pair<int64_t, std::string>> due;
    for (const auto& [key, due_ms] : deadlines_) {
      if (due_ms < request->before_ms()) due.emplace_back(due_ms, key);
    }
    std::sort(due.begin(), due.end());
    for (size_t i = 0; i < due.size() && i < static_cast<size_t>(request->limit()); ++i) {
      auto* deadline = response->add_deadlines();
      deadline->set_key(due[i].second);
      deadline->set_due_ms(due[i].first);
    }
    response->set_now_ms(NowMs());
    return grpc::Status::OK;
  }

  grpc::Status Deliver(grpc::ServerContext*, const internal_v1::DeliverRequest* request,
                       internal_v1::DeliverResponse* response) override {
    const std::lock_guard lock(mutex_);
    if (failing_) return {grpc::StatusCode::UNAVAILABLE, "away"};
    ++delivered_;
    const auto at = deadlines_.find(request->key());
    if (at == deadlines_.end()) {
      response->set_outcome(internal_v1::DELIVER_OUTCOME_GONE);
      return grpc::Status::OK;
    }
    const int64_t may_ms = at->second + compensation_ms_;
    const int64_t now_ms = NowMs();
    if (now_ms < at->second) ++early_;
    if (now_ms < may_ms) {
      response->set_outcome(internal_v1::DELIVER_OUTCOME_NOT_YET);
      response->set_at_ms(may_ms);
      return grpc::Status::OK;
    }
    late_ms_.push_back(now_ms - may_ms);
    deadlines_.erase(at);
    response->set_outcome(internal_v1::DELIVER_OUTCOME_DONE);
    return grpc::Status::OK;
  }

 private:
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, int64_t> deadlines_;
  std::vector<int64_t> late_ms_;
  std::atomic<int64_t> compensation_ms_{0};
  std::atomic<bool> failing_{false};
  std::atomic<int> early_{0}, delivered_{0}, listings_{0};
};

std::unique_ptr<ClockApp> StartClock(const std::string& game, const std::string& lobby,
                                     const std::string& redis_url, int sweep_interval_ms = 1000) {
  Options options;
  options.server.service_secret = kSecret;
  options.server.log_level = "error";
  options.redis_url = redis_url;
  options.game_internal_address = game;
  options.lobby_internal_address = lobby;
  options.sweeper.sweep_interval_ms = sweep_interval_ms;
  auto clock = std::make_unique<ClockApp>(options);
  const base::Status started = clock->server().Start();
  EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().message);
  return clock;
}

void ExpectNeverEarly(const FakeOwner& owner) { EXPECT_EQ(owner.early(), 0); }

void PrintLateness(const char* what, std::vector<int64_t> late_ms) {
  std::sort(late_ms.begin(), late_ms.end());
  if (late_ms.empty()) return;
  std::printf("%s: %zu deadlines, late by %lld ms (median), %lld ms (most)\n", what, late_ms.size(),
              static_cast<long long>(late_ms[late_ms.size() / 2]),
              static_cast<long long>(late_ms.back()));
}

void SetMany(FakeOwner& owner, int count, int64_t first_in_ms, int64_t over_ms) {
  const int64_t now_ms = FakeOwner::NowMs();
  for (int i = 0; i < count; ++i) {
    owner.Set("key" + std::to_string(1000 + i), now_ms + first_in_ms + i * over_ms / count);
  }
}

TEST(Sweeping, EveryDeadlineOfEveryOwnerIsDeliveredAndNeverEarly) {
  FakeOwner game, lobby;
  SetMany(game, 200, -50, 2500);
  SetMany(lobby, 50, -50, 2500);
  const auto clock = StartClock(game.address(), lobby.address(), RedisServer::Shared().Url());
  EXPECT_TRUE(WaitFor([&] { return game.Left() + lobby.Left() == 0; }));
  ExpectNeverEarly(game);
  ExpectNeverEarly(lobby);
  PrintLateness("one replica", game.LateMs());
  // The owner has counted a delivery before its answer is back at the clock.
  EXPECT_TRUE(WaitFor([&] {
    return clock->registry().Render().find("chess_clock_deadline_lateness_seconds_count 250") !=
           std::string::npos;
  }));
}

TEST(Sweeping, ANearDeadlineIsHeardBetweenSweeps) {
  FakeOwner game;
  // After the first two sweeps the next would come in ten minutes.
  const auto clock = StartClock(game.address(), "", RedisServer::Shared().Url(), 600'000);
  ASSERT_TRUE(WaitFor([&] { return game.listings() >= 2; }));
  redis::Publisher publisher({RedisServer::Shared().Url()});
  const int64_t due_ms = FakeOwner::NowMs() + 300;
  game.Set("abcd1234", due_ms);
  const std::string payload = "game abcd1234 " + std::to_string(due_ms) + "\n";
  // The subscription may not stand yet: announced until it is heard.
  EXPECT_TRUE(WaitFor([&] {
    publisher.Publish(redis::DeadlineNoticeChannel(), payload);
    return game.Left() == 0;
  }));
  ExpectNeverEarly(game);
}

TEST(Sweeping, WhatMayNotBeCarriedOutYetIsDeliveredAgain) {
  FakeOwner game;
  game.Compensate(400);
  SetMany(game, 20, 0, 200);
  const auto clock = StartClock(game.address(), "", RedisServer::Shared().Url());
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  ExpectNeverEarly(game);
  PrintLateness("put off by the owner", game.LateMs());
}

TEST(Sweeping, ReplicasShareTheWork) {
  FakeOwner game;
  SetMany(game, 300, 500, 1500);
  std::vector<std::unique_ptr<ClockApp>> replicas;
  for (int i = 0; i < 3; ++i) {
    replicas.push_back(StartClock(game.address(), "", RedisServer::Shared().Url()));
  }
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  ExpectNeverEarly(game);
  // Claims: each delivered once, but for a machine so slow that a claim lapses meanwhile.
  EXPECT_GE(game.delivered(), 300);
  EXPECT_LT(game.delivered(), 450);
  PrintLateness("three replicas", game.LateMs());
}

TEST(Sweeping, AReplicaThatDiesLeavesNothingBehind) {
  FakeOwner game;
  SetMany(game, 200, 200, 2000);
  auto first = StartClock(game.address(), "", RedisServer::Shared().Url());
  ASSERT_TRUE(WaitFor([&] { return game.Left() < 150; }));
  first.reset();
  const auto second = StartClock(game.address(), "", RedisServer::Shared().Url());
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  ExpectNeverEarly(game);
}

// The real program, killed without warning again and again while flags fall.
TEST(Sweeping, KilledAndStartedAgainItForgetsNoDeadline) {
  FakeOwner game;
  SetMany(game, 300, 0, 3000);
  const auto start = [&] {
    return std::make_unique<testing::Process>(
        testing::Process::Options{{CHESS_CLOCK_PROGRAM},
                                  {"CHESS_SERVICE_SECRET=" + std::string(kSecret),
                                   "CHESS_REDIS_URL=" + RedisServer::Shared().Url(),
                                   "CHESS_GAME_INTERNAL_ADDRESS=" + game.address()}});
  };
  for (size_t left = 250; left >= 50; left -= 50) {
    const auto clock = start();
    ASSERT_TRUE(WaitFor([&] { return game.Left() < left; })) << left;
    clock->Signal(SIGKILL);
  }
  const auto last = start();
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  ExpectNeverEarly(game);
  last->Signal(SIGTERM);
  EXPECT_EQ(last->Wait(10'000), 0);
}

// What a replica claimed and did not deliver before it died is delivered by the next.
TEST(Sweeping, ClaimsOfTheDeadLapse) {
  FakeOwner game;
  RedisServer redis;
  const int64_t due_ms = FakeOwner::NowMs() + 200;
  game.Set("abcd1234", due_ms);
  redis::Client client({redis.Url()});
  for (int shard = 0; shard < 4; ++shard) {
    ASSERT_TRUE(client
                    .Command({"ZADD", redis::DeadlinesKey(shard), std::to_string(due_ms + 1000),
                              "game abcd1234 " + std::to_string(due_ms)})
                    .ok());
  }
  const auto clock = StartClock(game.address(), "", redis.Url());
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  EXPECT_GE(game.LateMs().at(0), 900);  // it did wait for the other
}

TEST(Sweeping, WithoutRedisOrWithAnEmptiedOneFlagsFallAllTheSame) {
  FakeOwner game;
  RedisServer redis;
  SetMany(game, 300, 300, 3000);
  std::vector<std::unique_ptr<ClockApp>> replicas;
  for (int i = 0; i < 2; ++i) replicas.push_back(StartClock(game.address(), "", redis.Url()));
  ASSERT_TRUE(WaitFor([&] { return game.Left() < 250; }));
  redis.Flush();
  ASSERT_TRUE(WaitFor([&] { return game.Left() < 150; }));
  redis.Kill();
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  ExpectNeverEarly(game);
  PrintLateness("Redis emptied, then killed", game.LateMs());
  redis.Restart();
  SetMany(game, 20, 300, 500);
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
}

TEST(Sweeping, ASilentRedisDelaysNothingForLong) {
  FakeOwner game;
  RedisServer redis;
  SetMany(game, 100, 500, 2000);
  const auto clock = StartClock(game.address(), "", redis.Url());
  ASSERT_TRUE(WaitFor([&] { return game.Left() < 90; }));
  redis.Stop();
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  PrintLateness("Redis silent", game.LateMs());
  redis.Continue();
}

TEST(Sweeping, AnOwnerThatWasAwayGetsEverythingOnceItIsBack) {
  FakeOwner game;
  SetMany(game, 50, 0, 500);
  game.Hang(true);
  const auto clock = StartClock(game.address(), "", RedisServer::Shared().Url());
  game.Hang(false);
  ASSERT_TRUE(WaitFor([&] { return game.Left() < 40; }));
  const int port = game.port();
  game.Shut();
  game.Serve(port);
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  ExpectNeverEarly(game);
}

TEST(Sweeping, AnotherReplicaOfAnOwnerIsAskedWhenOneIsAway) {
  FakeOwner dead, alive;
  dead.Hang(true);
  SetMany(alive, 20, 0, 500);
  const auto clock =
      StartClock(dead.address() + ", " + alive.address(), "", RedisServer::Shared().Url());
  EXPECT_TRUE(WaitFor([&] { return alive.Left() == 0; }));
}

TEST(Sweeping, MoreDeadlinesThanOnePageAllFall) {
  FakeOwner game;
  SetMany(game, 2500, 0, 500);
  const auto clock = StartClock(game.address(), "", RedisServer::Shared().Url());
  EXPECT_TRUE(WaitFor([&] { return game.Left() == 0; }));
  ExpectNeverEarly(game);
  PrintLateness("2,500 in half a second", game.LateMs());
}

grpc::Status AskTime(int port, v1::GetTimeResponse* response) {
  const auto stub =
      v1::ClockService::NewStub(rpc::MakeChannel("127.0.0.1:" + std::to_string(port)));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  context.set_wait_for_ready(true);
  context.AddMetadata(rpc::kMetaServiceKey, kSecret);
  return stub->GetTime(&context, {}, response);
}

TEST(Time, IsTheOwnersGameTime) {
  FakeOwner game;
  const auto clock = StartClock(game.address(), "", RedisServer::Shared().Url());
  v1::GetTimeResponse response;
  const int port = clock->server().public_port();
  ASSERT_TRUE(WaitFor([&] { return AskTime(port, &response).ok(); }));
  const int64_t before_ms = FakeOwner::NowMs();
  ASSERT_TRUE(AskTime(port, &response).ok());
  const int64_t after_ms = FakeOwner::NowMs();
  const int64_t told_ms =
      response.server_time().seconds() * 1000 + response.server_time().nanos() / 1'000'000;
  // The first sample of a busy machine may be off by half a round trip.
  EXPECT_GE(told_ms, before_ms - 2000);
  EXPECT_LE(told_ms, after_ms + 2000);
}

TEST(Time, IsUnknownUntilAnOwnerHasToldItAndTheServiceIsReadyAllTheSame) {
  FakeOwner game;
  game.Hang(true);
  const auto clock = StartClock(game.address(), "", RedisServer::Shared().Url());
  EXPECT_TRUE(WaitFor([&] { return clock->server().Ready(); }));
  v1::GetTimeResponse response;
  const int port = clock->server().public_port();
  EXPECT_EQ(AskTime(port, &response).error_code(), grpc::StatusCode::UNAVAILABLE);
  const auto overdue = [&] {  // what tells people of it
    return clock->registry().Render().find("chess_clock_timers_overdue_seconds 0\n") ==
           std::string::npos;
  };
  EXPECT_TRUE(overdue());
  game.Hang(false);
  EXPECT_TRUE(WaitFor([&] { return AskTime(port, &response).ok(); }));
  EXPECT_TRUE(WaitFor([&] { return !overdue(); }));
}

}  // namespace
}  // namespace chess::clock
