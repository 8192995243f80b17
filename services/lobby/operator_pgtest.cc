// Operators, their tokens and the audit log.

#include <gtest/gtest.h>

#include <pqxx/pqxx>

#include "credential/operator.h"
#include "lobby/secrets.h"
#include "lobby/test_system.h"
#include "testing/postgres_server.h"
#include "testing/redis_server.h"

namespace chess::lobby {
namespace {

using testing::PostgresServer;
using testing::RedisServer;

class Operators : public ::testing::Test {
 protected:
  std::string database_ = PostgresServer::Shared().NewDatabase();
  TestSystem system_{{database_, RedisServer::Shared().Url()}};

  v1::AddOperatorRequest Wanted(const std::string& name, const std::string& token) {
    v1::AddOperatorRequest request;
    request.set_request_id(NewRequestId());
    request.set_reason("joins the team");
    request.set_name(name);
    request.set_token_hash(Sha256(token));
    return request;
  }
  grpc::Status Add(const v1::AddOperatorRequest& request) {
    v1::AddOperatorResponse response;
    return system_.operators->AddOperator(system_.OperatorContext().get(), request, &response);
  }
  grpc::Status Revoke(const std::string& name) {
    v1::RevokeOperatorRequest request;
    request.set_request_id(NewRequestId());
    request.set_reason("has left");
    request.set_name(name);
    v1::RevokeOperatorResponse response;
    return system_.operators->RevokeOperator(system_.OperatorContext().get(), request, &response);
  }
};

TEST_F(Operators, AreMadeWithATokenThatIsTheirs) {
  const std::string token = credential::NewOperatorToken();
  ASSERT_TRUE(Add(Wanted("ann", token)).ok());
  internal::v1::ResolveTokenResponse resolved;
  ASSERT_TRUE(system_.Resolve(token, &resolved).ok());
  EXPECT_EQ(resolved.player().name(), "ann");
  EXPECT_EQ(resolved.player().player_id(), "");
  EXPECT_EQ(resolved.session_id(), "");
  ASSERT_EQ(resolved.scopes_size(), 1);
  EXPECT_EQ(resolved.scopes(0), "operator");
}

TEST_F(Operators, ARepeatedRequestIsOneDeed) {
  const auto request = Wanted("ann", credential::NewOperatorToken());
  ASSERT_TRUE(Add(request).ok());
  ASSERT_TRUE(Add(request).ok());
  EXPECT_EQ(system_.Audit("operator:ann").size(), 1u);
  auto other = request;
  other.set_reason("for another reason");
  EXPECT_EQ(ReasonOf(Add(other)), "REQUEST_ID_REUSED");
  EXPECT_EQ(ReasonOf(Add(Wanted("ann", credential::NewOperatorToken()))), "OPERATOR_EXISTS");
  EXPECT_EQ(system_.Audit("operator:ann").size(), 1u) << "what is refused leaves no row";
}

TEST_F(Operators, ARevokedTokenIsNobodysAndTheNameMayHaveANewOne) {
  const std::string first = credential::NewOperatorToken();
  const std::string second = credential::NewOperatorToken();
  ASSERT_TRUE(Add(Wanted("ann", first)).ok());
  ASSERT_TRUE(Revoke("ann").ok());
  EXPECT_EQ(ReasonOf(system_.Resolve(first)), "TOKEN_INVALID");
  ASSERT_TRUE(Add(Wanted("ann", second)).ok());
  EXPECT_EQ(ReasonOf(system_.Resolve(first)), "TOKEN_INVALID");
  EXPECT_TRUE(system_.Resolve(second).ok());
  EXPECT_EQ(ReasonOf(Revoke("nobody")), "OPERATOR_NOT_FOUND");
  EXPECT_EQ(ReasonOf(Add(Wanted("bob", second))), "INVALID_FIELD") << "the token is Ann's";
}

TEST_F(Operators, AreListedInPages) {
  for (const char* name : {"carl", "ann", "bert"}) {
    ASSERT_TRUE(Add(Wanted(name, credential::NewOperatorToken())).ok());
  }
  v1::ListOperatorsRequest request;
  request.mutable_page()->set_page_size(2);
  v1::ListOperatorsResponse first, second;
  ASSERT_TRUE(
      system_.operators->ListOperators(system_.OperatorContext().get(), request, &first).ok());
  ASSERT_EQ(first.operators_size(), 2);
  EXPECT_EQ(first.operators(0).name(), "ann");
  EXPECT_FALSE(first.operators(0).has_revoke_time());
  request.mutable_page()->set_page_token(first.page().next_page_token());
  ASSERT_TRUE(
      system_.operators->ListOperators(system_.OperatorContext().get(), request, &second).ok());
  ASSERT_EQ(second.operators_size(), 1);
  EXPECT_EQ(second.operators(0).name(), "carl");
  EXPECT_EQ(second.page().next_page_token(), "");
}

TEST_F(Operators, BadInputIsNamed) {
  auto nameless = Wanted("Ann Smith", "x");
  EXPECT_EQ(ReasonOf(Add(nameless)), "INVALID_FIELD");
  auto hashless = Wanted("ann", "x");
  hashless.set_token_hash("x");
  EXPECT_EQ(ReasonOf(Add(hashless)), "INVALID_FIELD");
  for (const std::string& reason :
       {std::string(), std::string("ab"), std::string(501, 'x'), std::string("two\nlines"),
        std::string("éé"), std::string("     "), std::string("red \xc2\x9b\x33\x31m")}) {
    auto request = Wanted("ann", "x");
    request.set_reason(reason);
    EXPECT_EQ(ReasonOf(Add(request)), "INVALID_FIELD") << reason;
  }
  auto idless = Wanted("ann", "x");
  idless.set_request_id("short");
  EXPECT_EQ(ReasonOf(Add(idless)), "REQUEST_ID_INVALID");
  auto umlauts = Wanted("ann", "x");
  umlauts.set_reason("äöü");
  EXPECT_EQ(ReasonOf(Add(umlauts)), "") << "three characters";
}

TEST_F(Operators, NobodyElseMayCallAnything) {
  const Guest guest = system_.SignUp();
  for (const Guest* caller : {&guest, static_cast<const Guest*>(nullptr)}) {
    v1::AddOperatorResponse added;
    const grpc::Status status =
        system_.operators->AddOperator(system_.Context(caller).get(), Wanted("ann", "x"), &added);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
    EXPECT_EQ(ReasonOf(status), "SCOPE_MISSING");
    v1::ListAuditResponse audit;
    EXPECT_EQ(ReasonOf(system_.operators->ListAudit(system_.Context(caller).get(), {}, &audit)),
              "SCOPE_MISSING");
  }
}

TEST_F(Operators, TheAuditLogIsFilteredAndPaged) {
  v1::RecordActionRequest request;
  request.set_reason("the replica is old");
  request.set_subject("replica:game-1");
  (*request.mutable_detail())["host"] = "game-1 {\"quoted\"}, 'so'";
  (*request.mutable_detail())["empty"] = "";
  for (const char* action : {"drain", "drain", "restart"}) {
    request.set_request_id(NewRequestId());
    request.set_action(action);
    v1::RecordActionResponse first, again;
    ASSERT_TRUE(
        system_.operators->RecordAction(system_.OperatorContext().get(), request, &first).ok());
    ASSERT_TRUE(
        system_.operators->RecordAction(system_.OperatorContext().get(), request, &again).ok());
    EXPECT_EQ(first.audit_id(), again.audit_id());
  }
  v1::ListAuditRequest list;
  list.set_action("record:drain");
  list.mutable_page()->set_page_size(1);
  v1::ListAuditResponse page;
  ASSERT_TRUE(system_.operators->ListAudit(system_.OperatorContext().get(), list, &page).ok());
  ASSERT_EQ(page.entries_size(), 1);
  EXPECT_EQ(page.entries(0).detail().at("host"), "game-1 {\"quoted\"}, 'so'");
  EXPECT_EQ(page.entries(0).detail().at("empty"), "");
  EXPECT_EQ(page.entries(0).operator_(), "olga");
  list.mutable_page()->set_page_token(page.page().next_page_token());
  v1::ListAuditResponse last;
  ASSERT_TRUE(system_.operators->ListAudit(system_.OperatorContext().get(), list, &last).ok());
  ASSERT_EQ(last.entries_size(), 1);
  EXPECT_LT(last.entries(0).audit_id(), page.entries(0).audit_id());
  EXPECT_EQ(last.page().next_page_token(), "");
  list.mutable_page()->set_page_token("nonsense");
  EXPECT_EQ(ReasonOf(system_.operators->ListAudit(system_.OperatorContext().get(), list, &last)),
            "INVALID_FIELD");
  request.set_action("Not A Word");
  request.set_request_id(NewRequestId());
  v1::RecordActionResponse refused;
  EXPECT_EQ(
      ReasonOf(system_.operators->RecordAction(system_.OperatorContext().get(), request, &refused)),
      "INVALID_FIELD");
}

// Text that Postgres would cut short or refuse, and that would break the lines of a log.
TEST_F(Operators, TextOfMoreThanOneLineIsRefusedOrNobodys) {
  const std::string nul("ann\0x", 5);
  v1::RecordActionRequest record;
  record.set_action("drain");
  record.set_subject("replica:game-1");
  v1::RecordActionResponse recorded;
  const auto refused = [&](const v1::RecordActionRequest& request) {
    return ReasonOf(system_.Operate(&v1::OperatorService::Stub::RecordAction, request, &recorded));
  };
  for (const std::string& text : {nul, std::string("two\nlines"), std::string(501, 'x')}) {
    auto bad = record;
    bad.set_subject(text);
    EXPECT_EQ(refused(bad), "INVALID_FIELD");
    bad = record;
    (*bad.mutable_detail())["host"] = text;
    EXPECT_EQ(refused(bad), "INVALID_FIELD");
  }
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "ä";
  record.set_subject(umlauts);
  EXPECT_EQ(refused(record), "") << "a hundred characters";
  ASSERT_TRUE(Add(Wanted("ann", credential::NewOperatorToken())).ok());
  EXPECT_EQ(ReasonOf(Revoke(nul)), "OPERATOR_NOT_FOUND");
  EXPECT_TRUE(system_.Audit(std::string("operator:ann\0x", 14)).empty());
  v1::ListOperatorsRequest list;
  list.mutable_page()->set_page_token(nul);
  v1::ListOperatorsResponse listed;
  EXPECT_EQ(ReasonOf(system_.Operate(&v1::OperatorService::Stub::ListOperators, list, &listed)),
            "INVALID_FIELD");
}

}  // namespace
}  // namespace chess::lobby
