#pragma once
// gRPC-Web over one HTTP/1.1 connection. All in one io_context thread.

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "loadgen/asio.h"
#include "rpc/grpc_web.h"

namespace chess::loadgen {

struct Endpoint {
  std::string host, port;
};
// "http://host:port"; INVALID_FIELD otherwise.
base::Result<Endpoint> ParseUrl(const std::string& url);

// One connection: calls one after another, or one stream.
class WebClient {
 public:
  WebClient(asio::io_context& io, Endpoint endpoint)
      : stream_(io), endpoint_(std::move(endpoint)) {}

  void set_token(std::string token) { token_ = std::move(token); }
  // The answer's message bytes, or the status as an error. Reconnects where needed.
  Task<base::Result<std::string>> Unary(std::string path, std::string message);
  // Opens a server stream; then Next gives its messages, nothing once it has ended.
  Task<base::Status> Open(std::string path, std::string message);
  Task<std::optional<std::string>> Next();
  void Close();

 private:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  Task<void> Connect();
  Request MakeRequest(const std::string& path, const std::string& message) const;

  boost::beast::tcp_stream stream_;
  Endpoint endpoint_;
  std::string token_;
  bool connected_ = false;
  boost::beast::flat_buffer buffer_;
  using Parser = boost::beast::http::response_parser<boost::beast::http::buffer_body>;
  std::unique_ptr<Parser> parser_;
  std::unique_ptr<rpc::WebDecoder> decoder_;
};

}  // namespace chess::loadgen
