#include "analysis/brain_service.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "chess/analysis/internal/v1/analysis_internal_service.grpc.pb.h"
#include "rpc/client.h"
#include "rpc/server.h"
#include "rpc/status.h"

namespace chess::analysis {
namespace {

namespace iv1 = internal::v1;

class BrainServiceTest : public ::testing::Test {
 protected:
  BrainServiceTest() {
    rpc::ServerOptions options;
    options.service_secret = "secret";
    service_ = MakeBrainService({}, metrics_);
    server_ = std::make_unique<rpc::Server>("analysis", options, registry_);
    server_->AddInternal(service_.get());
    EXPECT_TRUE(server_->Start().ok());
    peer_ = std::make_unique<rpc::Peer>(
        "analysis", "127.0.0.1:" + std::to_string(server_->internal_port()), "secret", "game");
    stub_ = iv1::AnalysisInternalService::NewStub(peer_->channel());
  }
  ~BrainServiceTest() override { server_->Stop(); }

  // The type's number, or the reason word.
  std::string Ask(const std::string& fen, std::initializer_list<game::v1::PieceType> allowed,
                  const std::string& rule_set = "hand_and_brain") {
    iv1::NameTypeRequest request;
    request.set_turn(7);
    request.set_rule_set(rule_set);
    request.set_fen(fen);
    for (const auto type : allowed) request.add_allowed(type);
    request.set_node_limit(5000);
    iv1::NameTypeResponse response;
    grpc::ClientContext context;
    peer_->Prepare(context, 5000);
    const grpc::Status status = stub_->NameType(&context, request, &response);
    if (!status.ok()) return rpc::FromGrpc(status).reason;
    EXPECT_EQ(response.turn(), 7);
    return game::v1::PieceType_Name(response.type());
  }

  metrics::Registry registry_;
  uci::Pool engines_{uci::PoolSettings{.engines = 0}};
  Metrics metrics_{registry_, engines_};
  std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<rpc::Server> server_;
  std::unique_ptr<rpc::Peer> peer_;
  std::unique_ptr<iv1::AnalysisInternalService::Stub> stub_;
};

TEST_F(BrainServiceTest, NamesTheTypeThatMates) {
  // Ra8 mates; king and pawn could move, too.
  const std::string fen = "6k1/5ppp/8/8/8/8/6PP/R5K1 w - - 0 1";
  using namespace game::v1;
  EXPECT_EQ(Ask(fen, {PIECE_TYPE_PAWN, PIECE_TYPE_ROOK, PIECE_TYPE_KING}), "PIECE_TYPE_ROOK");
}

TEST_F(BrainServiceTest, KeepsToTheAllowedTypes) {
  const std::string fen = "6k1/5ppp/8/8/8/8/6PP/R5K1 w - - 0 1";
  EXPECT_EQ(Ask(fen, {game::v1::PIECE_TYPE_PAWN}), "PIECE_TYPE_PAWN");
}

TEST_F(BrainServiceTest, RefusesWhatItCannotAnswer) {
  const std::string fen = "6k1/5ppp/8/8/8/8/6PP/R5K1 w - - 0 1";
  EXPECT_EQ(Ask(fen, {}), "INVALID_FIELD");
  EXPECT_EQ(Ask("nonsense", {game::v1::PIECE_TYPE_PAWN}), "INVALID_FIELD");
  EXPECT_EQ(Ask(fen, {game::v1::PIECE_TYPE_PAWN}, "nonsense"), "INVALID_FIELD");
  EXPECT_EQ(Ask(fen, {game::v1::PIECE_TYPE_PAWN}, "fog_of_war+hand_and_brain"),
            "HIDDEN_INFORMATION");
}

}  // namespace
}  // namespace chess::analysis
