#include "gateway/testing/harness.h"

#include <chrono>
#include <cstdlib>
#include <sstream>

#include "base/check.h"
#include "base/clock.h"
#include "base/ids.h"
#include "chess/game/internal/v1/game_internal_service.pb.h"
#include "chess/lobby/internal/v1/lobby_internal_service.pb.h"
#include "gateway/edge/errors.h"
#include "gateway/edge/session.h"
#include "rpc/status.h"
#include "testing/wait.h"

namespace chess::gateway {
namespace {

std::string HexHash(const std::string& token) {
  const TokenHash hash = HashToken(token);
  return base::ToHex({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

}  // namespace

Harness::Harness(FakeService::Handler handler, const Configure& configure)
    : handler_(std::move(handler)) {
  for (const char* name : {"alice", "bob", "reader", "op_olga"}) tokens_[HexHash(name)] = name;
  service_ = std::make_unique<FakeService>(
      [this](const FakeService::Request& request) { return Handle(request); });
  Config config;
  config.http_listen = "127.0.0.1:0";
  config.service_secret = kSecret;
  config.lobby_address = config.lobby_internal_address = service_->address();
  config.game_address = config.game_internal_address = service_->address();
  config.clock_address = config.analysis_address = service_->address();
  config.beat_ms = 20;
  config.drain_grace_ms = 1000;
  if (configure) configure(config);
  config.limit_table = LimitTable::Default();
  CHESS_CHECK(config.limit_table.Apply(config.limits));
  gateway_ = std::make_unique<Gateway>(config, registry_);
  const base::Status started = gateway_->Start();
  CHESS_CHECK(started.ok());
  running_ = true;
  thread_ = std::thread([this] {
    gateway_->Run(/*signals=*/false);
    running_ = false;
  });
}

Harness::~Harness() { Stop(); }

int64_t Harness::Stop() {
  if (!thread_.joinable()) return 0;
  const int64_t start = base::SystemClock().SteadyNs();
  gateway_->RequestStop();
  thread_.join();
  return (base::SystemClock().SteadyNs() - start) / 1'000'000;
}

double Harness::Metric(const std::string& name) const {
  std::istringstream lines(registry_.Render());
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + " ")) return std::atof(line.c_str() + name.size() + 1);
  }
  return -1;
}

void Harness::RevokeToken(const std::string& token) {
  const std::lock_guard lock(mutex_);
  tokens_.erase(HexHash(token));
}

void Harness::BanToken(const std::string& token) {
  const std::lock_guard lock(mutex_);
  banned_.insert(HexHash(token));
}

FakeService::Answer Harness::Handle(const FakeService::Request& request) {
  if (request.Meta("x-chess-service-key") != kSecret) {
    return {{}, Refuse(base::Code::kUnauthenticated, "NOT_A_SERVICE", "no credential"), {}, false};
  }
  if (request.method.ends_with("/Beat")) {
    game::internal::v1::BeatResponse response;
    response.set_game_time_ms(base::SystemClock().NowMs() + ahead_ms_);
    return {{response.SerializeAsString()}, {}, {}, false};
  }
  if (request.method.ends_with("/ResolveToken")) return ResolveToken(request);
  if (handler_) return handler_(request);
  return {{request.message}, {}, {}, false};
}

FakeService::Answer Harness::ResolveToken(const FakeService::Request& request) {
  ++resolved_;
  if (lobby_away_) return {{}, {grpc::StatusCode::UNAVAILABLE, "away"}, {}, false};
  lobby::internal::v1::ResolveTokenRequest asked;
  asked.ParseFromString(request.message);
  const std::lock_guard lock(mutex_);
  const auto found = tokens_.find(base::ToHex(asked.token_hash()));
  if (found == tokens_.end()) {
    return {{}, Refuse(base::Code::kUnauthenticated, "TOKEN_INVALID", "nobody's"), {}, false};
  }
  if (banned_.contains(found->first)) {
    base::Error error = base::MakeError(base::Code::kPermissionDenied, "ACCOUNT_BANNED", "no");
    error.metadata = {{"until", "2030-01-01T00:00:00Z"}};
    return {{}, rpc::ToGrpc(error), {}, false};
  }
  lobby::internal::v1::ResolveTokenResponse response;
  if (found->second.starts_with("op_")) {
    response.mutable_player()->set_name(found->second.substr(3));
    response.add_scopes("operator");
    return {{response.SerializeAsString()}, {}, {}, false};
  }
  response.mutable_player()->set_player_id("id-of-" + found->second);
  response.mutable_player()->set_name(found->second);
  if (found->second != "reader") response.add_scopes("play");
  response.add_scopes("read");
  response.set_session_id("session-of-" + found->second);
  return {{response.SerializeAsString()}, {}, {}, false};
}

}  // namespace chess::gateway
