#include "uci/pool.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <future>

namespace chess::uci {
namespace {

PoolSettings Settings(std::vector<std::string> arguments) {
  PoolSettings settings;
  settings.engine.command = {FAKE_ENGINE};
  for (std::string& argument : arguments) settings.engine.command.push_back(std::move(argument));
  settings.engine.handshake_ms = 2000;
  settings.engine.grace_ms = 200;
  return settings;
}

SearchRequest Start() {
  return {.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", .time_ms = 100};
}

base::Result<SearchResult> Search(Pool& pool, SearchRequest request) {
  std::promise<base::Result<SearchResult>> promise;
  auto future = promise.get_future();
  const base::Status queued =
      pool.Submit(std::move(request), [](const Lines&) { return true; },
                  [&](base::Result<SearchResult> result) { promise.set_value(std::move(result)); });
  if (!queued) return queued.error();
  return future.get();
}

TEST(Pool, AnswersWithTheBestMoveAndTheDeepestLine) {
  Pool pool(Settings({"good"}));
  const auto result = Search(pool, Start());
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->best_move, "e2e4");
  EXPECT_EQ(result->lines.depth(), 2);
  EXPECT_EQ(pool.engine_name(), "Fake 1");
}

TEST(Pool, ADyingEngineIsStartedAgainAndTheWorkIsDone) {
  const std::string memory = "/tmp/fake-engine-" + std::to_string(getpid());
  Pool pool(Settings({"dies", memory}));
  const auto result = Search(pool, Start());
  unlink(memory.c_str());
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->best_move, "e2e4");
  EXPECT_EQ(pool.Stats().restarts, 1);
}

TEST(Pool, SaysOnceWhyAnEngineDoesNotStart) {
  PoolSettings settings = Settings({});
  settings.engine.command = {"/nowhere/engine"};
  std::vector<std::string> said;  // by the pool's only thread; read when that has ended
  settings.on_failure = [&](const base::Error& error, const std::string& fen) {
    said.push_back(error.message + "|" + fen);
  };
  {
    Pool pool(settings);
    EXPECT_FALSE(Search(pool, Start()).ok());
    EXPECT_FALSE(Search(pool, Start()).ok());
  }
  const std::string wanted =
      "The engine /nowhere/engine could not be started: No such file or directory|";
  EXPECT_EQ(said, std::vector{wanted});
}

TEST(Pool, SaysAtWhichPositionAnEngineFailed) {
  std::vector<std::string> said;
  PoolSettings settings = Settings({"hangs"});
  settings.on_failure = [&](const base::Error&, const std::string& fen) { said.push_back(fen); };
  {
    Pool pool(settings);
    EXPECT_FALSE(Search(pool, Start()).ok());
  }
  EXPECT_EQ(said, (std::vector{Start().fen, Start().fen}));  // on two engines
}

TEST(Pool, AHangingEngineIsGivenUpWithAnError) {
  Pool pool(Settings({"hangs"}));
  const auto result = Search(pool, Start());
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().reason, "ENGINE_FAILED");
}

TEST(Pool, AMissingProgramIsAnErrorNotACrash) {
  PoolSettings settings;
  settings.engine.command = {"/no/such/engine"};
  Pool pool(settings);
  const auto result = Search(pool, Start());
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().reason, "ENGINE_FAILED");
  EXPECT_FALSE(pool.Healthy());
}

TEST(Pool, AFullQueueIsRefusedWithARetryHint) {
  PoolSettings settings = Settings({"hangs"});
  settings.queue = 1;
  Pool pool(settings);
  std::atomic<int> done = 0;
  base::Status refused;
  for (int i = 0; i < 3 && refused.ok(); ++i) {
    refused = pool.Submit(Start(), [](const Lines&) { return true; },
                          [&](base::Result<SearchResult>) { ++done; });
  }
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().reason, "ENGINES_BUSY");
  EXPECT_GT(refused.error().retry_after_ms, 0);
}

TEST(Pool, StockfishFindsAMateInOne) {
  PoolSettings settings;
  settings.engine.command = {"/usr/games/stockfish"};
  if (access(settings.engine.command[0].c_str(), X_OK) != 0) {
    GTEST_SKIP() << "no stockfish on this machine";
  }
  Pool pool(settings);
  SearchRequest request = Start();
  request.fen = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
  request.time_ms = 3000;
  request.depth = 8;
  const auto result = Search(pool, request);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->best_move, "a1a8");
  EXPECT_EQ(result->lines.by_rank().at(1).score, (Score{true, 1}));
}

}  // namespace
}  // namespace chess::uci
