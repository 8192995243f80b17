#pragma once
// The hearing end of the doorbell: one connection and one thread for any number of channels.
//
// The set of channels is what the caller asked for; the thread keeps Redis in step with it and
// reconnects (50 ms to 1 s) when the connection is lost or two pings go unanswered. A message
// may be lost meanwhile, so after every reconnection, once all channels are confirmed again,
// `on_gap` is called: everything subscribed then catches up from the log.
// All callbacks run on the subscriber's thread, one at a time; they must not block.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redis/reply.h"

namespace chess::redis {

struct SubscriberStats {
  size_t channels = 0;
  uint64_t messages = 0;
  uint64_t gaps = 0;  // reconnections after the first connection
};

class Subscriber {
 public:
  struct Handlers {
    std::function<void(std::string_view channel, std::string_view payload)> on_message;
    std::function<void()> on_gap;
  };
  using Confirmed = std::function<void(const base::Status&)>;

  Subscriber(Options options, Handlers handlers);
  // Stops the thread; pending confirmations are called with REDIS_AWAY.
  ~Subscriber();
  Subscriber(const Subscriber&) = delete;
  Subscriber& operator=(const Subscriber&) = delete;

  // Adds `channel` to the set (no effect if there). `confirmed` (may be null) is called exactly
  // once: ok when Redis has confirmed, so what is published from now on arrives; kUnavailable
  // REDIS_AWAY when it cannot be now: the channel stays in the set and a gap follows once it is.
  // Returns at once. Thread-safe, also from callbacks.
  void Subscribe(const std::string& channel, Confirmed confirmed = nullptr);
  // Takes it out; messages already under way may still arrive. Thread-safe.
  void Unsubscribe(const std::string& channel);
  bool Healthy() const;
  SubscriberStats Stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::redis
