#pragma once
// The ringing end of the doorbell: a queue and a thread that publishes in pipelined batches.
// Publishing is best effort by contract: while Redis is away messages are dropped and counted, and
// receivers catch up from the log.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "redis/reply.h"

namespace chess::redis {

struct PublisherStats {
  uint64_t published = 0;
  uint64_t dropped = 0;  // queue full, Redis away, or cut by a time-out
  size_t queued = 0;
};

class Publisher {
 public:
  explicit Publisher(Options options, size_t queue_limit = 65536);
  // Publishes what is queued if Redis answers (at most one time-out long), then stops.
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  // Queues one message; false if dropped because the queue is full. Never blocks. Thread-safe;
  // messages of one thread to one channel keep their order.
  bool Publish(std::string channel, std::string payload);

  // For one who is about to publish several messages: while it lives, they wait for each other, a
  // few at most, to go out in one exchange. Must not outlive the publisher.
  class Gathering {
   public:
    explicit Gathering(Publisher& publisher);
    ~Gathering();
    Gathering(const Gathering&) = delete;
    Gathering& operator=(const Gathering&) = delete;

   private:
    Publisher& publisher_;
  };

  bool Healthy() const;
  PublisherStats Stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace chess::redis
