#pragma once
// Who calls, and when: what the gateway (or another service) says about a call in x-chess-*
// metadata. Believed only because every call but health and reflection carries the service
// credential, which the server checks before any handler runs (rpc/server.h).

#include <grpcpp/support/server_callback.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "rpc/trace.h"

namespace chess::rpc {

// Metadata names. The gateway strips all that begin with kPrefix from what clients send.
inline constexpr char kMetaPrefix[] = "x-chess-";
inline constexpr char kMetaPlayer[] = "x-chess-player";           // player id
inline constexpr char kMetaName[] = "x-chess-name";               // display name
inline constexpr char kMetaScopes[] = "x-chess-scopes";           // comma-separated
inline constexpr char kMetaSession[] = "x-chess-session";         // session id, not the token
inline constexpr char kMetaReceived[] = "x-chess-received";       // TimeMs of the last byte
inline constexpr char kMetaRtt[] = "x-chess-rtt";                 // "<median ms>,<minimum ms>"
inline constexpr char kMetaRequestId[] = "x-chess-request-id";    // for logs; not the command's id
inline constexpr char kMetaServiceKey[] = "x-chess-service-key";  // the shared secret
inline constexpr char kMetaService[] = "x-chess-service";         // calling service's name

struct CallContext {
  base::PlayerId player_id;  // empty: nobody signed in, or a service on its own account
  std::string name;
  std::vector<std::string> scopes;  // play, bot, read, guest, operator
  std::string session_id;
  base::TimeMs received_ms = 0;  // 0: not stamped; the receiver uses its own now
  int rtt_ms = -1;               // median round trip; -1: not measured
  int rtt_min_ms = -1;
  std::string request_id;  // never empty after From
  std::string caller;      // service that called, e.g. "gateway"
  Trace trace;             // the span of this call; invalid where the server is not rpc::Server's
  // A service on its own account: no player, and not the gateway, whose calls without a player may
  // be an anonymous client's. Methods of the internal port need no such check: the gateway proxies
  // to public ports only, and everybody else on that port has shown the service key.
  bool is_service = false;

  bool HasScope(std::string_view scope) const;

  // From a call's metadata. Malformed values count as absent.
  static CallContext From(const grpc::ServerContextBase& context);
};

// kUnauthenticated UNAUTHENTICATED unless a player is signed in.
base::Status RequirePlayer(const CallContext& context);
// kPermissionDenied SCOPE_MISSING unless the scope is there.
base::Status RequireScope(const CallContext& context, std::string_view scope);
// kPermissionDenied SERVICE_ONLY unless a service calls on its own account.
base::Status RequireService(const CallContext& context);

}  // namespace chess::rpc
