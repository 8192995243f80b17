#pragma once
// OperatorService's calls about players: decode, do, ring, encode. Run on an executor's thread.

#include "base/result.h"
#include "chess/lobby/v1/operator_service.pb.h"
#include "rpc/call_context.h"

namespace chess::lobby {

class LobbyBus;
class SanctionRepository;
struct PlayerRef;

PlayerRef RefOf(const v1::PlayerRef& player);

class PlayerDesk {
 public:
  PlayerDesk(SanctionRepository& sanctions, LobbyBus& bus) : sanctions_(sanctions), bus_(bus) {}

  base::Status Show(const rpc::CallContext& caller, const v1::ShowPlayerRequest& request,
                    v1::ShowPlayerResponse* response);
  base::Status Mute(const rpc::CallContext& caller, const v1::MutePlayerRequest& request,
                    v1::MutePlayerResponse* response);
  base::Status Unmute(const rpc::CallContext& caller, const v1::UnmutePlayerRequest& request,
                      v1::UnmutePlayerResponse* response);
  base::Status Ban(const rpc::CallContext& caller, const v1::BanPlayerRequest& request,
                   v1::BanPlayerResponse* response);
  base::Status Unban(const rpc::CallContext& caller, const v1::UnbanPlayerRequest& request,
                     v1::UnbanPlayerResponse* response);
  base::Status Close(const rpc::CallContext& caller, const v1::ClosePlayerRequest& request,
                     v1::ClosePlayerResponse* response);

 private:
  base::Status Fill(const v1::PlayerRef& player, v1::PlayerDetail* detail);

  SanctionRepository& sanctions_;
  LobbyBus& bus_;
};

}  // namespace chess::lobby
