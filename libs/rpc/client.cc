#include "rpc/client.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <chrono>

namespace chess::rpc {
namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

std::string Joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
  return out;
}

// Identity of the player on whose behalf we call; the received stamp travels along unchanged.
void AddIdentity(const CallContext& call, grpc::ClientContext& context) {
  if (!call.player_id.empty()) context.AddMetadata(kMetaPlayer, call.player_id.value);
  if (!call.name.empty()) context.AddMetadata(kMetaName, call.name);
  if (!call.scopes.empty()) context.AddMetadata(kMetaScopes, Joined(call.scopes));
  if (!call.session_id.empty()) context.AddMetadata(kMetaSession, call.session_id);
  if (call.received_ms > 0) context.AddMetadata(kMetaReceived, std::to_string(call.received_ms));
  if (call.rtt_ms >= 0) {
    context.AddMetadata(kMetaRtt,
                        std::to_string(call.rtt_ms) + "," + std::to_string(call.rtt_min_ms));
  }
  if (!call.request_id.empty()) context.AddMetadata(kMetaRequestId, call.request_id);
}

}  // namespace

std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target, int max_message_bytes) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(max_message_bytes);
  arguments.SetMaxSendMessageSize(max_message_bytes);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 200);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 2000);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);  // peers are neighbours
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);     // who may be repeated is decided above
  // A pool of its own: channels to one target in one process (tests) do not share a connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
}

Peer::Peer(std::string name, const std::string& target, std::string service_secret,
           std::string caller)
    : name_(std::move(name)),
      secret_(std::move(service_secret)),
      caller_(std::move(caller)),
      channel_(MakeChannel(target)) {}

void Peer::Prepare(grpc::ClientContext& context, base::DurationMs timeout_ms,
                   const CallContext* on_behalf_of) const {
  context.set_deadline(system_clock::now() + milliseconds(timeout_ms));
  context.AddMetadata(kMetaServiceKey, secret_);
  context.AddMetadata(kMetaService, caller_);
  if (on_behalf_of != nullptr) AddIdentity(*on_behalf_of, context);
  if (on_behalf_of != nullptr && on_behalf_of->trace.valid()) {
    AddTrace(on_behalf_of->trace, context);
  } else if (const Trace* current = CurrentTrace()) {
    AddTrace(*current, context);
  } else {
    AddTrace(NewTrace(Begin::kChore), context);
  }
}

void AddTrace(const Trace& trace, grpc::ClientContext& context) {
  context.AddMetadata(kTraceParent, TraceParent(trace));
  if (!trace.state.empty()) context.AddMetadata(kTraceState, trace.state);
}

base::DurationMs RemainingMs(const grpc::ServerContextBase& context, base::DurationMs most_ms) {
  const auto deadline = context.deadline();
  if (deadline == system_clock::time_point::max()) return most_ms;
  const auto left = std::chrono::duration_cast<milliseconds>(deadline - system_clock::now());
  return std::clamp<base::DurationMs>(left.count(), 0, most_ms);
}

bool ConstantTimeEquals(std::string_view a, std::string_view b) {
  // The length may show; the content may not.
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < a.size(); ++i) {
    const char other = b.empty() ? '\0' : b[i % b.size()];
    difference |= static_cast<unsigned char>(a[i] ^ other);
  }
  return difference == 0;
}

}  // namespace chess::rpc
