#pragma once
// Forgetting what has had its time. Blocks: call it on an executor's thread. Thread-safe.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "lobby/audit_repository.h"
#include "lobby/config.h"
#include "postgres/pool.h"

namespace chess::lobby {

class HousekeepingRepository {
 public:
  explicit HousekeepingRepository(std::shared_ptr<postgres::Pool> pool, Keep keep = {})
      : pool_(std::move(pool)), keep_(keep) {}

  struct Swept {
    int64_t events = 0;
    int64_t requests = 0;
    int64_t sessions = 0;    // expired or revoked a day ago
    int64_t guests = 0;      // never played, no session left, no open challenge; the name is free
    int64_t challenges = 0;  // closed
    int64_t audit = 0;
    int64_t total() const { return events + requests + sessions + guests + challenges + audit; }
  };
  // One pass, at most kBatch rows of each kind in statements of their own. Several replicas may do
  // it at once.
  base::Result<Swept> Sweep();

  static constexpr int kBatch = 1000;
  static constexpr int kMostCounted = 10'000;

  // One kind of rows, for operators.
  struct Kind {
    std::string name;
    std::string rule;     // a sentence
    int64_t keep_ms = 0;  // 0: for ever
    std::string setting;  // empty: fixed
    int64_t rows = 0;
  };
  // What Sweep would delete now, each kind counted up to kMostCounted.
  base::Result<std::vector<Kind>> Count();
  // One pass in one transaction with its row of the audit log; a repetition deletes nothing.
  // REQUEST_ID_REUSED.
  base::Result<std::vector<Kind>> SweepFor(const Actor& actor);

 private:
  struct Pass;
  std::vector<Pass> Passes() const;

  std::shared_ptr<postgres::Pool> pool_;
  Keep keep_;
};

}  // namespace chess::lobby
