#pragma once
// A client of LiveService.Watch over gRPC-Web, for tests: checks numbers as a real one would.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/live/v1/live_service.pb.h"
#include "gateway/testing/http_client.h"

namespace chess::gateway {

class WatchClient {
 public:
  struct Options {
    std::string token;
    std::vector<std::pair<std::string, int64_t>> games;  // id and cursor
    std::optional<int64_t> player;                       // cursor of the player topic
    bool text = false;
  };
  WatchClient(int port, const Options& options);

  // The next thing on the stream but heartbeats; nullopt: the end, or nothing for `timeout_ms`.
  std::optional<live::v1::WatchResponse> Next(int timeout_ms = 10'000);
  // The next heartbeat; what comes before it is kept for Next.
  std::optional<live::v1::Heartbeat> NextHeartbeat(int timeout_ms = 10'000);
  // Reads until `seq` of a game has arrived; each number once and in order from `after` on (or from
  // a snapshot). Empty: fine; else what was wrong.
  std::string ReadGameTo(const std::string& game_id, int64_t seq, int64_t after = 0,
                         int timeout_ms = 10'000);
  // How the stream ended; reads what is left.
  WebAnswer ReadToEnd(int timeout_ms = 10'000);

  const live::v1::Hello& hello() const { return hello_; }
  HttpClient& http() { return http_; }
  void Close() { http_.Close(); }

 private:
  std::optional<live::v1::WatchResponse> Take(int timeout_ms);

  HttpClient http_;
  rpc::WebDecoder decoder_;
  HttpResponse head_;
  live::v1::Hello hello_;
  std::vector<live::v1::WatchResponse> kept_;
  std::string trailer_body_;
};

}  // namespace chess::gateway
