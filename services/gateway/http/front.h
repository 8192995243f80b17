#pragma once
// What the HTTP port does: gRPC-Web calls, preflights, the web client's files, /healthz.

#include <functional>
#include <string>

#include "base/clock.h"
#include "gateway/edge/call.h"
#include "gateway/edge/method_table.h"
#include "gateway/http/connection.h"
#include "gateway/http/cors.h"
#include "gateway/http/static_files.h"

namespace chess::gateway {

struct FrontOptions {
  int trusted_hops = 0;
  std::string content_security_policy;  // empty: our own
};

class Front : public HttpHandler {
 public:
  // `start` takes a call over; `game_time` is asked once a call, when its last byte is here;
  // `ready` is what /healthz says.
  struct Hooks {
    std::function<void(const CallPtr&)> start;
    std::function<base::TimeMs()> game_time;
    std::function<bool()> ready;
  };
  Front(FrontOptions options, const MethodTable& methods, Cors cors, StaticFiles files,
        Hooks hooks);

  size_t OnHeader(HttpConnection& connection, const HttpHeader& header) override;
  void OnRequest(const HttpConnectionPtr& connection, HttpRequest& request) override;
  void OnBodyTooLarge(const HttpConnectionPtr& connection, const HttpHeader& header,
                      size_t limit) override;

 private:
  void Preflight(HttpConnection& connection, const HttpHeader& header);
  void GetFile(HttpConnection& connection, const HttpHeader& header);
  void StartCall(const HttpConnectionPtr& connection, HttpRequest& request);
  std::string CorsHeaders(const HttpHeader& header) const;
  std::string ClientAddress(const HttpConnection& connection, const HttpHeader& header) const;

  FrontOptions options_;
  const MethodTable& methods_;
  Cors cors_;
  StaticFiles files_;
  Hooks hooks_;
  std::string policy_lines_;
};

// An acceptable request id of a client, or a fresh one.
std::string RequestId(std::string_view given);
// The token of "Bearer <token>"; empty where there is none.
std::string_view BearerToken(std::string_view authorization);
// A client's address as a caller's key; seeded by the process.
uint64_t AddressKey(std::string_view address);

}  // namespace chess::gateway
