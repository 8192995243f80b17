#pragma once
// Forgetting what has had its time. Blocks: call it on an executor's thread. Thread-safe.

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "postgres/pool.h"

namespace chess::lobby {

class HousekeepingRepository {
 public:
  explicit HousekeepingRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  struct Swept {
    int64_t events = 0;
    int64_t requests = 0;
    int64_t sessions = 0;    // expired or revoked a day ago
    int64_t guests = 0;      // never played, no session left, no open challenge; the name is free
    int64_t challenges = 0;  // closed thirty days ago
    int64_t total() const { return events + requests + sessions + guests + challenges; }
  };
  // One pass, at most 1,000 rows of each kind in statements of their own. Several replicas may do
  // it at once.
  base::Result<Swept> Sweep();

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
