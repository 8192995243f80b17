#pragma once
// Small helpers for callback handlers: decode → decide → append → announce → encode, in five to
// fifteen lines, never blocking gRPC's thread.

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <functional>
#include <memory>
#include <utility>

#include "base/result.h"
#include "rpc/call_context.h"
#include "rpc/call_observer.h"
#include "rpc/status.h"

namespace chess::rpc {

// Ends a unary call now.
inline grpc::ServerUnaryReactor* Finish(grpc::CallbackServerContext* context,
                                        const grpc::Status& status = grpc::Status::OK) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(status);
  return reactor;
}
inline grpc::ServerUnaryReactor* Finish(grpc::CallbackServerContext* context,
                                        const base::Error& error) {
  return Finish(context, ToGrpc(error));
}
inline grpc::ServerUnaryReactor* Finish(grpc::CallbackServerContext* context,
                                        const base::Status& status) {
  return Finish(context, ToGrpc(status));
}

// The error of a full queue: kResourceExhausted BUSY, try again in 200 ms.
base::Error Busy(const char* what);

// Runs `work() -> base::Status` on `executor` (anything with bool Submit(std::function<void()>),
// such as rpc::Executor) and ends the call with its outcome; BUSY if the queue is full.
// Within `work` the call's trace is this thread's; it may use the request, response and context,
// which live until the call has ended.
template <typename Executor, typename Work>
grpc::ServerUnaryReactor* RunOn(Executor& executor, grpc::CallbackServerContext* context,
                                Work work) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const bool queued = executor.Submit([reactor, trace = TraceOf(*context),
                                       work = std::move(work)]() mutable {
    const ScopedTrace scope(trace);
    reactor->Finish(ToGrpc(base::Status(work())));
  });
  if (!queued) reactor->Finish(ToGrpc(Busy("requests")));
  return reactor;
}

}  // namespace chess::rpc
