// The program itself, killed just before and just after its commits while games are played. What
// was acknowledged is in the log exactly once, and every game can be played on.

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "base/random.h"
#include "chess/game/internal/v1/game_internal_service.grpc.pb.h"
#include "chess/game/v1/game_service.grpc.pb.h"
#include "game/testing/game_rig.h"
#include "rpc/client.h"
#include "rpc/status.h"
#include "testing/process.h"

namespace chess::game {
namespace {

using chess::testing::PostgresServer;
using chess::testing::Process;
using chess::testing::WaitFor;

constexpr char kSecret[] = "secret";

// chess-game as a child on two sockets, started again whenever it has died.
class Referee {
 public:
  Referee(std::string postgres_url, std::string failpoints)
      : url_(std::move(postgres_url)), failpoints_(std::move(failpoints)) {
    Start();
  }

  // Starts it again if it is dead; true if it was.
  bool Revive() {
    if (process_->Running()) return false;
    ++deaths;
    Start();
    return true;
  }
  std::string Public() const { return "unix:" + folder_.path() + "/public.sock"; }
  std::string Internal() const { return "unix:" + folder_.path() + "/internal.sock"; }

  int deaths = 0;

 private:
  void Start() {
    // Another seed for every life, so that each dies somewhere else.
    std::string failpoints = failpoints_;
    if (!failpoints.empty()) failpoints += ":" + std::to_string(deaths + 1);
    process_ = std::make_unique<Process>(Process::Options{
        {CHESS_GAME_PROGRAM, "--listen", Public(), "--internal-listen", Internal(),
         "--admin-listen", "", "--log-level", "error"},
        {"CHESS_POSTGRES_URL=" + url_, std::string("CHESS_SERVICE_SECRET=") + kSecret,
         "CHESS_FAILPOINTS=" + failpoints},
        folder_.path() + "/log"});
  }

  const std::string url_, failpoints_;
  chess::testing::TempDir folder_;
  std::unique_ptr<Process> process_;
};

struct Played {
  std::string game_id;
  std::map<std::string, int64_t> acknowledged;  // request id -> seq
  int repeated = 0;
};

// Plays both sides of a game; a command without an answer is repeated with its request id.
class Player {
 public:
  Player(const Referee& referee, std::vector<std::string> moves)
      : peer_("game", referee.Public(), kSecret, "test"),
        inside_("game", referee.Internal(), kSecret, "test"),
        game_(v1::GameService::NewStub(peer_.channel())),
        internal_(internal::v1::GameInternalService::NewStub(inside_.channel())),
        moves_(std::move(moves)) {
    played.game_id = base::NewGameId().value;
  }

  void Run() {
    Create();
    for (size_t i = 0; i < moves_.size(); ++i) Move(i);
  }

  Played played;

 private:
  void Create() {
    internal::v1::CreateGameRequest request;
    request.set_game_id(played.game_id);
    request.mutable_settings()->mutable_time_control()->add_stages()->set_time_ms(600'000);
    request.mutable_white()->set_player_id(kWhiteId);
    request.mutable_black()->set_player_id(kBlackId);
    ASSERT_TRUE(WaitFor([&] {
      grpc::ClientContext context;
      inside_.Prepare(context, 3000);
      context.set_wait_for_ready(true);
      internal::v1::CreateGameResponse response;
      return internal_->CreateGame(&context, request, &response).ok();
    }, 30'000));
  }

  void Move(size_t i) {
    v1::PlayMoveRequest request;
    request.set_game_id(played.game_id);
    request.set_request_id(base::SecureBytes(16));
    request.set_expected_turn(static_cast<int32_t>(i) + 1);
    request.set_move(moves_[i]);
    rpc::CallContext caller;
    caller.player_id.value = i % 2 == 0 ? kWhiteId : kBlackId;
    bool first = true;
    ASSERT_TRUE(WaitFor([&] {
      if (!first) ++played.repeated;
      first = false;
      grpc::ClientContext context;
      peer_.Prepare(context, 3000, &caller);
      context.set_wait_for_ready(true);
      v1::PlayMoveResponse response;
      const grpc::Status status = game_->PlayMove(&context, request, &response);
      if (status.ok()) played.acknowledged[request.request_id()] = response.seq();
      EXPECT_TRUE(status.ok() || status.error_code() == grpc::StatusCode::UNAVAILABLE ||
                  status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED)
          << status.error_message();
      return status.ok();
    }, 30'000));
  }

  rpc::Peer peer_, inside_;
  std::unique_ptr<v1::GameService::Stub> game_;
  std::unique_ptr<internal::v1::GameInternalService::Stub> internal_;
  const std::vector<std::string> moves_;
};

// The moves of the first `count` recorded games.
std::vector<std::vector<std::string>> RecordedGames(size_t count) {
  std::ifstream file(std::string(CHESS_SOURCE_DIR) + "/tests/testdata/games.tsv");
  std::vector<std::vector<std::string>> games;
  for (std::string line; games.size() < count && std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream columns(line);
    std::string moves;
    for (int i = 0; i < 8; ++i) std::getline(columns, moves, '\t');
    std::istringstream words(moves);
    games.push_back({std::istream_iterator<std::string>(words), {}});
  }
  return games;
}

void PlayUnderCrashes(const std::string& failpoints) {
  const std::string url = PostgresServer::Shared().NewDatabase();
  Referee referee(url, failpoints);
  std::vector<std::unique_ptr<Player>> players;
  for (auto& moves : RecordedGames(12)) {
    players.push_back(std::make_unique<Player>(referee, std::move(moves)));
  }
  std::atomic<size_t> finished{0};
  std::vector<std::thread> threads;
  for (auto& player : players) {
    threads.emplace_back([&finished, &player] {
      player->Run();
      ++finished;
    });
  }
  EXPECT_TRUE(WaitFor([&] {
    referee.Revive();
    return finished == players.size();
  }, 50'000));
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(referee.deaths, 3);

  auto app = StartReplica(RigConfig(url));
  for (const auto& player : players) {
    const auto rows = app->parts().log.Load({player->played.game_id});
    ASSERT_TRUE(rows.ok());
    const std::vector<LogRow>& log = rows->front().log;
    std::map<std::string, int64_t> stored;
    for (size_t i = 0; i < log.size(); ++i) {
      EXPECT_EQ(log[i].seq, static_cast<int64_t>(i) + 1);
      if (log[i].request_id == std::string(16, '\0')) continue;
      EXPECT_TRUE(stored.emplace(log[i].request_id, log[i].seq).second) << "played twice";
    }
    EXPECT_EQ(stored, player->played.acknowledged);
  }
  std::printf("%d deaths\n", referee.deaths);
}

TEST(CrashTest, ACrashJustBeforeACommitLosesNothingAcknowledged) {
  PlayUnderCrashes("commit_before:crash@0.03");
}

TEST(CrashTest, ACrashJustAfterACommitPlaysNothingTwice) {
  PlayUnderCrashes("commit_after:crash@0.03");
}

}  // namespace
}  // namespace chess::game
