#include "gateway/upstream/proxy.h"

#include <grpcpp/client_context.h>

#include "gateway/edge/wire.h"
#include "gateway/upstream/stream_proxy.h"
#include "gateway/upstream/unary_proxy.h"
#include "rpc/call_context.h"
#include "rpc/client.h"

namespace chess::gateway {

Proxy::Proxy(boost::asio::io_context& io, Completions& completions,
             std::array<Endpoints*, kTargets> targets, std::string service_secret, Metrics& metrics)
    : io_(io),
      completions_(completions),
      targets_(targets),
      secret_(std::move(service_secret)),
      metrics_(metrics) {}

void Proxy::Start(const CallPtr& call) {
  if (call->method->streaming) {
    std::make_shared<StreamProxy>(*this, call)->Start();
  } else {
    std::make_shared<UnaryProxy>(*this, call)->Start();
  }
}

void Proxy::Fill(grpc::ClientContext& context, const Call& call) const {
  context.AddMetadata(rpc::kMetaServiceKey, secret_);
  context.AddMetadata(rpc::kMetaService, "gateway");
  context.AddMetadata(rpc::kMetaRequestId, call.request_id);
  context.AddMetadata(rpc::kMetaReceived, std::to_string(call.received_ms));
  rpc::AddTrace(call.trace, context);
  if (call.session == nullptr) return;
  const Session& session = *call.session;
  context.AddMetadata(rpc::kMetaPlayer, session.player_id);
  context.AddMetadata(rpc::kMetaName, session.name);
  context.AddMetadata(rpc::kMetaScopes, session.scopes_text);
  context.AddMetadata(rpc::kMetaSession, session.session_id);
  if (session.round_trips.known()) context.AddMetadata(rpc::kMetaRtt, session.round_trips.text());
}

std::string_view GameHint(const Call& call, grpc::Slice* slice) {
  if (!call.method->game_scoped) return {};
  if (!call.message.TrySingleSlice(slice).ok() && !call.message.DumpToSingleSlice(slice).ok()) {
    return {};
  }
  return PeekFirstField({reinterpret_cast<const char*>(slice->begin()), slice->size()});
}

TrailerList TrailersOf(const grpc::ClientContext& context) {
  TrailerList trailers;
  for (const auto& [name, value] : context.GetServerTrailingMetadata()) {
    if (name.starts_with("grpc-")) continue;
    trailers.emplace_back(std::string(name.data(), name.size()),
                          std::string(value.data(), value.size()));
  }
  return trailers;
}

}  // namespace chess::gateway
