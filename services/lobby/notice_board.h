#pragma once
// The notices that are shown now, asked of Postgres at most once in two seconds however many
// clients look, also while it does not answer; what was known then counts for a minute.
// Thread-safe.

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "lobby/notice_repository.h"

namespace chess::lobby {

class NoticeBoard {
 public:
  explicit NoticeBoard(NoticeRepository& notices, const base::Clock& clock = base::SystemClock())
      : notices_(notices), clock_(clock) {}

  // Blocks while Postgres is asked; others who ask meanwhile wait for the same answer. Errors:
  // those of NoticeRepository::Current.
  base::Result<std::vector<Notice>> Current();
  // The next look asks Postgres: something has changed.
  void Forget();

 private:
  NoticeRepository& notices_;
  const base::Clock& clock_;
  std::mutex mutex_;
  // Steady clock, 0: never.
  int64_t asked_ns_ = 0;
  int64_t known_ns_ = 0;
  std::vector<Notice> known_;
  base::Result<std::vector<Notice>> answer_ = known_;  // to those who ask within two seconds
};

}  // namespace chess::lobby
