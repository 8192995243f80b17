#pragma once
// What operators may look at. All of it blocks: run it on the operators' threads.

#include "chess/game/v1/operator_service.pb.h"
#include "game/operator_parts.h"
#include "rpc/call_context.h"

namespace chess::game {

base::Status FindGames(const OperatorParts& parts, const v1::FindGamesRequest& request,
                       v1::FindGamesResponse* response);
base::Status ListLive(const OperatorParts& parts, const v1::ListLiveRequest& request,
                      v1::ListLiveResponse* response);
// Looking at what is hidden leaves an audit row, written before anything is shown.
base::Status ShowGame(const OperatorParts& parts, const rpc::CallContext& caller,
                      const v1::ShowGameRequest& request, v1::ShowGameResponse* response);
base::Status GetGameLog(const OperatorParts& parts, const rpc::CallContext& caller,
                        const v1::GetGameLogRequest& request, v1::GetGameLogResponse* response);
base::Status VerifyGame(const OperatorParts& parts, const v1::VerifyGameRequest& request,
                        v1::VerifyGameResponse* response);
base::Status ListAudit(const OperatorParts& parts, const v1::ListAuditRequest& request,
                       v1::ListAuditResponse* response);

// A game as it stands, from the store. GAME_NOT_FOUND.
base::Result<GameRef> ReadGame(const OperatorParts& parts, const std::string& game_id);

}  // namespace chess::game
