#pragma once
// Passes calls on to the services as bytes, unary and server-streaming, with the caller's identity
// added, and their answers back.

#include <array>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "gateway/edge/call.h"
#include "gateway/metrics.h"
#include "gateway/upstream/completions.h"
#include "gateway/upstream/endpoints.h"

namespace grpc {
class ClientContext;
}

namespace chess::gateway {

// How many retries may follow how many calls: a tenth, saved up to 100; so that retries never
// double the load on a service that is failing.
class RetryBudget {
 public:
  void OnCall() { tokens_ = tokens_ < 99.9 ? tokens_ + 0.1 : 100; }
  bool Take() {
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }

 private:
  double tokens_ = 10;
};

// Loop's thread only.
class Proxy {
 public:
  Proxy(boost::asio::io_context& io, Completions& completions,
        std::array<Endpoints*, kTargets> targets, std::string service_secret, Metrics& metrics);

  // The call's method is not one of LiveService.
  void Start(const CallPtr& call);

  // --- For the operations ---
  boost::asio::io_context& io() { return io_; }
  Completions& completions() { return completions_; }
  Metrics& metrics() { return metrics_; }
  RetryBudget& budget() { return budget_; }
  Endpoints& EndpointsOf(const Call& call) {
    return *targets_[static_cast<int>(call.method->target)];
  }
  // Calls with gRPC, also those whose client is gone.
  size_t under_way() const { return under_way_; }
  void Sent() { ++under_way_; }
  void Returned() { --under_way_; }
  // Identity, stamp, request id and credential.
  void Fill(grpc::ClientContext& context, const Call& call) const;

 private:
  boost::asio::io_context& io_;
  Completions& completions_;
  std::array<Endpoints*, kTargets> targets_;
  std::string secret_;
  Metrics& metrics_;
  RetryBudget budget_;
  size_t under_way_ = 0;
};

// The id that a game-scoped request names; empty: none. `slice` keeps the bytes.
std::string_view GameHint(const Call& call, grpc::Slice* slice);
// What a service set as trailing metadata, without gRPC's own.
TrailerList TrailersOf(const grpc::ClientContext& context);

}  // namespace chess::gateway
