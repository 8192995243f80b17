#include "lobby/notice_board.h"

namespace chess::lobby {
namespace {

constexpr int64_t kFreshNs = 2'000'000'000;
constexpr int64_t kStaleNs = 60'000'000'000;

}  // namespace

base::Result<std::vector<Notice>> NoticeBoard::Current() {
  const std::lock_guard lock(mutex_);
  if (asked_ns_ != 0 && clock_.SteadyNs() - asked_ns_ < kFreshNs) return answer_;
  answer_ = notices_.Current();
  asked_ns_ = clock_.SteadyNs();
  if (answer_.ok()) {
    known_ = *answer_;
    known_ns_ = asked_ns_;
  } else if (known_ns_ != 0 && asked_ns_ - known_ns_ < kStaleNs) {
    answer_ = known_;
  }
  return answer_;
}

void NoticeBoard::Forget() {
  const std::lock_guard lock(mutex_);
  asked_ns_ = 0;
}

}  // namespace chess::lobby
