#include "gateway/edge/call.h"

#include "rpc/log.h"

namespace chess::gateway {

// A malformed traceparent is no error: the call begins a trace of its own, and tracestate, which
// belongs to the other one, is dropped.
void Call::BeginTrace(std::string_view traceparent, std::string_view tracestate) {
  rpc::Trace caller;
  if (!rpc::ParseTraceParent(traceparent, &caller)) {
    trace = rpc::NewTrace();
    return;
  }
  trace_requested = caller.sampled;
  caller.sampled = rpc::SampledFromOutside(caller, trace_requested);
  if (rpc::IsTraceState(tracestate)) caller.state = tracestate;
  trace = caller.Child();
}

void Call::End(const grpc::Status& status) {
  finished_ = true;
  on_cancel_ = nullptr;
  on_drained_ = nullptr;
  if (on_end_) std::exchange(on_end_, nullptr)(*this, status);
}

void Call::Reply(const grpc::ByteBuffer& answer, const TrailerList& trailers) {
  if (finished_ || cancelled_) return;
  End(grpc::Status::OK);
  DoReply(answer, trailers);
}

void Call::Finish(const grpc::Status& status, const TrailerList& trailers) {
  if (finished_ || cancelled_) return;
  End(status);
  DoFinish(status, trailers);
}

void Call::Cancel() {
  if (finished_ || cancelled_) return;
  cancelled_ = true;
  const auto hook = std::exchange(on_cancel_, nullptr);
  on_drained_ = nullptr;
  if (hook) hook();
  if (on_end_) std::exchange(on_end_, nullptr)(*this, grpc::Status::CANCELLED);
}

}  // namespace chess::gateway
