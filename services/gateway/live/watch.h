#pragma once
// One open LiveService.Watch stream, as the topics see it.

#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/edge/call.h"

namespace chess::gateway {

class Watch {
 public:
  // `slow` runs (once) when the reader is too slow: the stream has been ended and is dead.
  Watch(CallPtr call, std::string id, std::function<void(Watch&)> slow)
      : call_(std::move(call)), id_(std::move(id)), slow_(std::move(slow)) {}

  const std::string& id() const { return id_; }
  const CallPtr& call() const { return call_; }
  const SessionPtr& session() const { return call_->session; }
  // Empty: nobody known.
  std::string_view player_id() const {
    return call_->session ? std::string_view(call_->session->player_id) : std::string_view();
  }

  // Hands a frame to the stream; a dead stream takes nothing.
  void Deliver(const FramePtr& frame) {
    if (!dead_ && !call_->Send(frame)) TooSlow();
  }
  // False: what can wait should wait.
  bool HasRoom() { return !dead_ && call_->HasRoom(); }
  // Ends the stream as one that is read too slowly.
  void TooSlow() {
    if (dead_) return;
    dead_ = true;
    slow_(*this);
  }
  // The stream has ended, whoever ended it; it is removed at the end of the loop's turn.
  bool dead() const { return dead_; }
  void Die() { dead_ = true; }

  // --- Heartbeat ---
  int64_t ping_id = 0;
  int64_t ping_ns = 0;  // steady, when it was sent
  int unanswered = 0;
  // --- The end ---
  int64_t full_since_ms = 0;  // steady; 0: there is room
  int64_t deadline_ms = 0;    // steady; 0: none
  int64_t drain_at_ms = 0;    // steady; 0: not draining

 private:
  CallPtr call_;
  std::string id_;
  std::function<void(Watch&)> slow_;
  bool dead_ = false;
};

// The fields of WatchResponse, for frames that carry other messages' bytes.
inline constexpr uint32_t kResponseHello = 1;
inline constexpr uint32_t kResponseSnapshot = 2;
inline constexpr uint32_t kResponseGameEvent = 3;
inline constexpr uint32_t kResponsePlayerEvent = 4;
inline constexpr uint32_t kResponseHeartbeat = 5;
inline constexpr uint32_t kResponseTopicEnded = 6;

// A WatchResponse with `bytes` as its field.
FramePtr ResponseFrame(uint32_t field, std::string_view bytes);
// TopicEnded; empty game id: the player topic.
FramePtr TopicEndedFrame(std::string_view game_id, std::string_view reason);

}  // namespace chess::gateway
