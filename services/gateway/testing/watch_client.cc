#include "gateway/testing/watch_client.h"

namespace chess::gateway {

WatchClient::WatchClient(int port, const Options& options)
    : http_(port),
      decoder_(options.text ? rpc::WebFormat::kText : rpc::WebFormat::kBinary, 4 << 20) {
  live::v1::WatchRequest request;
  for (const auto& [game_id, after_seq] : options.games) {
    auto* topic = request.add_topics()->mutable_game();
    topic->set_game_id(game_id);
    topic->set_after_seq(after_seq);
  }
  if (options.player) request.add_topics()->mutable_player()->set_after_seq(*options.player);
  HeaderList headers = {
      {"content-type", options.text ? "application/grpc-web-text" : "application/grpc-web+proto"}};
  if (!options.token.empty()) headers.emplace_back("authorization", "Bearer " + options.token);
  std::string body = rpc::EncodeWebFrame(false, request.SerializeAsString());
  if (options.text) body = rpc::Base64Encode(body);
  http_.Send("POST", "/chess.live.v1.LiveService/Watch", headers, body);
  head_ = http_.ReceiveHead();
  if (head_.Header("transfer-encoding") != "chunked") return;  // refused: see ReadToEnd
  const auto first = Take(10'000);
  if (first) hello_ = first->hello();
}

std::optional<live::v1::WatchResponse> WatchClient::Take(int timeout_ms) {
  while (true) {
    if (const auto frame = decoder_.Next()) {
      if (frame->trailers) {
        trailer_body_ = rpc::EncodeWebFrame(true, frame->payload);
        return std::nullopt;
      }
      live::v1::WatchResponse response;
      response.ParseFromString(frame->payload);
      return response;
    }
    const auto chunk = http_.ReceiveChunk(timeout_ms);
    if (!chunk || !decoder_.Feed(*chunk)) return std::nullopt;
  }
}

std::optional<live::v1::WatchResponse> WatchClient::Next(int timeout_ms) {
  if (!kept_.empty()) {
    const live::v1::WatchResponse response = kept_.front();
    kept_.erase(kept_.begin());
    return response;
  }
  while (auto response = Take(timeout_ms)) {
    if (!response->has_heartbeat()) return response;
  }
  return std::nullopt;
}

std::optional<live::v1::Heartbeat> WatchClient::NextHeartbeat(int timeout_ms) {
  while (auto response = Take(timeout_ms)) {
    if (response->has_heartbeat()) return response->heartbeat();
    kept_.push_back(*response);
  }
  return std::nullopt;
}

std::string WatchClient::ReadGameTo(const std::string& game_id, int64_t seq, int64_t after,
                                    int timeout_ms) {
  while (after < seq) {
    const auto response = Next(timeout_ms);
    if (!response) return "the stream ended or fell silent after " + std::to_string(after);
    if (response->has_snapshot() && response->snapshot().view().game_id() == game_id) {
      after = response->snapshot().view().seq();
    } else if (response->has_game_event() && response->game_event().game_id() == game_id) {
      if (response->game_event().seq() != after + 1) {
        return std::to_string(response->game_event().seq()) + " came after " +
               std::to_string(after);
      }
      ++after;
    }
  }
  return after == seq ? "" : "went beyond: " + std::to_string(after);
}

WebAnswer WatchClient::ReadToEnd(int timeout_ms) {
  if (head_.Header("transfer-encoding") != "chunked") {
    const size_t length = std::stoul(head_.Header("content-length"));
    head_.body = http_.ReceiveBytes(length, timeout_ms);
    return ReadWebAnswer(head_);
  }
  while (Take(timeout_ms)) {
  }
  HttpResponse last;
  last.headers = {{"content-type", "application/grpc-web+proto"}};
  last.body = trailer_body_;
  return ReadWebAnswer(last);
}

}  // namespace chess::gateway
