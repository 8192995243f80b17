// `chessctl admin notice clear`.
#include <charconv>

#include "chess/lobby/v1/operator_service.grpc.pb.h"
#include "chessctl/admin/command.h"
#include "chessctl/admin/notice_command.h"

namespace chess::chessctl::admin {
namespace {

namespace lobby_v1 = lobby::v1;
using Stub = lobby_v1::OperatorService::Stub;

int Run(Session& session) {
  if (session.arguments().size() != 1) return session.Usage("one NUMBER is wanted");
  const std::string& text = session.arguments()[0];
  int64_t notice_id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), notice_id);
  if (error != std::errc() || end != text.data() + text.size() || notice_id <= 0) {
    return session.Usage("NUMBER is what `notice list` shows");
  }
  lobby_v1::ClearNoticeRequest request;
  request.set_request_id(session.request_id());
  request.set_reason(session.reason());
  request.set_notice_id(notice_id);
  lobby_v1::ClearNoticeResponse response;
  const auto stub = lobby_v1::OperatorService::NewStub(session.channel());
  if (const int status = session.Call(*stub, &Stub::ClearNotice, request, &response)) return status;
  return PrintNotice(session, response, response.notice());
}

}  // namespace

const Command kNoticeClearCommand = {"notice clear",
                                     "end a notice now",
                                     "usage: chessctl admin notice clear NUMBER --reason TEXT\n",
                                     {},
                                     Run};

}  // namespace chess::chessctl::admin
