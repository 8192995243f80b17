#pragma once
// For tests: operators who call, and games for them to look at.

#include "chess/game/v1/operator_service.grpc.pb.h"
#include "game/convert.h"
#include "game/testing/service_rig.h"

namespace chess::game {

class OperatorTest : public ServiceTest {
 protected:
  explicit OperatorTest(void (*tweak)(Config&) = nullptr) : ServiceTest(tweak) {
    operator_ = v1::OperatorService::NewStub(public_->channel());
  }

  // A call of the operator's, as the gateway passes it on.
  std::unique_ptr<Context> AsOperator(const std::string& name = "olga") {
    auto context = std::make_unique<Context>();
    rpc::CallContext caller;
    caller.name = name;
    caller.scopes = {"operator"};
    public_->Prepare(*context, 20'000, &caller);
    return context;
  }

  // "" or the reason word; `response` may be null.
  template <typename Method, typename Request, typename Response>
  std::string Ask(Method method, const Request& request, Response* response) {
    return Reason((operator_.get()->*method)(AsOperator().get(), request, response));
  }

  static std::string NewId() { return base::SecureBytes(16); }

  std::string End(const std::string& game_id, v1::DecidedResult result,
                  v1::EndGameResponse* response = nullptr, const std::string& request_id = NewId(),
                  v1::OperatorCause cause = v1::OPERATOR_CAUSE_FAIR_PLAY,
                  const std::string& reason = "helped by an engine") {
    v1::EndGameRequest request;
    request.set_game_id(game_id);
    request.set_request_id(request_id);
    request.set_result(result);
    request.set_cause(cause);
    request.set_reason(reason);
    v1::EndGameResponse own;
    return Ask(&v1::OperatorService::Stub::EndGame, request, response != nullptr ? response : &own);
  }
  std::string Amend(const std::string& game_id, v1::DecidedResult result,
                    v1::AmendResultResponse* response = nullptr,
                    const std::string& request_id = NewId(),
                    v1::OperatorCause cause = v1::OPERATOR_CAUSE_CORRECTION,
                    const std::string& reason = "the result was wrong") {
    v1::AmendResultRequest request;
    request.set_game_id(game_id);
    request.set_request_id(request_id);
    request.set_result(result);
    request.set_cause(cause);
    request.set_reason(reason);
    v1::AmendResultResponse own;
    return Ask(&v1::OperatorService::Stub::AmendResult, request,
               response != nullptr ? response : &own);
  }
  v1::ShowGameResponse Show(const std::string& game_id) {
    v1::ShowGameRequest request;
    request.set_game_id(game_id);
    v1::ShowGameResponse response;
    EXPECT_EQ(Ask(&v1::OperatorService::Stub::ShowGame, request, &response), "");
    return response;
  }
  // The first fault's word; "" where there is none.
  std::string Verify(const std::string& game_id, v1::VerifyGameResponse* response = nullptr) {
    v1::VerifyGameRequest request;
    request.set_game_id(game_id);
    v1::VerifyGameResponse own;
    v1::VerifyGameResponse& answer = response != nullptr ? *response : own;
    EXPECT_EQ(Ask(&v1::OperatorService::Stub::VerifyGame, request, &answer), "");
    return answer.fault().word();
  }
  std::vector<common::v1::AuditEntry> Audit(const std::string& subject = "") {
    v1::ListAuditRequest request;
    request.set_subject(subject);
    request.mutable_page()->set_page_size(100);
    v1::ListAuditResponse response;
    EXPECT_EQ(Ask(&v1::OperatorService::Stub::ListAudit, request, &response), "");
    return {response.entries().begin(), response.entries().end()};
  }

  // A rated game with a move of each side.
  std::string Opened() {
    const std::string id = NewGame(*app_);
    EXPECT_EQ(Move(kWhiteId, id, "e4"), "");
    EXPECT_EQ(Move(kBlackId, id, "e5"), "");
    return id;
  }
  // A rated game that White has given up, with its rating in.
  std::string Finished() {
    const std::string id = Opened();
    EXPECT_EQ(Resign(kWhiteId, id), "");
    EXPECT_TRUE(WaitFor([&] { return Get("", id).has_rated(); }));
    return id;
  }
  std::string Make(const std::string& rule_set) {
    return StoredGame(*app_, base::NewGameId().value, rule_set);
  }
  std::string Column(const std::string& column, const std::string& id) {
    return Sql(url_, "SELECT " + column + " FROM game.games WHERE game_id = '" + id + "'");
  }
  std::string Count(const std::string& table) {
    return Sql(url_, "SELECT count(*) FROM game." + table);
  }

  std::unique_ptr<v1::OperatorService::Stub> operator_;
};

}  // namespace chess::game
