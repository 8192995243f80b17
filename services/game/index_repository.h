#pragma once
// What lists and searches show of games: columns of games that follow from logs and records, and
// can be made again from them. Blocking; thread-safe. Errors: those of postgres/transaction.h.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"

namespace chess::game {

// The derived columns of one game.
struct IndexColumns {
  std::string game_id;
  int64_t last_seq = 0;
  std::string rule_set, family, speed;
  bool running = true;
  EndColumns end;       // where it is over; `outbox` says nothing here
  TimeMs end_time = 0;  // 0: running
  std::optional<RatingColumns> rated;
  bool has_deadline = false;
  std::optional<TimeMs> deadline;  // what to write where has_deadline is to change
};
// All but the deadline's instant, which follows from outages, too.
bool SameIndex(const IndexColumns& a, const IndexColumns& b);

class IndexRepository {
 public:
  explicit IndexRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // Ids after one, in their order.
  base::Result<std::vector<std::string>> Ids(const std::string& after, int limit);
  // The columns as they are, in the order asked; games that are gone are left out.
  base::Result<std::vector<IndexColumns>> Read(const std::vector<std::string>& game_ids);

  // The row becomes `right`, unless a decision came in since it was read.
  struct Correction {
    IndexColumns right;
    int64_t seen_seq = 0;  // last_seq of the row as it was read
  };
  // Writes corrections and the audit row in one transaction. False: the request has a row already,
  // and nothing was written.
  base::Result<bool> Write(const std::vector<Correction>& corrections, const AuditColumns& audit,
                           const std::string& request_id);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::game
