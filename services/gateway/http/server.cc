#include "gateway/http/server.h"

#include <netinet/tcp.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>

#include "base/clock.h"

namespace chess::gateway {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr auto kTickEvery = std::chrono::milliseconds(250);
constexpr auto kAcceptPause = std::chrono::milliseconds(100);  // out of file descriptors
constexpr int kBacklog = 1024;
constexpr unsigned kUnacknowledgedMs = 30'000;

}  // namespace

HttpServer::HttpServer(asio::io_context& io, HttpOptions options, HttpHandler& handler)
    : io_(io), options_(options), handler_(handler), acceptor_(io), tick_(io), pause_(io) {}

HttpServer::~HttpServer() { Stop(); }

base::Status HttpServer::Listen(const std::string& address) {
  const size_t colon = address.rfind(':');
  std::string host = address.substr(0, std::min(colon, address.size()));
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);  // IPv6
  boost::system::error_code error;
  tcp::endpoint endpoint;
  if (colon == std::string::npos) error = asio::error::invalid_argument;
  if (!error)
    endpoint.address(asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error));
  if (!error) endpoint.port(static_cast<uint16_t>(std::atoi(address.c_str() + colon + 1)));
  if (!error) acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(kBacklog, error);
  if (!error) port_ = acceptor_.local_endpoint(error).port();
  if (error) {
    return base::MakeError(base::Code::kUnavailable, "CANNOT_LISTEN",
                           "Cannot listen on " + address + ": " + error.message());
  }
  Accept();
  Tick();
  return {};
}

void HttpServer::Accept() {
  acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || !acceptor_.is_open()) return;
    if (!error) {
      Accepted(std::move(socket));
      return Accept();
    }
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([this](const boost::system::error_code& e) {
      if (!e) Accept();
    });
  });
}

void HttpServer::Accepted(tcp::socket socket) {
  boost::system::error_code error;
  socket.non_blocking(true, error);
  socket.set_option(tcp::no_delay(true), error);
  // A client that vanished without a word is noticed by what it does not acknowledge.
  setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &kUnacknowledgedMs,
             sizeof(kUnacknowledgedMs));
  auto connection = std::make_shared<HttpConnection>(*this, std::move(socket));
  ++stats_.accepted;
  int& of_address = by_address_[connection->peer()];
  if (connections_.size() >= static_cast<size_t>(options_.max_connections) ||
      of_address >= options_.max_connections_per_address) {
    ++stats_.refused;
    return;  // the socket closes with the connection
  }
  ++of_address;
  connections_.emplace(connection.get(), connection);
  connection->Start();
}

void HttpServer::Closed(HttpConnection& connection) {
  const auto found = connections_.find(&connection);
  if (found == connections_.end()) return;
  const auto of_address = by_address_.find(connection.peer());
  if (--of_address->second == 0) by_address_.erase(of_address);
  // Its last reference may be this one, and its own function is still running.
  asio::post(io_, [keep = std::move(found->second)] {});
  connections_.erase(found);
}

void HttpServer::FlushLater(HttpConnectionPtr connection) {
  dirty_.push_back(std::move(connection));
  if (dirty_.size() > 1) return;
  asio::post(io_, [this] {
    std::vector<HttpConnectionPtr> dirty;
    dirty.swap(dirty_);
    for (const HttpConnectionPtr& one : dirty) one->Flush();
    dirty.clear();
    if (dirty_.empty()) dirty_.swap(dirty);  // keeps the memory
  });
}

void HttpServer::Tick() {
  const int64_t now_ms = base::SystemClock().SteadyNs() / 1'000'000;
  std::vector<HttpConnectionPtr> all;
  all.reserve(connections_.size());
  for (const auto& one : connections_) all.push_back(one.second);
  for (const HttpConnectionPtr& one : all) one->Tick(now_ms);
  tick_.expires_after(kTickEvery);
  tick_.async_wait([this](const boost::system::error_code& error) {
    if (!error) Tick();
  });
}

void HttpServer::Drain() {
  draining_ = true;
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  std::vector<HttpConnectionPtr> all;
  for (const auto& one : connections_) all.push_back(one.second);
  for (const HttpConnectionPtr& one : all) one->CloseWhenIdle();
}

void HttpServer::Stop() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  tick_.cancel();
  pause_.cancel();
  std::vector<HttpConnectionPtr> all;
  for (const auto& one : connections_) all.push_back(one.second);
  for (const HttpConnectionPtr& one : all) one->Close();
}

size_t HttpServer::busy() const {
  size_t n = 0;
  for (const auto& one : connections_) n += one.second->busy() ? 1 : 0;
  return n;
}

}  // namespace chess::gateway
