#include "loadgen/direct.h"

#include <atomic>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "base/ids.h"
#include "base/random.h"
#include "chess/game/internal/v1/game_internal_service.grpc.pb.h"
#include "chess/game/v1/game_service.grpc.pb.h"
#include "rpc/client.h"
#include "rpc/status.h"

namespace chess::loadgen {
namespace {

namespace internal = game::internal::v1;

struct Shared {
  const std::vector<RecordedGame>& games;
  Stats& stats;
  rpc::Peer game, game_internal;
  std::unique_ptr<game::v1::GameService::Stub> stub;
  std::unique_ptr<internal::GameInternalService::Stub> internal_stub;
  std::mutex mutex;  // guards stats
  std::atomic<bool> stopping = false;
  std::atomic<int> running = 0;
};

// One place where games are played one after another; each step is started by the answer before.
class Table : public std::enable_shared_from_this<Table> {
 public:
  Table(Shared& shared, size_t number) : shared_(shared), next_game_(number) {}

  void Begin() {
    if (shared_.stopping) return End();
    recorded_ = &shared_.games[next_game_ % shared_.games.size()];
    next_game_ += 7;
    turn_ = 0;
    game_id_ = base::NewGameId().value;
    players_ = {base::NewPlayerId(), base::NewPlayerId()};
    struct Create {
      grpc::ClientContext context;
      internal::CreateGameRequest request;
      internal::CreateGameResponse response;
    };
    auto call = std::make_shared<Create>();
    call->request.set_game_id(game_id_);
    auto& settings = *call->request.mutable_settings();
    settings.set_rule_set("standard");
    settings.set_draw_policy(common::v1::DRAW_POLICY_BY_CLAIM);
    settings.mutable_time_control()->add_stages()->set_time_ms(3'600'000);
    call->request.mutable_white()->set_player_id(players_[0].value);
    call->request.mutable_black()->set_player_id(players_[1].value);
    shared_.game_internal.Prepare(call->context);
    shared_.internal_stub->async()->CreateGame(
        &call->context, &call->request, &call->response,
        [self = shared_from_this(), call](const grpc::Status& status) {
          if (!status.ok()) return self->Fail(status);
          self->Move();
        });
  }

 private:
  struct Play {
    grpc::ClientContext context;
    game::v1::PlayMoveRequest request;
    game::v1::PlayMoveResponse response;
    int64_t submitted = 0;
  };

  void Move() {
    if (shared_.stopping) return End();
    if (turn_ == recorded_->moves.size()) return Begin();
    auto call = std::make_shared<Play>();
    call->request.set_game_id(game_id_);
    call->request.set_request_id(base::SecureBytes(16));
    call->request.set_expected_turn(static_cast<int>(turn_) + 1);
    call->request.set_move(recorded_->moves[turn_]);
    rpc::CallContext caller;
    caller.player_id = players_[turn_ % 2];
    caller.scopes = {"play"};
    ++turn_;
    shared_.game.Prepare(call->context, rpc::kDefaultDeadlineMs, &caller);
    call->submitted = base::SystemClock().SteadyNs();
    shared_.stub->async()->PlayMove(&call->context, &call->request, &call->response,
                                    [self = shared_from_this(), call](const grpc::Status& status) {
                                      self->Answered(*call, status);
                                    });
  }

  void Answered(const Play& call, const grpc::Status& status) {
    if (!status.ok()) return Fail(status);
    {
      const std::lock_guard lock(shared_.mutex);
      if (shared_.stats.measuring) {
        ++shared_.stats.moves;
        shared_.stats.acknowledged.Add(base::SystemClock().SteadyNs() - call.submitted);
      }
    }
    if (call.response.view().has_result()) return Begin();
    Move();
  }

  // A failed call closes its table: a service that refuses is not hammered, and the run, which
  // counts the error, ends with status 1.
  void Fail(const grpc::Status& status) {
    {
      const std::lock_guard lock(shared_.mutex);
      ++shared_.stats.errors;
      if (shared_.stats.first_error.empty()) shared_.stats.first_error = status.error_message();
    }
    End();
  }

  void End() { --shared_.running; }

  Shared& shared_;
  size_t next_game_;
  const RecordedGame* recorded_ = nullptr;
  size_t turn_ = 0;
  std::string game_id_;
  std::array<base::PlayerId, 2> players_;
};

}  // namespace

base::Status RunDirect(const Options& options, const std::vector<RecordedGame>& games, Stats& stats,
                       const std::function<void()>& begin, const std::function<void()>& end) {
  std::string secret;
  std::ifstream(options.secret_file) >> secret;
  if (secret.empty()) {
    return base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD",
                           "No service credential in " + options.secret_file);
  }
  Shared shared{games,
                stats,
                rpc::Peer("game", options.direct, secret, "loadgen"),
                rpc::Peer("game", options.direct_internal, secret, "loadgen"),
                nullptr,
                nullptr};
  shared.stub = game::v1::GameService::NewStub(shared.game.channel());
  shared.internal_stub = internal::GameInternalService::NewStub(shared.game_internal.channel());
  for (int i = 0; i < options.games; ++i) {
    ++shared.running;
    std::make_shared<Table>(shared, static_cast<size_t>(i))->Begin();
  }
  const auto set_measuring = [&](bool on) {
    const std::lock_guard lock(shared.mutex);
    stats.measuring = on;
  };
  std::this_thread::sleep_for(std::chrono::seconds(options.warmup));
  begin();
  set_measuring(true);
  std::this_thread::sleep_for(std::chrono::seconds(options.seconds));
  set_measuring(false);
  end();
  shared.stopping = true;
  while (shared.running > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return {};
}

}  // namespace chess::loadgen
