#include "lobby/notice_board.h"

#include "base/clock.h"

namespace chess::lobby {
namespace {

constexpr int64_t kFreshNs = 2'000'000'000;
constexpr int64_t kStaleNs = 60'000'000'000;

}  // namespace

base::Result<std::vector<Notice>> NoticeBoard::Current() {
  const std::lock_guard lock(mutex_);
  const int64_t now_ns = base::SystemClock().SteadyNs();
  if (fresh_ && now_ns - known_ns_ < kFreshNs) return known_;
  auto current = notices_.Current();
  if (current.ok()) {
    known_ = *std::move(current);
    known_ns_ = now_ns;
    fresh_ = true;
    return known_;
  }
  if (known_ns_ != 0 && now_ns - known_ns_ < kStaleNs) return known_;
  return current.error();
}

void NoticeBoard::Forget() {
  const std::lock_guard lock(mutex_);
  fresh_ = false;
}

}  // namespace chess::lobby
