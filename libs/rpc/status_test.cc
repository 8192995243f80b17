#include "rpc/status.h"

#include <gtest/gtest.h>

#include "base/ids.h"

namespace chess::rpc {
namespace {

using base::Code;
using base::Error;

TEST(Status, AnErrorSurvivesTheWire) {
  Error error = base::MakeError(Code::kResourceExhausted, "TOO_MANY_GAMES", "Finish one first.");
  error.metadata = {{"limit", "20"}, {"kind", "guest"}};
  error.retry_after_ms = 61'500;
  const grpc::Status status = ToGrpc(error);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(status.error_message(), "Finish one first.");
  const Error back = FromGrpc(status);
  EXPECT_EQ(back.code, error.code);
  EXPECT_EQ(back.reason, error.reason);
  EXPECT_EQ(back.message, error.message);
  EXPECT_EQ(back.metadata, error.metadata);
  EXPECT_EQ(back.retry_after_ms, 61'500);
}

TEST(Status, EveryCodeComesBackAsItself) {
  for (int i = 0; i <= static_cast<int>(Code::kInternal); ++i) {
    const auto code = static_cast<Code>(i);
    EXPECT_EQ(FromGrpcCode(ToGrpcCode(code)), code);
    EXPECT_STRNE(CodeName(ToGrpcCode(code)), "UNKNOWN");
  }
}

TEST(Status, TheDetailsAreGooglesWireForm) {
  // code 5; message "m"; detail: Any{ErrorInfo{"R", "castellan"}}, written out by hand.
  const std::string type = "type.googleapis.com/google.rpc.ErrorInfo";
  const std::string info =
      "\x0a\x01R\x12\x09"
      "castellan";
  const std::string any = "\x0a" + std::string(1, static_cast<char>(type.size())) + type + "\x12" +
                          std::string(1, static_cast<char>(info.size())) + info;
  const std::string expected =
      "\x08\x05\x12\x01m\x1a" + std::string(1, static_cast<char>(any.size())) + any;
  EXPECT_EQ(base::ToHex(EncodeDetails(base::MakeError(Code::kNotFound, "R", "m"))),
            base::ToHex(expected));
}

TEST(Status, WhatIsTooLongForATrailerIsCutBetweenCharacters) {
  for (const std::string unit : {"a", "\u00e9", "\u20ac", "\U0001f600"}) {
    std::string text;
    while (text.size() < 60'000) text += unit;
    Error error = base::MakeError(Code::kInvalidArgument, "RULE_SET_INVALID", text);
    error.metadata = {{"rule_set", text}};
    const grpc::Status status = ToGrpc(error);
    EXPECT_LE(status.error_details().size(), 2'000u);
    const Error back = FromGrpc(status);
    EXPECT_EQ(back.reason, "RULE_SET_INVALID");
    for (const std::string& cut : {back.message, back.metadata.at(0).second}) {
      EXPECT_LE(cut.size(), kMaxErrorText);
      EXPECT_GT(cut.size(), kMaxErrorText - 8);
      EXPECT_EQ(cut.substr(cut.size() - 3), "\u2026");
      EXPECT_EQ((cut.size() - 3) % unit.size(), 0u);
    }
  }
}

TEST(Status, WithoutDetailsTheReasonIsTheCode) {
  const Error error = FromGrpc(grpc::Status(grpc::StatusCode::UNAVAILABLE, "refused"));
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_EQ(error.reason, "UNAVAILABLE");
  EXPECT_EQ(error.message, "refused");
}

TEST(Status, MalformedDetailsAreIgnored) {
  Error error = base::MakeError(Code::kAborted, "CONFLICT", "again");
  const std::string good = EncodeDetails(error);
  for (size_t cut = 1; cut < good.size(); ++cut) {
    const Error back =
        FromGrpc(grpc::Status(grpc::StatusCode::ABORTED, "again", good.substr(0, cut)));
    EXPECT_EQ(back.code, Code::kAborted);
    EXPECT_FALSE(back.reason.empty());
  }
  Error unused;
  EXPECT_FALSE(DecodeDetails("\xff\xff\xff", &unused));
  EXPECT_FALSE(DecodeDetails("\x1a\x7f", &unused));
}

}  // namespace
}  // namespace chess::rpc
