#pragma once
// What all handlers of the lobby share.

#include <grpcpp/support/server_callback.h>

#include <string>
#include <utility>

#include "base/ids.h"
#include "base/result.h"
#include "rpc/executor.h"
#include "rpc/handler.h"

namespace chess::lobby {

// Errors of stores in the words that clients know (common/v1/error_reason.proto).
base::Status Outward(base::Status status);

// Runs `work() -> base::Status` on the executor, in the call's trace, and ends the call with its
// outcome.
template <typename Work>
grpc::ServerUnaryReactor* Run(rpc::Executor& executor, grpc::CallbackServerContext* context,
                              Work work) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const bool queued = executor.Submit([reactor, trace = rpc::TraceOf(*context),
                                       work = std::move(work)]() mutable {
    const rpc::ScopedTrace scope(trace);
    reactor->Finish(rpc::ToGrpc(Outward(work())));
  });
  if (!queued) reactor->Finish(rpc::ToGrpc(Outward(rpc::Busy("requests"))));
  return reactor;
}

// The same for calls of a player: `work(player_id)`.
template <typename Work>
grpc::ServerUnaryReactor* RunAsPlayer(rpc::Executor& executor,
                                      grpc::CallbackServerContext* context, Work work) {
  rpc::CallContext caller = rpc::CallContext::From(*context);
  const base::Status known = rpc::RequirePlayer(caller);
  if (!known.ok()) return rpc::Finish(context, Outward(known));
  return Run(executor, context,
             [work = std::move(work), caller = std::move(caller)]() mutable -> base::Status {
               return work(caller);
             });
}

inline bool IsPlayerId(const std::string& text) { return base::IsBase62(text, 12); }
inline bool IsChallengeId(const std::string& text) { return base::IsBase62(text, 10); }
inline bool IsGameId(const std::string& text) { return base::IsBase62(text, 8); }

}  // namespace chess::lobby
