// IdentityService: guests, sessions.
#include <google/protobuf/util/time_util.h>

#include <utility>

#include "chess/lobby/v1/identity_service.grpc.pb.h"
#include "lobby/convert.h"
#include "lobby/handlers.h"
#include "lobby/lobby_bus.h"
#include "lobby/metrics.h"
#include "lobby/names.h"
#include "lobby/player_repository.h"
#include "lobby/secrets.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

// A generated name may be taken; so often in a row only if nearly all are.
constexpr int kNameAttempts = 16;

class IdentityService final : public v1::IdentityService::CallbackService {
 public:
  IdentityService(rpc::Executor& executor, PlayerRepository& players, LobbyBus& bus,
                  Metrics& metrics)
      : executor_(executor), players_(players), bus_(bus), metrics_(metrics) {}

  ServerUnaryReactor* CreateGuest(CallbackServerContext* context,
                                  const v1::CreateGuestRequest* request,
                                  v1::CreateGuestResponse* response) override {
    if (!request->name().empty()) {
      const base::Status allowed = CheckName(request->name());
      if (!allowed.ok()) return rpc::Finish(context, allowed);
    }
    return Run(executor_, context, [=, this] { return MakeGuest(request->name(), response); });
  }

  ServerUnaryReactor* GetSelf(CallbackServerContext* context, const v1::GetSelfRequest*,
                              v1::GetSelfResponse* response) override {
    return RunAsPlayer(executor_, context, [=, this](const rpc::CallContext& caller) {
      const auto card = players_.Find(caller.player_id);
      if (card.ok()) ToProto(*card, response->mutable_player());
      return card.ok() ? base::Status() : base::Status(card.error());
    });
  }

  ServerUnaryReactor* SignOut(CallbackServerContext* context, const v1::SignOutRequest*,
                              v1::SignOutResponse*) override {
    return RunAsPlayer(executor_, context, [=, this](const rpc::CallContext& caller) {
      const auto told = players_.Revoke(caller.player_id, caller.session_id);
      if (told.ok() && *told) bus_.Ring({**told});
      return told.ok() ? base::Status() : base::Status(told.error());
    });
  }

 private:
  base::Status MakeGuest(const std::string& wanted, v1::CreateGuestResponse* response) {
    const std::string token = NewToken();
    NewGuest guest{base::NewPlayerId(),
                   wanted,
                   base::RandomBase62(12),
                   Sha256(token),
                   {"play", "read", "guest"}};
    base::Result<base::TimeMs> expire_time = base::Error{};
    for (int attempt = 0; attempt < (wanted.empty() ? kNameAttempts : 1); ++attempt) {
      if (wanted.empty()) guest.name = GenerateName();
      expire_time = players_.CreateGuest(guest);
      if (expire_time.ok() || expire_time.error().reason != "NAME_TAKEN") break;
    }
    if (!expire_time.ok()) return expire_time.error();
    metrics_.guests.Increment();
    PlayerCard card{guest.player_id, guest.name, true};
    ToProto(card, response->mutable_player());
    response->set_token(token);
    *response->mutable_expire_time() =
        google::protobuf::util::TimeUtil::MillisecondsToTimestamp(*expire_time);
    return {};
  }

  rpc::Executor& executor_;
  PlayerRepository& players_;
  LobbyBus& bus_;
  Metrics& metrics_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeIdentityService(rpc::Executor& executor,
                                                   PlayerRepository& players, LobbyBus& bus,
                                                   Metrics& metrics) {
  return std::make_unique<IdentityService>(executor, players, bus, metrics);
}

}  // namespace chess::lobby
