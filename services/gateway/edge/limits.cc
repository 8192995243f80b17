#include "gateway/edge/limits.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace chess::gateway {
namespace {

constexpr size_t kWays = 4;  // buckets that share a set

constexpr std::array<const char*, kLimitClasses> kNames = {
    "read", "play", "lobby", "identity", "analysis", "stream", "operator", "bad_token"};

uint64_t Mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

bool ParseLimit(std::string_view text, Limit* limit) {
  if (text == "off") {
    *limit = {};
    return true;
  }
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), text.data() + slash, limit->burst);
  const auto second = std::from_chars(text.data() + slash + 1, end, limit->per_second);
  return first.ec == std::errc() && first.ptr == text.data() + slash && second.ec == std::errc() &&
         second.ptr == end && limit->burst >= 1 && limit->per_second > 0 &&
         std::isfinite(limit->burst) && std::isfinite(limit->per_second);
}

}  // namespace

const char* LimitName(LimitClass limit) { return kNames[static_cast<int>(limit)]; }

LimitTable LimitTable::Default() {
  LimitTable table;
  table.limits = {Limit{60, 20},     Limit{100, 20}, Limit{10, 1 / 3.0}, Limit{200, 1 / 3.0},
                  Limit{5, 1 / 2.0}, Limit{20, 1},   Limit{60, 20},      Limit{20, 1}};
  return table;
}

bool LimitTable::Apply(std::string_view text) {
  LimitTable changed = *this;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view item = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (item == "off") {
      changed.limits = {};
      continue;
    }
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos) return false;
    const auto name = std::find(kNames.begin(), kNames.end(), item.substr(0, equals));
    if (name == kNames.end()) return false;
    if (!ParseLimit(item.substr(equals + 1), &changed.limits[name - kNames.begin()])) return false;
  }
  *this = changed;
  return true;
}

RateLimiter::RateLimiter(const LimitTable& table, size_t slots)
    : table_(table), slots_(std::bit_ceil(std::max(slots, kWays))) {}

RateLimiter::Slot& RateLimiter::Find(LimitClass limit, uint64_t caller, int64_t now_ms) {
  const Limit& rule = table_.limits[static_cast<int>(limit)];
  const uint64_t key = Mix(caller + static_cast<uint64_t>(limit) * 0x9e3779b97f4a7c15ULL) | 1;
  const size_t first = (key >> 8) & (slots_.size() - 1) & ~(kWays - 1);
  const auto now = static_cast<uint32_t>(now_ms);
  Slot* fullest = nullptr;
  for (size_t i = first; i < first + kWays; ++i) {
    Slot& slot = slots_[i];
    if (slot.key == key) {
      const double refill = static_cast<int32_t>(now - slot.at_ms) * rule.per_second / 1000;
      slot.tokens = static_cast<float>(std::min(rule.burst, slot.tokens + std::max(0.0, refill)));
      slot.at_ms = now;
      return slot;
    }
    if (fullest == nullptr || slot.key == 0 ||
        (fullest->key != 0 && slot.tokens > fullest->tokens)) {
      fullest = &slot;
    }
  }
  if (fullest->key != 0) ++evictions_;
  *fullest = Slot{key, static_cast<float>(rule.burst), now};
  return *fullest;
}

int64_t RateLimiter::Peek(LimitClass limit, uint64_t caller, int64_t now_ms) {
  const Limit& rule = table_.limits[static_cast<int>(limit)];
  if (rule.burst == 0) return 0;
  const Slot& slot = Find(limit, caller, now_ms);
  if (slot.tokens >= 1) return 0;
  return std::max<int64_t>(1, std::ceil((1 - slot.tokens) * 1000 / rule.per_second));
}

int64_t RateLimiter::Take(LimitClass limit, uint64_t caller, int64_t now_ms) {
  const Limit& rule = table_.limits[static_cast<int>(limit)];
  if (rule.burst == 0) return 0;
  Slot& slot = Find(limit, caller, now_ms);
  if (slot.tokens >= 1) {
    slot.tokens -= 1;
    return 0;
  }
  return std::max<int64_t>(1, std::ceil((1 - slot.tokens) * 1000 / rule.per_second));
}

}  // namespace chess::gateway
