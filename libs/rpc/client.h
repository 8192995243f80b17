#pragma once
// Calling other services: one Peer per peer service and process; stubs are made on its channel.
//
//   rpc::Peer game("game", target, secret, "lobby");
//   auto stub = game_internal::v1::X::NewStub(game.channel());
//   grpc::ClientContext context; game.Prepare(context, 2000, &call);   // on EVERY call
//   stub->async()->CreateGame(&context, &request, &response, [..](grpc::Status s) {…});

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <memory>
#include <string>

#include "base/clock.h"
#include "rpc/call_context.h"

namespace chess::rpc {

inline constexpr base::DurationMs kDefaultDeadlineMs = 5000;

class Peer {
 public:
  // `target` is a gRPC target (host:port, dns:///…, unix:/path); connects lazily, reconnects with
  // backoff of 50 ms to 1 s. `caller` is our own service's name.
  Peer(std::string name, const std::string& target, std::string service_secret, std::string caller);

  const std::string& name() const { return name_; }
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  // Sets deadline and credential, and the caller's identity where `on_behalf_of` is given (without
  // it the call is the service's own), and the trace: `on_behalf_of`'s, else this thread's
  // (ScopedTrace), else a new one. Never waits for the channel: a dead peer is UNAVAILABLE.
  void Prepare(grpc::ClientContext& context, base::DurationMs timeout_ms = kDefaultDeadlineMs,
               const CallContext* on_behalf_of = nullptr) const;

 private:
  std::string name_, secret_, caller_;
  std::shared_ptr<grpc::Channel> channel_;
};

// Tells the callee which span calls it.
void AddTrace(const Trace& trace, grpc::ClientContext& context);

// A channel with the settings of Peer (keepalive, backoff, no proxy, `max_message_bytes` each way).
std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target,
                                           int max_message_bytes = 8 * 1024 * 1024);

// Time left until the call's deadline, at most `most_ms`, at least 0.
base::DurationMs RemainingMs(const grpc::ServerContextBase& context, base::DurationMs most_ms);

// Equality that takes the same time wherever the texts differ.
bool ConstantTimeEquals(std::string_view a, std::string_view b);

}  // namespace chess::rpc
