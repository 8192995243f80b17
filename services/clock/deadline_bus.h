#pragma once
// The clock and Redis: replicas share work by claims, and owners announce near deadlines. Neither
// is needed: without Redis every replica delivers everything, and the sweep finds what was
// announced.
// Thread-safe.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "redis/client.h"
#include "redis/subscriber.h"

namespace chess::clock {

inline constexpr base::DurationMs kClaimMs = 1000;  // then another replica may deliver

// One line of a notice: "<owner> <key> <due ms>".
struct Notice {
  std::string_view owner;
  std::string_view key;
  base::TimeMs due_ms = 0;
};
// The well-formed lines of a payload; others are left out.
std::vector<Notice> ParseNotices(std::string_view payload);

class DeadlineBus {
 public:
  struct Handlers {
    std::function<void(const Notice&)> on_notice;  // on the subscriber's thread
    std::function<void()> on_gap;                  // notices may have been lost
  };
  DeadlineBus(const redis::Options& options, Handlers handlers);

  enum class Claim { kWon, kLost, kAway };
  // Which of these ("<owner> <key> <fire ms>") this replica is to deliver. With Redis away all are
  // kAway, to be delivered by everybody. Blocks up to Redis' time-out.
  std::vector<Claim> ClaimAll(const std::vector<std::string>& members, base::TimeMs now_ms);

  // For metrics.
  const redis::Client& client() const { return client_; }
  const redis::Subscriber& subscriber() const { return subscriber_; }

 private:
  redis::Client client_;
  redis::Subscriber subscriber_;
};

}  // namespace chess::clock
