#include "rpc/line_limiter.h"

#include <algorithm>

namespace chess::rpc {

bool LineLimiter::Take(uint64_t kind, int64_t now_ns, uint64_t* left_out) {
  Slot& slot = slots_[kind % slots_.size()];
  if (slot.kind != kind) slot = {kind, now_ns, 0};
  const int64_t begin = std::max(slot.paid_until_ns, now_ns);
  if (begin + kEachNs > now_ns + kBurst * kEachNs) {
    ++slot.left_out;
    return false;
  }
  slot.paid_until_ns = begin + kEachNs;
  *left_out = slot.left_out;
  slot.left_out = 0;
  return true;
}

}  // namespace chess::rpc
