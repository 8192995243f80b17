#include "gateway/edge/router.h"

#include "base/clock.h"
#include "base/ids.h"
#include "gateway/edge/errors.h"
#include "rpc/log.h"
#include "rpc/status.h"

namespace chess::gateway {
namespace {

constexpr char kSignOut[] = "/chess.lobby.v1.IdentityService/SignOut";

int64_t NowMs() { return base::SystemClock().SteadyNs() / 1'000'000; }

rpc::CallLine::Outcome OutcomeOf(grpc::StatusCode code) {
  using Outcome = rpc::CallLine::Outcome;
  switch (code) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::CANCELLED:
      return Outcome::kWell;
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::UNKNOWN:
    case grpc::StatusCode::DATA_LOSS:
    case grpc::StatusCode::UNAVAILABLE:
      return Outcome::kOurError;
    default:
      return Outcome::kCallersError;
  }
}

void LogEnd(const Call& call, const grpc::Status& status) {
  rpc::CallLine line;
  line.outcome = OutcomeOf(status.error_code());
  if (line.outcome == rpc::CallLine::Outcome::kWell && !rpc::CallWanted(call.trace)) return;
  const std::string reason = status.ok() ? "" : ReasonOf(status);
  const std::string error = status.error_message();
  grpc::Slice slice;
  const std::string game_id(GameHint(call, &slice));
  line.method = call.method->path;
  line.code = rpc::CodeName(status.error_code());
  line.reason = reason;
  line.request_id = call.request_id;
  if (base::IsBase62(game_id, 8)) line.game_id = game_id;
  if (call.session) line.player_id = call.session->player_id;
  line.error = error;
  line.ms = static_cast<double>(base::SystemClock().SteadyNs() - call.started_ns) * 1e-6;
  rpc::LogCall(call.trace, line);
}

grpc::Status NoScope(const std::string& scope) {
  base::Error error = base::MakeError(base::Code::kPermissionDenied, "SCOPE_MISSING",
                                      "The token lacks the scope \"" + scope + "\".");
  error.metadata.emplace_back("scope", scope);
  return rpc::ToGrpc(error);
}

}  // namespace

Router::Router(Proxy& proxy, Identity& identity, RateLimiter& limiter, Metrics& metrics,
               Hooks hooks)
    : proxy_(proxy),
      identity_(identity),
      limiter_(limiter),
      metrics_(metrics),
      hooks_(std::move(hooks)) {}

void Router::Start(const CallPtr& call) {
  ++active_;
  const rpc::ScopedTrace scope(call->trace);
  call->OnEnd([this](const Call& ended, const grpc::Status& status) {
    const grpc::StatusCode code = status.error_code();
    --active_;
    metrics_.CallEnded(ended, code);
    LogEnd(ended, status);
    if (code == grpc::StatusCode::OK && ended.method->path == kSignOut && ended.session) {
      identity_.Forget(ended.token);
      hooks_.signed_out(ended.session);
    }
  });
  if (!call->has_token) {
    if (call->method->auth == Auth::kAnyone) return Authorised(call);
    return call->Finish(Refuse(base::Code::kUnauthenticated, "TOKEN_MISSING",
                               "A token is needed: \"authorization: Bearer …\"."));
  }
  const int64_t now_ms = NowMs();
  if (SessionPtr session = identity_.Find(call->token, now_ms)) {
    return Identified(call, session);
  }
  // Guessing tokens is slow: an address that brought many wrong ones waits before the next.
  if (identity_.IsUnknown(call->token)) {
    const int64_t wait_ms = limiter_.Peek(LimitClass::kBadToken, call->address, now_ms);
    if (wait_ms > 0) {
      metrics_.RateLimited(LimitClass::kBadToken).Increment();
      return call->Finish(RateLimited(LimitName(LimitClass::kBadToken), wait_ms));
    }
  }
  identity_.Resolve(call->token, now_ms, [this, call](const base::Result<SessionPtr>& session) {
    Identified(call, session);
  });
}

void Router::Identified(const CallPtr& call, const base::Result<SessionPtr>& session) {
  if (call->cancelled()) return;
  if (!session.ok()) {
    if (session.error().code == base::Code::kUnauthenticated) {
      limiter_.Take(LimitClass::kBadToken, call->address, NowMs());
    }
    return call->Finish(rpc::ToGrpc(session.error()));
  }
  const rpc::ScopedTrace trace(call->trace);
  // An operator has logged what an operator wants logged.
  if (call->trace_requested && (*session)->is_operator()) call->trace.sampled = true;
  const Method& method = *call->method;
  const bool is_operator = (*session)->is_operator();
  if (method.auth == Auth::kOperator && !is_operator) return call->Finish(NoScope("operator"));
  if (method.auth == Auth::kPlayer && (is_operator || !(*session)->HasScope(method.scope))) {
    return call->Finish(NoScope(method.scope.empty() ? "player" : method.scope));
  }
  // Where anybody may call, an operator is nobody: topics and limits are players'.
  if (method.auth != Auth::kAnyone || !is_operator) call->session = *session;
  Authorised(call);
}

void Router::Authorised(const CallPtr& call) {
  const Method& method = *call->method;
  // New sessions are counted by address, whatever token comes along.
  const bool by_token = call->session != nullptr && method.limit != LimitClass::kIdentity;
  const uint64_t caller = by_token ? ShortKey(call->token) : call->address;
  const int64_t wait_ms = limiter_.Take(method.limit, caller, NowMs());
  if (wait_ms > 0) {
    metrics_.RateLimited(method.limit).Increment();
    return call->Finish(RateLimited(LimitName(method.limit), wait_ms));
  }
  if (method.target == Target::kLive) return hooks_.local(call);
  proxy_.Start(call);
}

}  // namespace chess::gateway
