// chess.game.v1.OperatorService: games in the operator's hands.
#include "chess/game/v1/operator_service.grpc.pb.h"
#include "game/operator_acts.h"
#include "game/operator_reads.h"
#include "rpc/handler.h"

namespace chess::game {
namespace {

using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

class OperatorServiceImpl final : public v1::OperatorService::CallbackService {
 public:
  explicit OperatorServiceImpl(const OperatorParts& parts) : parts_(parts) {}

  ServerUnaryReactor* FindGames(CallbackServerContext* context, const v1::FindGamesRequest* request,
                                v1::FindGamesResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext&) {
      return game::FindGames(parts_, *request, response);
    });
  }
  ServerUnaryReactor* ListLive(CallbackServerContext* context, const v1::ListLiveRequest* request,
                               v1::ListLiveResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext&) {
      return game::ListLive(parts_, *request, response);
    });
  }
  ServerUnaryReactor* ShowGame(CallbackServerContext* context, const v1::ShowGameRequest* request,
                               v1::ShowGameResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext& caller) {
      return game::ShowGame(parts_, caller, *request, response);
    });
  }
  ServerUnaryReactor* GetGameLog(CallbackServerContext* context,
                                 const v1::GetGameLogRequest* request,
                                 v1::GetGameLogResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext& caller) {
      return game::GetGameLog(parts_, caller, *request, response);
    });
  }
  ServerUnaryReactor* VerifyGame(CallbackServerContext* context,
                                 const v1::VerifyGameRequest* request,
                                 v1::VerifyGameResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext&) {
      return game::VerifyGame(parts_, *request, response);
    });
  }
  ServerUnaryReactor* EndGame(CallbackServerContext* context, const v1::EndGameRequest* request,
                              v1::EndGameResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext& caller) {
      return game::EndGame(parts_, caller, *request, response);
    });
  }
  ServerUnaryReactor* AmendResult(CallbackServerContext* context,
                                  const v1::AmendResultRequest* request,
                                  v1::AmendResultResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext& caller) {
      return game::AmendResult(parts_, caller, *request, response);
    });
  }
  ServerUnaryReactor* RebuildIndex(CallbackServerContext* context,
                                   const v1::RebuildIndexRequest* request,
                                   v1::RebuildIndexResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext& caller) {
      return game::RebuildIndex(parts_, caller, *request, response);
    });
  }
  ServerUnaryReactor* GetRetention(CallbackServerContext* context, const v1::GetRetentionRequest*,
                                   v1::GetRetentionResponse* response) override {
    return Run(context,
               [=, this](const rpc::CallContext&) { return game::GetRetention(parts_, response); });
  }
  ServerUnaryReactor* RunRetention(CallbackServerContext* context,
                                   const v1::RunRetentionRequest* request,
                                   v1::RunRetentionResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext& caller) {
      return game::RunRetention(parts_, caller, *request, response);
    });
  }
  ServerUnaryReactor* ListAudit(CallbackServerContext* context, const v1::ListAuditRequest* request,
                                v1::ListAuditResponse* response) override {
    return Run(context, [=, this](const rpc::CallContext&) {
      return game::ListAudit(parts_, *request, response);
    });
  }

 private:
  // Operators only; the gateway has checked it, too.
  template <typename Work>
  ServerUnaryReactor* Run(CallbackServerContext* context, Work work) {
    const rpc::CallContext caller = rpc::CallContext::From(*context);
    const base::Status allowed = rpc::RequireScope(caller, "operator");
    if (!allowed.ok() || caller.name.empty()) {
      return rpc::Finish(context, allowed.ok() ? rpc::RequirePlayer({}) : allowed);
    }
    return rpc::RunOn(parts_.executor, context,
                      [work = std::move(work), caller] { return work(caller); });
  }

  const OperatorParts parts_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeOperatorService(const OperatorParts& parts) {
  return std::make_unique<OperatorServiceImpl>(parts);
}

}  // namespace chess::game
