#pragma once
// One running Evaluate call: the newest lines are written as fast as the caller reads; what it is
// too slow for is skipped, never queued. Deletes itself when the call is done.

#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "base/result.h"
#include "chess/analysis/v1/analysis_service.pb.h"

namespace chess::analysis {

class EvaluationStream : public grpc::ServerWriteReactor<v1::EvaluateResponse> {
 public:
  // What engine threads hold; outlives the reactor.
  class Handle {
   public:
    // Shows `response` soon. False if the caller has hung up: stop searching.
    bool Show(v1::EvaluateResponse response);
    // The last answer, or why there is none; ends the call.
    void End(base::Result<v1::EvaluateResponse> last);

   private:
    friend class EvaluationStream;
    std::mutex mutex_;
    EvaluationStream* stream_ = nullptr;  // null once the call is done
    bool cancelled_ = false;
  };

  EvaluationStream();
  std::shared_ptr<Handle> handle() const { return handle_; }

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  // All under handle_->mutex_.
  void WriteNext();

  std::shared_ptr<Handle> handle_;
  std::optional<v1::EvaluateResponse> next_;
  v1::EvaluateResponse writing_;
  bool busy_ = false;
  std::optional<grpc::Status> end_;
  bool finished_ = false;
};

}  // namespace chess::analysis
