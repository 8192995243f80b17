#include "gateway/testing/http_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>

#include "base/check.h"
#include "rpc/status.h"

namespace chess::gateway {
namespace {

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

WebAnswer ReadWebAnswer(const HttpResponse& response) {
  WebAnswer answer;
  const auto format = rpc::ParseWebContentType(response.Header("content-type"));
  rpc::WebDecoder decoder(format.value_or(rpc::WebFormat::kBinary), 64 << 20);
  if (decoder.Feed(response.body)) decoder.End();
  while (auto frame = decoder.Next()) {
    if (frame->trailers) {
      answer.trailers = rpc::ParseTrailers(frame->payload);
    } else {
      answer.messages.push_back(frame->payload);
    }
  }
  rpc::Trailers from = answer.trailers;
  if (from.empty()) from.assign(response.headers.begin(), response.headers.end());
  for (const auto& [name, value] : from) {
    if (name == "grpc-status") answer.code = std::atoi(value.c_str());
    if (name == "grpc-message") answer.message = rpc::DecodeGrpcMessage(value);
    if (name != "grpc-status-details-bin") continue;
    base::Error error;
    if (rpc::DecodeDetails(rpc::Base64Decode(value).value_or(""), &error)) {
      answer.reason = error.reason;
      answer.retry_after_ms = error.retry_after_ms;
    }
  }
  return answer;
}

HttpClient::HttpClient(int port) {
  socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHESS_CHECK(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
}

HttpClient::~HttpClient() { Close(); }

void HttpClient::Close() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
}

void HttpClient::ShrinkReceiveBuffer() {
  const int bytes = 128 * 1024;
  setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
}

bool HttpClient::SendRaw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool HttpClient::Send(std::string_view method, std::string_view target, const HeaderList& headers,
                      std::string_view body) {
  std::string bytes = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\n";
  bool host = false;
  for (const auto& [name, value] : headers) {
    bytes += name + ": " + value + "\r\n";
    host |= Lower(name) == "host";
  }
  if (!host) bytes += "Host: castellan.test\r\n";
  if (!body.empty() || method == "POST") {
    bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  }
  return SendRaw(bytes + "\r\n" + std::string(body));
}

bool HttpClient::Fill(int timeout_ms) {
  pollfd wait{socket_, POLLIN, 0};
  if (poll(&wait, 1, timeout_ms) != 1) return false;
  char buffer[16384];
  const ssize_t n = recv(socket_, buffer, sizeof(buffer), 0);
  if (n <= 0) return false;
  in_.append(buffer, static_cast<size_t>(n));
  return true;
}

bool HttpClient::FillTo(size_t bytes, int timeout_ms) {
  while (in_.size() < bytes) {
    if (!Fill(timeout_ms)) return false;
  }
  return true;
}

HttpResponse HttpClient::ReceiveHead(int timeout_ms) {
  HttpResponse response;
  size_t end;
  while ((end = in_.find("\r\n\r\n")) == std::string::npos) {
    if (!Fill(timeout_ms)) return response;
  }
  response.status = std::atoi(in_.substr(9, 3).c_str());
  size_t at = in_.find("\r\n") + 2;
  while (at < end + 2) {
    const size_t line_end = in_.find("\r\n", at);
    const std::string line = in_.substr(at, line_end - at);
    const size_t colon = line.find(':');
    const size_t value = line.find_first_not_of(' ', colon + 1);
    response.headers.emplace(Lower(line.substr(0, colon)),
                             value == std::string::npos ? "" : line.substr(value));
    at = line_end + 2;
  }
  in_.erase(0, end + 4);
  return response;
}

std::optional<std::string> HttpClient::ReceiveChunk(int timeout_ms) {
  size_t line;
  while ((line = in_.find("\r\n")) == std::string::npos) {
    if (!Fill(timeout_ms)) return std::nullopt;
  }
  const size_t length = std::strtoul(in_.c_str(), nullptr, 16);
  if (!FillTo(line + 2 + length + 2, timeout_ms)) return std::nullopt;
  std::string chunk = in_.substr(line + 2, length);
  in_.erase(0, line + 2 + length + 2);
  if (length == 0) return std::nullopt;
  return chunk;
}

HttpResponse HttpClient::Receive(int timeout_ms, bool head) {
  HttpResponse response = ReceiveHead(timeout_ms);
  if (response.status == 0 || head || response.status == 204 || response.status == 304) {
    return response;
  }
  if (response.Header("transfer-encoding") == "chunked") {
    while (auto chunk = ReceiveChunk(timeout_ms)) response.body += *chunk;
  } else if (response.Has("content-length")) {
    const size_t length = std::strtoul(response.Header("content-length").c_str(), nullptr, 10);
    response.body = ReceiveBytes(length, timeout_ms);
  } else {
    while (Fill(timeout_ms)) {
    }
    response.body = std::exchange(in_, {});
  }
  return response;
}

std::string HttpClient::ReceiveBytes(size_t bytes, int timeout_ms) {
  FillTo(bytes, timeout_ms);
  const std::string taken = in_.substr(0, bytes);
  in_.erase(0, bytes);
  return taken;
}

bool HttpClient::ClosedWithin(int timeout_ms) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd wait{socket_, POLLIN, 0};
    if (poll(&wait, 1, std::max(0, static_cast<int>(left.count()))) != 1) return false;
    char buffer[4096];
    if (recv(socket_, buffer, sizeof(buffer), 0) <= 0) return true;
  }
}

WebAnswer CallWeb(int port, const std::string& method, std::string_view message,
                  const WebCallOptions& options) {
  HttpClient client(port);
  HeaderList headers = options.headers;
  headers.emplace_back("content-type",
                       options.text ? "application/grpc-web-text" : "application/grpc-web+proto");
  if (!options.token.empty()) headers.emplace_back("authorization", "Bearer " + options.token);
  std::string body = rpc::EncodeWebFrame(false, message);
  if (options.text) body = rpc::Base64Encode(body);
  client.Send("POST", method, headers, body);
  return ReadWebAnswer(client.Receive());
}

}  // namespace chess::gateway
