#pragma once
// The admin port: a tiny HTTP/1.1 server for /metrics, /healthz, /readyz and POST /drain. One
// thread, one request per connection, requests of at most 8 KiB, 2 s for each; not for the public.

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"

namespace chess::rpc {

struct HttpAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
};

class AdminHttp {
 public:
  // Answers GET requests for `path` (without query); everything else is 404, other methods 405.
  using Handler = std::function<HttpAnswer(const std::string& path)>;

  explicit AdminHttp(Handler handler);
  ~AdminHttp();
  AdminHttp(const AdminHttp&) = delete;
  AdminHttp& operator=(const AdminHttp&) = delete;

  // POST /drain with the header x-chess-service-key equal to `secret` (compared in constant time)
  // calls `drain` on the server's thread and is answered 202; another key, or none: 401. Before
  // Start; without it POST is refused like other methods.
  void OnDrain(std::string secret, std::function<void()> drain);

  // Listens on "host:port", port 0 for a free one. CANNOT_LISTEN.
  base::Status Start(const std::string& address);
  int port() const;
  void Stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::rpc
