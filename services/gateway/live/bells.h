#pragma once
// What Redis tells the gateway, brought to the loop's thread in batches. A bell is a hint: whatever
// is lost here is noticed by number or by a look at the log.

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace chess::gateway {

class Bells {
 public:
  // All on the loop's thread. Payloads are valid for the call only.
  struct Handlers {
    std::function<void(std::string_view payload)> game;    // GameBell
    std::function<void(std::string_view payload)> digest;  // GameDigest
    std::function<void(std::string_view payload)> player;  // PlayerBell
    std::function<void()> gap;  // messages may have been lost: everything is to be compared
  };

  // An empty url: Redis is always away.
  Bells(boost::asio::io_context& io, const std::string& redis_url, Handlers handlers);
  ~Bells();
  Bells(const Bells&) = delete;
  Bells& operator=(const Bells&) = delete;

  // `confirmed` runs once on the loop's thread, later: true when what is published from now on will
  // be heard; false when Redis is away (a gap follows when it is back).
  void Subscribe(const std::string& channel, std::function<void(bool)> confirmed);
  void Unsubscribe(const std::string& channel);
  bool Healthy() const;
  // Ends the thread; handlers are not called any more.
  void Stop();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace chess::gateway
