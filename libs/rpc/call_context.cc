#include "rpc/call_context.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "rpc/call_observer.h"

namespace chess::rpc {
namespace {

using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;

std::string_view Get(const Metadata& metadata, const char* name) {
  const auto found = metadata.find(name);
  if (found == metadata.end()) return {};
  return {found->second.data(), found->second.size()};
}

// A whole number of at least 0; `missing` if the text is not one.
template <typename T>
T Number(std::string_view text, T missing) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc() && end == text.data() + text.size() && value >= 0;
  return good ? value : missing;
}

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    if (comma != 0) parts.emplace_back(text.substr(0, comma));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return parts;
}

base::Error Denied(base::Code code, const char* reason, std::string message) {
  return base::MakeError(code, reason, std::move(message));
}

}  // namespace

bool CallContext::HasScope(std::string_view scope) const {
  return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
}

CallContext CallContext::From(const grpc::ServerContextBase& context) {
  const Metadata& metadata = context.client_metadata();
  CallContext out;
  out.player_id.value = Get(metadata, kMetaPlayer);
  out.name = Get(metadata, kMetaName);
  out.scopes = Split(Get(metadata, kMetaScopes));
  out.session_id = Get(metadata, kMetaSession);
  out.received_ms = Number<base::TimeMs>(Get(metadata, kMetaReceived), 0);
  const std::string_view rtt = Get(metadata, kMetaRtt);
  const size_t comma = rtt.find(',');
  out.rtt_ms = Number<int>(rtt.substr(0, comma), -1);
  if (comma != std::string_view::npos) out.rtt_min_ms = Number<int>(rtt.substr(comma + 1), -1);
  out.request_id = Get(metadata, kMetaRequestId);
  if (out.request_id.empty() || out.request_id.size() > 64) out.request_id = base::RandomBase62(12);
  out.caller = Get(metadata, kMetaService);
  out.trace = TraceOf(context);
  out.is_service = out.player_id.empty() && !out.caller.empty() && out.caller != "gateway";
  return out;
}

base::Status RequirePlayer(const CallContext& context) {
  if (!context.player_id.empty()) return {};
  return Denied(base::Code::kUnauthenticated, "UNAUTHENTICATED", "Sign in first.");
}

base::Status RequireScope(const CallContext& context, std::string_view scope) {
  if (context.HasScope(scope)) return {};
  base::Error error = Denied(base::Code::kPermissionDenied, "SCOPE_MISSING",
                             "This needs the scope " + std::string(scope) + ".");
  error.metadata.emplace_back("scope", scope);
  return error;
}

base::Status RequireService(const CallContext& context) {
  if (context.is_service) return {};
  return Denied(base::Code::kPermissionDenied, "SERVICE_ONLY", "Only services may call this.");
}

}  // namespace chess::rpc
