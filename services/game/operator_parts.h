#pragma once
// What the operators' side of the game service works with. All of it blocks, so it has threads and
// connections of its own: no question takes them from players. Only what is done to a game goes the
// way of players' commands, and compaction that of the housekeeper.

#include <grpcpp/impl/service_type.h>

#include <memory>

#include "game/audit_repository.h"
#include "game/housekeeper.h"
#include "game/index_repository.h"
#include "game/log_repository.h"
#include "game/operator_repository.h"
#include "game/retention_repository.h"
#include "game/service_parts.h"
#include "rpc/executor.h"

namespace chess::game {

struct OperatorParts {
  const ServiceParts& game;
  OperatorRepository& rows;
  AuditRepository& audit;
  IndexRepository& index;
  RetentionRepository& retention;
  LogRepository& log;  // reads with time to spare
  Housekeeper& housekeeper;
  rpc::Executor& executor;
};

// chess.game.v1.OperatorService, on the public port.
std::unique_ptr<grpc::Service> MakeOperatorService(const OperatorParts& parts);

}  // namespace chess::game
