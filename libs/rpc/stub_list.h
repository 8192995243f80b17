#pragma once
// Stubs for all replicas of a peer service, from a comma-separated list of targets: the present one
// is used until it answers UNAVAILABLE, then the next. Thread-safe.
//
//   rpc::StubList<v1::GameInternalService> game("game", "host1:1,host2:1", secret, "lobby");
//   grpc::Status status = game.Call(1000, [&](auto& stub, grpc::ClientContext& context) {
//     return stub.CreateGame(&context, request, &response);
//   });

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "rpc/client.h"

namespace chess::rpc {

// "a, b" → {"a", "b"}; empty parts are left out.
inline std::vector<std::string> SplitTargets(const std::string& list) {
  std::vector<std::string> targets;
  size_t begin = 0;
  while (begin <= list.size()) {
    size_t end = list.find(',', begin);
    if (end == std::string::npos) end = list.size();
    size_t first = list.find_first_not_of(' ', begin);
    size_t last = list.find_last_not_of(' ', end == 0 ? 0 : end - 1);
    if (first < end && last != std::string::npos && last >= first) {
      targets.push_back(list.substr(first, last - first + 1));
    }
    begin = end + 1;
  }
  return targets;
}

// As a setting: what a program refuses before it starts. In a message: "… is not <this>".
inline constexpr char kTargetForms[] = "empty or addresses with commas";
inline bool IsTargetsOrNone(const std::string& list) {
  return list.empty() || !SplitTargets(list).empty();
}

template <typename Service>
class StubList {
 public:
  struct Member {
    std::unique_ptr<Peer> peer;
    std::unique_ptr<typename Service::Stub> stub;
  };

  StubList(const std::string& name, const std::string& targets, const std::string& secret,
           const std::string& caller) {
    for (const std::string& target : SplitTargets(targets)) {
      auto peer = std::make_unique<Peer>(name, target, secret, caller);
      auto stub = Service::NewStub(peer->channel());
      members_.push_back({std::move(peer), std::move(stub)});
    }
  }

  size_t size() const { return members_.size(); }
  // The member for a call's attempt (0, 1, …); there must be one.
  const Member& At(size_t attempt) const {
    return members_[(current_.load(std::memory_order_relaxed) + attempt) % members_.size()];
  }
  // The present member failed: the next one becomes the present one.
  void Advance() { current_.fetch_add(1, std::memory_order_relaxed); }

  // Blocks: runs call(stub, context) -> grpc::Status on each member in turn until one answers other
  // than UNAVAILABLE. Every attempt has `timeout_ms`. Only for calls that may be repeated.
  template <typename Function>
  grpc::Status Call(base::DurationMs timeout_ms, Function call) {
    grpc::Status status(grpc::StatusCode::UNAVAILABLE, "no address is configured");
    for (size_t attempt = 0; attempt < members_.size(); ++attempt) {
      const Member& member = At(0);
      grpc::ClientContext context;
      member.peer->Prepare(context, timeout_ms);
      status = call(*member.stub, context);
      if (status.error_code() != grpc::StatusCode::UNAVAILABLE) break;
      Advance();
    }
    return status;
  }

 private:
  std::vector<Member> members_;
  std::atomic<size_t> current_{0};
};

}  // namespace chess::rpc
