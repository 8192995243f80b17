#pragma once
// A plain HTTP/1.1 client over a blocking socket, for tests: sees every byte.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rpc/grpc_web.h"

namespace chess::gateway {

struct HttpResponse {
  int status = 0;                                   // 0: the connection ended before a response
  std::multimap<std::string, std::string> headers;  // names in lower case
  std::string body;                                 // chunks joined
  std::string Header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
  bool Has(const std::string& name) const { return headers.contains(name); }
};

// What a gRPC-Web answer says, read as a client must: the trailer frame of the body counts before
// the headers, an empty one does not.
struct WebAnswer {
  int code = -1;  // gRPC; -1: none found
  std::string message;
  std::string reason;  // of google.rpc.ErrorInfo
  int64_t retry_after_ms = 0;
  std::vector<std::string> messages;
  rpc::Trailers trailers;
};
WebAnswer ReadWebAnswer(const HttpResponse& response);

using HeaderList = std::vector<std::pair<std::string, std::string>>;

class HttpClient {
 public:
  explicit HttpClient(int port);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  bool SendRaw(std::string_view bytes);
  bool Send(std::string_view method, std::string_view target, const HeaderList& headers,
            std::string_view body = {});
  // The next response; its whole body. Status 0 after `timeout_ms`.
  HttpResponse Receive(int timeout_ms = 10'000, bool head = false);
  // For streams: the response's head, then one chunk after the other (nullopt: the end or a
  // timeout).
  HttpResponse ReceiveHead(int timeout_ms = 10'000);
  std::optional<std::string> ReceiveChunk(int timeout_ms = 10'000);
  // Exactly so many bytes, or what came within the time.
  std::string ReceiveBytes(size_t bytes, int timeout_ms = 10'000);
  // True once the other side has closed.
  bool ClosedWithin(int timeout_ms);
  void Close();
  // Small buffers, so that a reader that stops is felt soon.
  void ShrinkReceiveBuffer();

 private:
  bool Fill(int timeout_ms);
  bool FillTo(size_t bytes, int timeout_ms);

  int socket_ = -1;
  std::string in_;
};

// One gRPC-Web call over a connection of its own.
struct WebCallOptions {
  std::string token;
  HeaderList headers;
  bool text = false;
};
WebAnswer CallWeb(int port, const std::string& method, std::string_view message,
                  const WebCallOptions& options = {});

}  // namespace chess::gateway
