// OperatorService: who may call is checked here; what the calls do is at the desks.
#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "lobby/notice_desk.h"
#include "lobby/operator_call.h"
#include "lobby/operator_desk.h"
#include "lobby/player_desk.h"
#include "lobby/rating_desk.h"
#include "lobby/retention_desk.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;

class OperatorService final : public v1::OperatorService::CallbackService {
 public:
  explicit OperatorService(const OperatorParts& parts)
      : executor_(parts.executor),
        operators_(parts.operators, parts.audit),
        players_(parts.sanctions, parts.bus),
        ratings_(parts.rating_check, parts.rating_rebuild, parts.sanctions),
        notices_(parts.notices, parts.board),
        retention_(parts.housekeeping) {}

  ServerUnaryReactor* AddOperator(CallbackServerContext* context,
                                  const v1::AddOperatorRequest* request,
                                  v1::AddOperatorResponse* response) override {
    return At(operators_, &OperatorDesk::Add, context, request, response);
  }
  ServerUnaryReactor* ListOperators(CallbackServerContext* context,
                                    const v1::ListOperatorsRequest* request,
                                    v1::ListOperatorsResponse* response) override {
    return At(operators_, &OperatorDesk::List, context, request, response);
  }
  ServerUnaryReactor* RevokeOperator(CallbackServerContext* context,
                                     const v1::RevokeOperatorRequest* request,
                                     v1::RevokeOperatorResponse* response) override {
    return At(operators_, &OperatorDesk::Revoke, context, request, response);
  }
  ServerUnaryReactor* RecordAction(CallbackServerContext* context,
                                   const v1::RecordActionRequest* request,
                                   v1::RecordActionResponse* response) override {
    return At(operators_, &OperatorDesk::Record, context, request, response);
  }
  ServerUnaryReactor* ListAudit(CallbackServerContext* context, const v1::ListAuditRequest* request,
                                v1::ListAuditResponse* response) override {
    return At(operators_, &OperatorDesk::ListAudit, context, request, response);
  }
  ServerUnaryReactor* ShowPlayer(CallbackServerContext* context,
                                 const v1::ShowPlayerRequest* request,
                                 v1::ShowPlayerResponse* response) override {
    return At(players_, &PlayerDesk::Show, context, request, response);
  }
  ServerUnaryReactor* MutePlayer(CallbackServerContext* context,
                                 const v1::MutePlayerRequest* request,
                                 v1::MutePlayerResponse* response) override {
    return At(players_, &PlayerDesk::Mute, context, request, response);
  }
  ServerUnaryReactor* UnmutePlayer(CallbackServerContext* context,
                                   const v1::UnmutePlayerRequest* request,
                                   v1::UnmutePlayerResponse* response) override {
    return At(players_, &PlayerDesk::Unmute, context, request, response);
  }
  ServerUnaryReactor* BanPlayer(CallbackServerContext* context, const v1::BanPlayerRequest* request,
                                v1::BanPlayerResponse* response) override {
    return At(players_, &PlayerDesk::Ban, context, request, response);
  }
  ServerUnaryReactor* UnbanPlayer(CallbackServerContext* context,
                                  const v1::UnbanPlayerRequest* request,
                                  v1::UnbanPlayerResponse* response) override {
    return At(players_, &PlayerDesk::Unban, context, request, response);
  }
  ServerUnaryReactor* ClosePlayer(CallbackServerContext* context,
                                  const v1::ClosePlayerRequest* request,
                                  v1::ClosePlayerResponse* response) override {
    return At(players_, &PlayerDesk::Close, context, request, response);
  }
  ServerUnaryReactor* VerifyRatings(CallbackServerContext* context,
                                    const v1::VerifyRatingsRequest* request,
                                    v1::VerifyRatingsResponse* response) override {
    return At(ratings_, &RatingDesk::Verify, context, request, response);
  }
  ServerUnaryReactor* RebuildRatings(CallbackServerContext* context,
                                     const v1::RebuildRatingsRequest* request,
                                     v1::RebuildRatingsResponse* response) override {
    return At(ratings_, &RatingDesk::Rebuild, context, request, response);
  }
  ServerUnaryReactor* SetNotice(CallbackServerContext* context, const v1::SetNoticeRequest* request,
                                v1::SetNoticeResponse* response) override {
    return At(notices_, &NoticeDesk::Set, context, request, response);
  }
  ServerUnaryReactor* ClearNotice(CallbackServerContext* context,
                                  const v1::ClearNoticeRequest* request,
                                  v1::ClearNoticeResponse* response) override {
    return At(notices_, &NoticeDesk::Clear, context, request, response);
  }
  ServerUnaryReactor* ListNotices(CallbackServerContext* context,
                                  const v1::ListNoticesRequest* request,
                                  v1::ListNoticesResponse* response) override {
    return At(notices_, &NoticeDesk::List, context, request, response);
  }
  ServerUnaryReactor* GetRetention(CallbackServerContext* context,
                                   const v1::GetRetentionRequest* request,
                                   v1::GetRetentionResponse* response) override {
    return At(retention_, &RetentionDesk::Get, context, request, response);
  }
  ServerUnaryReactor* RunRetention(CallbackServerContext* context,
                                   const v1::RunRetentionRequest* request,
                                   v1::RunRetentionResponse* response) override {
    return At(retention_, &RetentionDesk::Run, context, request, response);
  }

 private:
  // desk.Method(caller, request, response) on the executor, for operators only.
  template <typename Desk, typename Request, typename Response>
  ServerUnaryReactor* At(
      Desk& desk, base::Status (Desk::*method)(const rpc::CallContext&, const Request&, Response*),
      CallbackServerContext* context, const Request* request, Response* response) {
    return RunAsOperator(executor_, context,
                         [&desk, method, request, response](const rpc::CallContext& caller) {
                           return (desk.*method)(caller, *request, response);
                         });
  }

  rpc::Executor& executor_;
  OperatorDesk operators_;
  PlayerDesk players_;
  RatingDesk ratings_;
  NoticeDesk notices_;
  RetentionDesk retention_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeOperatorService(const OperatorParts& parts) {
  return std::make_unique<OperatorService>(parts);
}

}  // namespace chess::lobby
