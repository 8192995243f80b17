#pragma once
// A call that came as gRPC-Web over HTTP/1.1.

#include <string>

#include "gateway/edge/call.h"
#include "gateway/http/connection.h"
#include "rpc/grpc_web.h"

namespace chess::gateway {

class WebCall : public Call {
 public:
  // `headers` are extra header lines of the answer (CORS).
  WebCall(HttpConnectionPtr connection, rpc::WebFormat format, std::string headers);

  // Listens for the client going away. After construction, once.
  void Attach();
  // More lines of the answer's head, each with its end. Before the first answer.
  void AddHeaders(std::string_view lines) { headers_ += lines; }

  bool Send(const FramePtr& frame) override;
  bool HasRoom() override;
  size_t QueuedBytes() const override { return connection_->queued_bytes(); }

 protected:
  void DoReply(const grpc::ByteBuffer& answer, const TrailerList& trailers) override;
  void DoFinish(const grpc::Status& status, const TrailerList& trailers) override;

 private:
  std::string Head(bool chunked, size_t length) const;
  void AnswerWhole(std::string body);
  void Begin();
  bool Below(size_t parts, size_t bytes);

  HttpConnectionPtr connection_;
  rpc::WebFormat format_;
  std::string headers_;
  bool begun_ = false;
};

// The trailer block of a status ("grpc-status:5\r\n…").
std::string TrailerBlock(const grpc::Status& status, const TrailerList& trailers);
// A whole HTTP answer that carries nothing but a status.
std::string StatusAnswer(rpc::WebFormat format, const grpc::Status& status,
                         const std::string& headers, bool close);
// "date: …\r\n", made once a second.
const std::string& DateLine();

}  // namespace chess::gateway
