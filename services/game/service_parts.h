#pragma once
// What the gRPC services of the referee work with, and how each is made. The services must not
// outlive the parts. Handlers never block gRPC's threads: what blocks runs on `reads`, what
// computes for long on `imports`.

#include <grpcpp/impl/service_type.h>

#include <functional>
#include <memory>

#include "base/clock.h"
#include "game/beat_keeper.h"
#include "game/game_repository.h"
#include "game/game_store.h"
#include "game/lobby_peer.h"
#include "game/log_repository.h"
#include "game/metrics.h"
#include "rpc/executor.h"

namespace chess::game {

struct ServiceParts {
  GameStore& store;
  GameRepository& games;
  LogRepository& log;
  LobbyPeer& lobby;
  BeatKeeper& beats;
  rpc::Executor& reads;
  rpc::Executor& imports;
  const base::Clock& clock;  // game time
  std::function<double()> clock_error_ms;
  Metrics& metrics;
};

// chess.game.v1.GameService, on the public port.
std::unique_ptr<grpc::Service> MakeGameService(const ServiceParts& parts);
// chess.rules.v1.RulesService, on the public port.
std::unique_ptr<grpc::Service> MakeRulesService(const ServiceParts& parts);
// chess.game.internal.v1.GameInternalService, on the internal port.
std::unique_ptr<grpc::Service> MakeGameInternalService(const ServiceParts& parts);
// chess.clock.internal.v1.DeadlineService, on the internal port.
std::unique_ptr<grpc::Service> MakeDeadlineService(const ServiceParts& parts);

}  // namespace chess::game
