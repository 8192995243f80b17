#pragma once
// What happens to a call of either front: who calls, may they, how often, and where it goes.

#include <boost/asio/io_context.hpp>
#include <functional>
#include <string>

#include "gateway/edge/call.h"
#include "gateway/edge/identity.h"
#include "gateway/edge/limits.h"
#include "gateway/metrics.h"
#include "gateway/upstream/proxy.h"

namespace chess::gateway {

// Loop's thread only.
class Router {
 public:
  struct Hooks {
    std::function<void(const CallPtr&)> local;          // LiveService
    std::function<void(const SessionPtr&)> signed_out;  // SignOut was answered with OK
  };
  Router(Proxy& proxy, Identity& identity, RateLimiter& limiter, Metrics& metrics, Hooks hooks);

  // Takes the call over; it will be finished.
  void Start(const CallPtr& call);
  // Calls under way.
  size_t active() const { return active_; }

 private:
  void Identified(const CallPtr& call, const base::Result<SessionPtr>& session);
  void Authorised(const CallPtr& call);

  Proxy& proxy_;
  Identity& identity_;
  RateLimiter& limiter_;
  Metrics& metrics_;
  Hooks hooks_;
  size_t active_ = 0;
};

}  // namespace chess::gateway
