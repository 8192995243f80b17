#pragma once
// What the commands about notices share.

#include "chess/lobby/v1/operator_service.pb.h"
#include "chessctl/admin/session.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {

Table NoticeTable();
void AddNotice(const lobby::v1::OperatorNotice& notice, Table* table);
// The notice of a change: `answer` as JSON, or its notice as a table; kDone.
int PrintNotice(const Session& session, const google::protobuf::Message& answer,
                const lobby::v1::OperatorNotice& notice);

}  // namespace chess::chessctl::admin
