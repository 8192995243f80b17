#pragma once
// Token buckets: how many calls of a class a caller may make. A fixed table without allocation: a
// full set forgets its fullest bucket, which forgets nearly nothing.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace chess::gateway {

enum class LimitClass : uint8_t {
  kRead,
  kPlay,
  kLobby,
  kIdentity,
  kAnalysis,
  kStream,
  kOperator,
  kBadToken,  // unknown tokens from one address: our own, so that guessing costs
  kCount
};
inline constexpr int kLimitClasses = static_cast<int>(LimitClass::kCount);
const char* LimitName(LimitClass limit);

struct Limit {
  double burst = 0;       // at once; 0: no limit
  double per_second = 0;  // refilled
};

struct LimitTable {
  std::array<Limit, kLimitClasses> limits;

  // The figures of chess/common/v1/edge.proto.
  static LimitTable Default();
  // Changes what "play=200/50,read=off" names: burst/refill a second; "off": every class without
  // limit. False if the text is malformed; then nothing has changed.
  bool Apply(std::string_view text);
};

// Not thread-safe.
class RateLimiter {
 public:
  explicit RateLimiter(const LimitTable& table, size_t slots = 1 << 16);

  // Takes one token. 0: taken; else how many milliseconds until there is one.
  int64_t Take(LimitClass limit, uint64_t caller, int64_t now_ms);
  // As Take without taking.
  int64_t Peek(LimitClass limit, uint64_t caller, int64_t now_ms);
  // Buckets forgotten before they were full again.
  uint64_t evictions() const { return evictions_; }

 private:
  struct Slot {
    uint64_t key = 0;  // 0: free
    float tokens = 0;
    uint32_t at_ms = 0;  // wraps after 49 days; then a bucket refills late or early once
  };
  Slot& Find(LimitClass limit, uint64_t caller, int64_t now_ms);

  LimitTable table_;
  std::vector<Slot> slots_;
  uint64_t evictions_ = 0;
};

}  // namespace chess::gateway
