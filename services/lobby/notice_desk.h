#pragma once
// OperatorService's calls about notices. Run on an executor's thread.

#include "base/result.h"
#include "chess/lobby/v1/operator_service.pb.h"
#include "rpc/call_context.h"

namespace chess::lobby {

class NoticeBoard;
class NoticeRepository;
struct Notice;

void ToProto(const Notice& from, v1::Notice* to);

class NoticeDesk {
 public:
  NoticeDesk(NoticeRepository& notices, NoticeBoard& board) : notices_(notices), board_(board) {}

  base::Status Set(const rpc::CallContext& caller, const v1::SetNoticeRequest& request,
                   v1::SetNoticeResponse* response);
  base::Status Clear(const rpc::CallContext& caller, const v1::ClearNoticeRequest& request,
                     v1::ClearNoticeResponse* response);
  base::Status List(const rpc::CallContext& caller, const v1::ListNoticesRequest& request,
                    v1::ListNoticesResponse* response);

 private:
  NoticeRepository& notices_;
  NoticeBoard& board_;
};

}  // namespace chess::lobby
