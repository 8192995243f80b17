#pragma once
// The gateway's own questions to lobby and game, on their internal ports with the service
// credential. Answers come on the loop's thread as bytes; whoever asks reads the fields it needs.

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

#include "gateway/upstream/completions.h"
#include "gateway/upstream/endpoints.h"

namespace chess::gateway {

// `answer` is empty unless the status is ok.
using InternalDone = std::function<void(const grpc::Status& status, std::string_view answer)>;

class InternalClient {
 public:
  InternalClient(boost::asio::io_context& io, Completions& completions, std::string service_secret)
      : io_(io), completions_(completions), secret_(std::move(service_secret)) {}

  // Loop's thread only. Asks one replica and, where that one is not reached, one other; in the
  // loop's present trace (rpc::ScopedTrace), if any. `path` must be a literal. `done` runs once, on
  // the loop's thread, never within this call; not at all after the loop's end. After Stop nothing
  // is asked and nobody is answered.
  void Ask(Endpoints& endpoints, const char* path, const std::string& request, int64_t timeout_ms,
           std::string_view hint, InternalDone done);

  // Cancels what is under way; the loop must run until under_way() is 0.
  void Stop();
  size_t under_way() const { return under_way_.size(); }

 private:
  struct Question;
  void Send(std::shared_ptr<Question> question);
  void Answered(std::shared_ptr<Question> question);

  boost::asio::io_context& io_;
  Completions& completions_;
  std::string secret_;
  std::unordered_set<std::shared_ptr<Question>> under_way_;  // with gRPC
  bool stopped_ = false;
};

}  // namespace chess::gateway
