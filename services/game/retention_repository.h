#pragma once
// What does not stay for ever: when it goes, how much is due, and its deletion in batches. Logs of
// finished games are compacted by the housekeeper, finished games themselves stay. Blocking;
// thread-safe. Errors: those of postgres/transaction.h.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"

namespace chess::game {

// 0: never.
struct RetentionSettings {
  base::DurationMs compact_after_ms = 3'600'000;
  int keep_aborted_days = 0;
  int keep_outage_days = 365;
  int keep_audit_days = 0;
};

// What is deleted (due, or just now), by kind.
struct RetentionCounts {
  int64_t aborted_games = 0;  // called off before both had moved, by nobody's decision
  int64_t outages = 0;
  int64_t audit = 0;
};

class RetentionRepository {
 public:
  RetentionRepository(std::shared_ptr<postgres::Pool> pool, RetentionSettings settings)
      : pool_(std::move(pool)), settings_(settings) {}

  const RetentionSettings& settings() const { return settings_; }
  // What is due; counting stops at kCountLimit.
  static constexpr int64_t kCountLimit = 100'000;
  base::Result<RetentionCounts> Due();
  // Finished games whose logs may be compacted.
  base::Result<int64_t> Compactable();
  // Deletes at most `limit` of each kind, and writes the audit row (if there is one; its detail
  // gets the counts) in the same transaction. ALREADY_EXISTS, and nothing is deleted, if the
  // request has its row already.
  base::Result<RetentionCounts> Delete(int limit, const std::optional<AuditColumns>& audit,
                                       const std::string& request_id);

 private:
  std::shared_ptr<postgres::Pool> pool_;
  const RetentionSettings settings_;
};

}  // namespace chess::game
