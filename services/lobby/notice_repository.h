#pragma once
// What everybody is told, in Postgres. Blocks: call it on an executor's thread. Thread-safe.
// Besides the errors below every function may fail as postgres/transaction.h says.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "lobby/audit_repository.h"
#include "postgres/pool.h"

namespace chess::lobby {

enum class Severity : uint8_t { kInfo, kWarning, kCritical };

struct Notice {
  int64_t notice_id = 0;
  std::string text;
  Severity severity = Severity::kInfo;
  base::TimeMs from_time = 0;   // 0 when it is made: now
  base::TimeMs until_time = 0;  // 0: until it is cleared
  base::TimeMs created_time = 0;
  base::TimeMs cleared_time = 0;  // 0: it was not
  bool shown = false;             // now
};

// Notices that count at a time, those to come included.
inline constexpr int kMaxNotices = 10;

class NoticeRepository {
 public:
  explicit NoticeRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // The notice as stored. TOO_MANY.
  base::Result<Notice> Set(const Actor& actor, const Notice& notice);
  // NOTICE_NOT_FOUND, also where it was cleared before.
  base::Result<Notice> Clear(const Actor& actor, int64_t notice_id);
  // What is shown now, the worst first, then the newest.
  base::Result<std::vector<Notice>> Current();
  // All with a number below `before_id` (0: from the newest on), newest first.
  base::Result<std::vector<Notice>> List(int limit, int64_t before_id);

 private:
  base::Result<Notice> Find(const std::string& subject);

  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
