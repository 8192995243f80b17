#include "loadgen/web_client.h"

#include <array>

namespace chess::loadgen {
namespace {

namespace http = boost::beast::http;
constexpr size_t kMaxFrame = 8 * 1024 * 1024;

base::Error Broken(const std::string& what) {
  return base::MakeError(base::Code::kUnavailable, "CONNECTION", what);
}

// The message of a unary answer, or its status.
base::Result<std::string> ReadAnswer(const std::string& body) {
  rpc::WebDecoder decoder(rpc::WebFormat::kBinary, kMaxFrame);
  if (!decoder.Feed(body)) return Broken(decoder.error());
  std::string message;
  std::string status = "2", text = "the answer has no trailers";
  while (auto frame = decoder.Next()) {
    if (!frame->trailers) {
      message = std::move(frame->payload);
      continue;
    }
    for (auto& [name, value] : rpc::ParseTrailers(frame->payload)) {
      if (name == "grpc-status") status = value;
      if (name == "grpc-message") text = rpc::DecodeGrpcMessage(value);
    }
  }
  if (status == "0") return message;
  return base::MakeError(base::Code::kInternal, "GRPC_" + status, text);
}

}  // namespace

base::Result<Endpoint> ParseUrl(const std::string& url) {
  const std::string scheme = "http://";
  const size_t colon = url.rfind(':');
  if (!url.starts_with(scheme) || colon <= scheme.size()) {
    return base::MakeError(base::Code::kInvalidArgument, "INVALID_FIELD",
                           "The address must look like http://host:port.");
  }
  std::string port = url.substr(colon + 1);
  if (!port.empty() && port.back() == '/') port.pop_back();
  return Endpoint{url.substr(scheme.size(), colon - scheme.size()), port};
}

Task<void> WebClient::Connect() {
  asio::ip::tcp::resolver resolver(stream_.get_executor());
  const auto results =
      co_await resolver.async_resolve(endpoint_.host, endpoint_.port, asio::use_awaitable);
  co_await stream_.async_connect(results, asio::use_awaitable);
  stream_.socket().set_option(asio::ip::tcp::no_delay(true));
  buffer_.clear();
  connected_ = true;
}

WebClient::Request WebClient::MakeRequest(const std::string& path,
                                          const std::string& message) const {
  Request request{http::verb::post, path, 11};
  request.set(http::field::host, endpoint_.host);
  request.set(http::field::content_type, "application/grpc-web+proto");
  request.set("x-grpc-web", "1");
  if (!token_.empty()) request.set(http::field::authorization, "Bearer " + token_);
  request.body() = rpc::EncodeWebFrame(false, message);
  request.prepare_payload();
  return request;
}

Task<base::Result<std::string>> WebClient::Unary(std::string path, std::string message) {
  std::string fault;
  try {
    if (!connected_) co_await Connect();
    Request request = MakeRequest(path, message);
    co_await http::async_write(stream_, request, asio::use_awaitable);
    http::response<http::string_body> response;
    co_await http::async_read(stream_, buffer_, response, asio::use_awaitable);
    if (!response.keep_alive()) Close();
    if (response.result() != http::status::ok) {
      co_return Broken("HTTP " + std::to_string(response.result_int()));
    }
    // A refusal may come without a body, its status in the headers.
    if (response.body().empty() && response.count("grpc-status") > 0) {
      co_return base::MakeError(base::Code::kInternal,
                                "GRPC_" + std::string(response["grpc-status"]),
                                rpc::DecodeGrpcMessage(std::string(response["grpc-message"])));
    }
    co_return ReadAnswer(response.body());
  } catch (const boost::system::system_error& error) {
    fault = error.what();
  }
  Close();
  co_return Broken(fault);
}

Task<base::Status> WebClient::Open(std::string path, std::string message) {
  std::string fault;
  try {
    Close();
    co_await Connect();
    Request request = MakeRequest(path, message);
    co_await http::async_write(stream_, request, asio::use_awaitable);
    parser_ = std::make_unique<Parser>();
    parser_->body_limit(boost::none);
    decoder_ = std::make_unique<rpc::WebDecoder>(rpc::WebFormat::kBinary, kMaxFrame);
    co_await http::async_read_header(stream_, buffer_, *parser_, asio::use_awaitable);
    if (parser_->get().result() == http::status::ok) co_return base::Status();
    fault = "HTTP " + std::to_string(parser_->get().result_int());
  } catch (const boost::system::system_error& error) {
    fault = error.what();
  }
  Close();
  co_return base::Status(Broken(fault));
}

Task<std::optional<std::string>> WebClient::Next() {
  std::array<char, 16 * 1024> chunk;
  try {
    while (true) {
      if (auto frame = decoder_->Next()) {
        if (frame->trailers) co_return std::nullopt;
        co_return std::move(frame->payload);
      }
      if (parser_->is_done()) co_return std::nullopt;
      parser_->get().body().data = chunk.data();
      parser_->get().body().size = chunk.size();
      boost::system::error_code error;
      co_await http::async_read_some(stream_, buffer_, *parser_,
                                     asio::redirect_error(asio::use_awaitable, error));
      if (error && error != http::error::need_buffer) co_return std::nullopt;
      const size_t got = chunk.size() - parser_->get().body().size;
      if (!decoder_->Feed({chunk.data(), got})) co_return std::nullopt;
    }
  } catch (const boost::system::system_error&) {
  }
  co_return std::nullopt;
}

void WebClient::Close() {
  boost::system::error_code ignored;
  stream_.socket().close(ignored);
  connected_ = false;
}

}  // namespace chess::loadgen
