#include "lobby/test_system.h"

#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <chrono>

#include "base/random.h"
#include "lobby/secrets.h"
#include "rpc/call_context.h"
#include "rpc/client.h"
#include "rpc/server.h"
#include "testing/wait.h"

namespace chess::lobby {
namespace {

constexpr char kSecret[] = "a secret of tests";

}  // namespace

FakeGame::FakeGame() {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
  builder.RegisterService(this);
  server_ = builder.BuildAndStart();
}

FakeGame::~FakeGame() { server_->Shutdown(std::chrono::system_clock::now()); }

std::string FakeGame::address() const { return "127.0.0.1:" + std::to_string(port_); }

void FakeGame::Answer(const grpc::Status& status) {
  const std::lock_guard lock(mutex_);
  answer_ = status;
}

std::map<std::string, game::internal::v1::CreateGameRequest> FakeGame::games() const {
  const std::lock_guard lock(mutex_);
  return games_;
}

grpc::Status FakeGame::CreateGame(grpc::ServerContext*,
                                  const game::internal::v1::CreateGameRequest* request,
                                  game::internal::v1::CreateGameResponse* response) {
  ++calls_;
  const std::lock_guard lock(mutex_);
  if (!answer_.ok()) return answer_;
  const auto [at, made] = games_.emplace(request->game_id(), *request);
  if (!made && at->second.SerializeAsString() != request->SerializeAsString()) {
    return rpc::ToGrpc(base::MakeError(base::Code::kAlreadyExists, "GAME_EXISTS", "Another."));
  }
  response->set_seq(1);
  return grpc::Status::OK;
}

grpc::Status FakeGame::CountRunning(grpc::ServerContext*,
                                    const game::internal::v1::CountRunningRequest*,
                                    game::internal::v1::CountRunningResponse* response) {
  const std::lock_guard lock(mutex_);
  response->set_running(running_);
  return answer_;
}

std::string NewRequestId() { return base::SecureBytes(16); }

std::string ReasonOf(const grpc::Status& status) {
  return status.ok() ? "" : rpc::FromGrpc(status).reason;
}

common::v1::MatchSettings Blitz(bool rated) {
  common::v1::MatchSettings settings;
  settings.set_rule_set("standard");
  settings.mutable_time_control()->add_stages()->set_time_ms(180'000);
  settings.mutable_time_control()->set_increment_ms(2'000);
  settings.set_rated(rated);
  return settings;
}

TestSystem::TestSystem(const Where& where) {
  Options options;
  options.server.service_secret = kSecret;
  options.server.log_level = "error";
  options.postgres_url = where.postgres_url;
  options.redis_url = where.redis_url;
  options.game_internal_address = game.address();
  options.relay_interval_ms = where.relay_interval_ms;
  options.sweep_interval_ms = where.sweep_interval_ms;
  options.keep = where.keep;
  lobby_ = std::make_unique<Lobby>(options);
  const base::Status started = lobby_->server().Start();
  EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().message);
  // The database has its first connections; a test that took it away does without.
  testing::WaitFor([this] { return lobby_->server().Ready(); });
  const auto at = [](int port) { return rpc::MakeChannel("127.0.0.1:" + std::to_string(port)); };
  const auto outside_channel = at(lobby_->server().public_port());
  const auto inside_channel = at(lobby_->server().internal_port());
  identity = v1::IdentityService::NewStub(outside_channel);
  lobby = v1::LobbyService::NewStub(outside_channel);
  players = v1::PlayersService::NewStub(outside_channel);
  notices = v1::NoticeService::NewStub(outside_channel);
  operators = v1::OperatorService::NewStub(outside_channel);
  inside = internal::v1::LobbyInternalService::NewStub(inside_channel);
  deadlines = clock::internal::v1::DeadlineService::NewStub(inside_channel);
}

TestSystem::~TestSystem() { lobby_->server().Stop(); }

std::unique_ptr<grpc::ClientContext> TestSystem::Context(const Guest* guest, int timeout_ms) const {
  auto context = std::make_unique<grpc::ClientContext>();
  context->set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(timeout_ms));
  context->set_wait_for_ready(true);
  context->AddMetadata(rpc::kMetaServiceKey, kSecret);
  if (guest != nullptr) {
    context->AddMetadata(rpc::kMetaPlayer, guest->player_id);
    context->AddMetadata(rpc::kMetaSession, guest->session_id);
  }
  return context;
}

std::unique_ptr<grpc::ClientContext> TestSystem::OperatorContext() const {
  auto context = Context(nullptr);
  context->AddMetadata(rpc::kMetaName, "olga");
  context->AddMetadata(rpc::kMetaScopes, "operator");
  return context;
}

std::vector<common::v1::AuditEntry> TestSystem::Audit(const std::string& subject) {
  v1::ListAuditRequest request;
  request.set_subject(subject);
  v1::ListAuditResponse response;
  const grpc::Status status = operators->ListAudit(OperatorContext().get(), request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return {response.entries().begin(), response.entries().end()};
}

Guest TestSystem::SignUp(const std::string& name) {
  v1::CreateGuestRequest request;
  request.set_name(name);
  v1::CreateGuestResponse response;
  const grpc::Status status = identity->CreateGuest(Context(nullptr).get(), request, &response);
  EXPECT_TRUE(status.ok()) << name << ": " << status.error_message();
  internal::v1::ResolveTokenResponse resolved;
  EXPECT_TRUE(Resolve(response.token(), &resolved).ok());
  return {response.player().player_id(), response.player().name(), response.token(),
          resolved.session_id()};
}

v1::Challenge TestSystem::Challenge(const Guest& from, const Guest& to,
                                    const common::v1::MatchSettings& settings) {
  v1::Challenge challenge;
  const grpc::Status status = TryChallenge(from, to.name, settings, &challenge);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return challenge;
}

v1::Challenge TestSystem::Code(const Guest& from, const common::v1::MatchSettings& settings) {
  v1::CreateCodeRequest request;
  request.set_request_id(NewRequestId());
  *request.mutable_settings() = settings;
  v1::CreateCodeResponse response;
  const grpc::Status status = lobby->CreateCode(Context(&from).get(), request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.challenge();
}

std::vector<v1::PlayerEvent> TestSystem::Events(const Guest& guest, int64_t after_seq) {
  internal::v1::ListPlayerEventsRequest request;
  request.set_player_id(guest.player_id);
  request.set_after_seq(after_seq);
  internal::v1::ListPlayerEventsResponse response;
  const grpc::Status status = inside->ListPlayerEvents(Context(nullptr).get(), request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return {response.events().begin(), response.events().end()};
}

grpc::Status TestSystem::TryChallenge(const Guest& from, const std::string& name,
                                      const common::v1::MatchSettings& settings,
                                      v1::Challenge* challenge, const std::string& request_id) {
  v1::CreateChallengeRequest request;
  request.set_request_id(request_id);
  request.set_opponent_name(name);
  *request.mutable_settings() = settings;
  v1::CreateChallengeResponse response;
  const grpc::Status status = lobby->CreateChallenge(Context(&from).get(), request, &response);
  if (challenge != nullptr) *challenge = response.challenge();
  return status;
}

grpc::Status TestSystem::Accept(const Guest& guest, const std::string& challenge_id,
                                v1::Challenge* challenge, const std::string& request_id) {
  v1::AcceptChallengeRequest request;
  request.set_request_id(request_id);
  request.set_challenge_id(challenge_id);
  v1::AcceptChallengeResponse response;
  const grpc::Status status = lobby->AcceptChallenge(Context(&guest).get(), request, &response);
  if (challenge != nullptr) *challenge = response.challenge();
  return status;
}

grpc::Status TestSystem::Invite(const std::string& code, v1::Challenge* challenge) {
  v1::GetInviteRequest request;
  request.set_code(code);
  v1::GetInviteResponse response;
  const grpc::Status status = lobby->GetInvite(Context(nullptr).get(), request, &response);
  if (challenge != nullptr) *challenge = response.challenge();
  return status;
}

grpc::Status TestSystem::Join(const Guest& guest, const std::string& code,
                              v1::Challenge* challenge) {
  v1::JoinCodeRequest request;
  request.set_request_id(NewRequestId());
  request.set_code(code);
  v1::JoinCodeResponse response;
  const grpc::Status status = lobby->JoinCode(Context(&guest).get(), request, &response);
  if (challenge != nullptr) *challenge = response.challenge();
  return status;
}

grpc::Status TestSystem::Decline(const Guest& guest, const std::string& challenge_id,
                                 v1::DeclineReason reason, v1::Challenge* challenge) {
  v1::DeclineChallengeRequest request;
  request.set_request_id(NewRequestId());
  request.set_challenge_id(challenge_id);
  request.set_reason(reason);
  v1::DeclineChallengeResponse response;
  const grpc::Status status = lobby->DeclineChallenge(Context(&guest).get(), request, &response);
  if (challenge != nullptr) *challenge = response.challenge();
  return status;
}

grpc::Status TestSystem::Cancel(const Guest& guest, const std::string& challenge_id,
                                v1::Challenge* challenge) {
  v1::CancelChallengeRequest request;
  request.set_request_id(NewRequestId());
  request.set_challenge_id(challenge_id);
  v1::CancelChallengeResponse response;
  const grpc::Status status = lobby->CancelChallenge(Context(&guest).get(), request, &response);
  if (challenge != nullptr) *challenge = response.challenge();
  return status;
}

grpc::Status TestSystem::Resolve(const std::string& token,
                                 internal::v1::ResolveTokenResponse* response) {
  internal::v1::ResolveTokenRequest request;
  request.set_token_hash(Sha256(token));
  internal::v1::ResolveTokenResponse ignored;
  return inside->ResolveToken(Context(nullptr).get(), request,
                              response != nullptr ? response : &ignored);
}

clock::internal::v1::DeliverResponse TestSystem::Deliver(const std::string& key, int64_t due_ms) {
  clock::internal::v1::DeliverRequest request;
  request.set_key(key);
  request.set_due_ms(due_ms);
  clock::internal::v1::DeliverResponse response;
  const grpc::Status status = deadlines->Deliver(Context(nullptr).get(), request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

}  // namespace chess::lobby
