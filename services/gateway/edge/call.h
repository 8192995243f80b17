#pragma once
// One call at the edge, whichever front it came through. A front makes it, fills in what the client
// said and hands it to the Router; whoever serves it answers through it. Loop's thread only.

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "gateway/edge/frame.h"
#include "gateway/edge/method_table.h"
#include "gateway/edge/session.h"
#include "rpc/trace.h"

namespace chess::gateway {

// Trailing metadata that a service set, without gRPC's own. "-bin" values are raw bytes.
using TrailerList = std::vector<std::pair<std::string, std::string>>;

class Call : public std::enable_shared_from_this<Call> {
 public:
  virtual ~Call() = default;

  // --- What the client said ---
  const Method* method = nullptr;
  grpc::ByteBuffer message;
  bool has_token = false;
  TokenHash token{};
  uint64_t address = 0;  // of the client, hashed
  std::string request_id;
  int64_t timeout_ms = 0;        // 0: none given
  base::TimeMs received_ms = 0;  // game time of the request's last byte
  int64_t started_ns = 0;        // steady
  rpc::Trace trace;              // the span of this call
  bool trace_requested = false;  // the client chose the trace and wishes it to be logged
  // Makes the call's span: a child of the one that the headers name, where they name one.
  void BeginTrace(std::string_view traceparent, std::string_view tracestate);

  // --- Set by the Router ---
  SessionPtr session;  // null: nobody

  // --- Answering. Each call is finished exactly once, by Reply or Finish ---
  // Ends a unary call well.
  void Reply(const grpc::ByteBuffer& answer, const TrailerList& trailers = {});
  // Queues a message of a stream. False: the client reads too slowly and the bound is reached; the
  // message was not queued.
  virtual bool Send(const FramePtr& frame) = 0;
  // True while less than half of the bound is used: what can wait (catching up) waits otherwise.
  virtual bool HasRoom() = 0;
  // Bytes queued and not yet handed to the kernel (or to gRPC).
  virtual size_t QueuedBytes() const = 0;
  // Ends a call with a status; a stream after what is queued.
  void Finish(const grpc::Status& status, const TrailerList& trailers = {});
  bool finished() const { return finished_; }

  // --- The client hanging up ---
  // Runs `hook` (at most once) when the client goes away before the end; replaces an earlier hook.
  void OnCancel(std::function<void()> hook) { on_cancel_ = std::move(hook); }
  // Runs `hook` each time the queue of a stream has become empty.
  void OnDrained(std::function<void()> hook) { on_drained_ = std::move(hook); }
  bool cancelled() const { return cancelled_; }
  // By the front: the client is gone. Nothing is answered any more.
  void Cancel();
  // Counts the call when it ends; at most one.
  using EndHook = std::function<void(const Call&, const grpc::Status&)>;
  void OnEnd(EndHook hook) { on_end_ = std::move(hook); }

 protected:
  virtual void DoReply(const grpc::ByteBuffer& answer, const TrailerList& trailers) = 0;
  virtual void DoFinish(const grpc::Status& status, const TrailerList& trailers) = 0;
  void Drained() {
    if (on_drained_ && !finished_ && !cancelled_) on_drained_();
  }

 private:
  void End(const grpc::Status& status);

  bool finished_ = false;
  bool cancelled_ = false;
  std::function<void()> on_cancel_;
  std::function<void()> on_drained_;
  EndHook on_end_;
};
using CallPtr = std::shared_ptr<Call>;

}  // namespace chess::gateway
