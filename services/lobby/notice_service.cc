// NoticeService: what everybody is told.
#include "chess/lobby/v1/notice_service.grpc.pb.h"
#include "lobby/handlers.h"
#include "lobby/notice_board.h"
#include "lobby/notice_desk.h"
#include "lobby/services.h"

namespace chess::lobby {
namespace {

class NoticeService final : public v1::NoticeService::CallbackService {
 public:
  NoticeService(rpc::Executor& executor, NoticeBoard& board) : executor_(executor), board_(board) {}

  grpc::ServerUnaryReactor* GetNotices(grpc::CallbackServerContext* context,
                                       const v1::GetNoticesRequest*,
                                       v1::GetNoticesResponse* response) override {
    return Run(executor_, context, [=, this]() -> base::Status {
      const auto current = board_.Current();
      if (!current.ok()) return current.error();
      for (const Notice& notice : *current) ToProto(notice, response->add_notices());
      return {};
    });
  }

 private:
  rpc::Executor& executor_;
  NoticeBoard& board_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeNoticeService(rpc::Executor& executor, NoticeBoard& board) {
  return std::make_unique<NoticeService>(executor, board);
}

}  // namespace chess::lobby
