#pragma once
// What operators do. All of it blocks: run it on the operators' threads. Each act has its audit row
// in the transaction of the change, and is done once however often it is repeated.

#include "chess/game/v1/operator_service.pb.h"
#include "game/operator_parts.h"
#include "rpc/call_context.h"

namespace chess::game {

base::Status EndGame(const OperatorParts& parts, const rpc::CallContext& caller,
                     const v1::EndGameRequest& request, v1::EndGameResponse* response);
base::Status AmendResult(const OperatorParts& parts, const rpc::CallContext& caller,
                         const v1::AmendResultRequest& request, v1::AmendResultResponse* response);
base::Status RebuildIndex(const OperatorParts& parts, const rpc::CallContext& caller,
                          const v1::RebuildIndexRequest& request,
                          v1::RebuildIndexResponse* response);
base::Status GetRetention(const OperatorParts& parts, v1::GetRetentionResponse* response);
base::Status RunRetention(const OperatorParts& parts, const rpc::CallContext& caller,
                          const v1::RunRetentionRequest& request,
                          v1::RunRetentionResponse* response);

}  // namespace chess::game
