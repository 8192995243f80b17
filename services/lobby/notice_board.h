#pragma once
// The notices that are shown now, asked of Postgres at most once in two seconds however many
// clients look, and remembered for a minute while Postgres is away. Thread-safe.

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/result.h"
#include "lobby/notice_repository.h"

namespace chess::lobby {

class NoticeBoard {
 public:
  explicit NoticeBoard(NoticeRepository& notices) : notices_(notices) {}

  // Blocks while Postgres is asked; others who ask meanwhile wait for the same answer.
  base::Result<std::vector<Notice>> Current();
  // The next look asks Postgres: something has changed.
  void Forget();

 private:
  NoticeRepository& notices_;
  std::mutex mutex_;
  std::vector<Notice> known_;
  int64_t known_ns_ = 0;  // steady clock; 0: never
  bool fresh_ = false;
};

}  // namespace chess::lobby
