#pragma once
// Accepts HTTP connections within bounds and watches over their deadlines. Loop's thread only.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "gateway/http/connection.h"

namespace chess::gateway {

struct HttpOptions {
  int max_connections = 16'384;
  int max_connections_per_address = 2'048;
  int header_deadline_ms = 10'000;
  int body_deadline_ms = 20'000;
  int idle_deadline_ms = 75'000;
  int write_deadline_ms = 30'000;
};

struct HttpStats {
  uint64_t accepted = 0;
  uint64_t refused = 0;    // over a bound
  uint64_t timed_out = 0;  // a deadline passed
  uint64_t bad_requests = 0;
};

class HttpServer {
 public:
  HttpServer(boost::asio::io_context& io, HttpOptions options, HttpHandler& handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Binds and accepts; CANNOT_LISTEN.
  base::Status Listen(const std::string& address);
  int port() const { return port_; }
  // Accepts no more; ends connections that are between requests, and others after their answer.
  void Drain();
  // Ends every connection now.
  void Stop();

  size_t connections() const { return connections_.size(); }
  size_t busy() const;
  const HttpStats& stats() const { return stats_; }

  // --- For connections ---
  HttpHandler& handler() { return handler_; }
  const HttpOptions& options() const { return options_; }
  HttpStats& counters() { return stats_; }
  boost::asio::io_context& io() { return io_; }
  void FlushLater(HttpConnectionPtr connection);
  void Closed(HttpConnection& connection);
  bool draining() const { return draining_; }

 private:
  void Accept();
  void Accepted(boost::asio::ip::tcp::socket socket);
  void Tick();

  boost::asio::io_context& io_;
  HttpOptions options_;
  HttpHandler& handler_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer tick_;
  boost::asio::steady_timer pause_;
  std::unordered_map<HttpConnection*, HttpConnectionPtr> connections_;
  std::unordered_map<std::string, int> by_address_;
  std::vector<HttpConnectionPtr> dirty_;
  HttpStats stats_;
  int port_ = 0;
  bool draining_ = false;
};

}  // namespace chess::gateway
