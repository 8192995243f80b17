#pragma once
// One player: a guest's session, a connection for calls, and a live stream.

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "loadgen/asio.h"
#include "loadgen/web_client.h"

namespace chess::loadgen {

// Events seen on a player's stream, for those who wait for one.
class EventBoard {
 public:
  explicit EventBoard(asio::io_context& io) : timer_(io) {}
  // The stream has shown the decision `seq` (and all before it).
  void Show(int64_t seq, int64_t at_ns);
  // Waits until `seq` was shown, at most `limit`; the time it was shown, or 0.
  Task<int64_t> Wait(int64_t seq, std::chrono::milliseconds limit);
  int64_t last() const { return last_; }
  int gaps() const { return gaps_; }

 private:
  asio::steady_timer timer_;
  int64_t last_ = 0, last_ns_ = 0;
  int gaps_ = 0;
};

class Player {
 public:
  Player(asio::io_context& io, const Endpoint& endpoint)
      : io_(io), endpoint_(endpoint), calls_(io, endpoint) {}

  // Makes a guest.
  Task<base::Status> SignIn();
  // Follows a game: returns once the stream has said Hello. One game at a time.
  Task<base::Status> Watch(std::string game_id);
  void StopWatching();

  WebClient& calls() { return calls_; }
  EventBoard& events() { return *events_; }
  const std::string& id() const { return id_; }

 private:
  // Owns what it reads from: it ends some time after StopWatching.
  static Task<void> ReadStream(std::shared_ptr<WebClient> stream,
                               std::shared_ptr<EventBoard> events);

  asio::io_context& io_;
  Endpoint endpoint_;
  WebClient calls_;
  std::shared_ptr<WebClient> stream_;
  std::string id_, token_;
  std::shared_ptr<EventBoard> events_;
};

// Serialises the request, calls, parses the answer.
template <typename Response, typename Request>
Task<base::Result<Response>> Call(WebClient& client, std::string path, Request request) {
  auto bytes = co_await client.Unary(std::move(path), request.SerializeAsString());
  if (!bytes) co_return bytes.error();
  Response response;
  if (!response.ParseFromString(*bytes)) {
    co_return base::MakeError(base::Code::kInternal, "MALFORMED", "The answer cannot be parsed.");
  }
  co_return response;
}

}  // namespace chess::loadgen
