#pragma once
// What the commands about notices share.

#include "chess/lobby/v1/operator_service.pb.h"
#include "chessctl/admin/table.h"

namespace chess::chessctl::admin {

Table NoticeTable();
void AddNotice(const lobby::v1::OperatorNotice& notice, Table* table);

}  // namespace chess::chessctl::admin
