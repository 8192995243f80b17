#include "chessctl/admin/audit_list.h"

#include <gtest/gtest.h>

namespace chess::chessctl::admin {
namespace {

TEST(AuditList, DetailsStandInTheOrderOfTheirNames) {
  common::v1::AuditEntry entry;
  (*entry.mutable_detail())["seq"] = "5";
  (*entry.mutable_detail())["ask"] = "0-1 fair_play";
  (*entry.mutable_detail())["games"] = "30";
  EXPECT_EQ(AuditRow(entry).back(), "ask=0-1 fair_play, games=30, seq=5");
}

}  // namespace
}  // namespace chess::chessctl::admin
