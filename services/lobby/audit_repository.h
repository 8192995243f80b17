#pragma once
// What operators did, in Postgres: each row in the transaction of the deed itself, so that there is
// no change without its row and no row without its change. Blocks: call it on an executor's thread.
// Thread-safe. Besides the errors below every function may fail as postgres/transaction.h says.

#include <cstdint>
#include <memory>
#include <pqxx/pqxx>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "lobby/challenge_repository.h"
#include "lobby/request_repository.h"
#include "postgres/pool.h"
#include "postgres/transaction.h"

namespace chess::lobby {

// Who acts and why: the asker is the operator, not a player.
struct Actor {
  Asker asker;
  std::string name;
  std::string reason;
};

using AuditDetail = std::vector<std::pair<std::string, std::string>>;

// What was done, for the log.
struct Deed {
  std::string action;
  std::string subject;  // "player:<id>", "operator:<name>", "notice:<number>", or a word
  AuditDetail detail;
};

struct AuditRow {
  int64_t audit_id = 0;
  base::TimeMs audit_time = 0;
  std::string operator_name;
  Deed deed;
  std::string reason;
  std::string request_id;
};

// Writes a row; its number.
int64_t WriteAudit(pqxx::transaction_base& tx, const Actor& actor, const Deed& deed);

// Runs body(pqxx::work&) -> base::Result<Deed> and writes its row, in one transaction and once for
// each request_id: a repetition does nothing and answers the subject of the first time. The body
// may run again after a lost race, so it begins by forgetting what it collected. REQUEST_ID_REUSED,
// and what the body says.
template <typename Body>
base::Result<std::string> Act(postgres::Pool& pool, const Actor& actor, Body body) {
  return WithRequest(pool, [&](pqxx::work& tx) -> base::Result<std::string> {
    auto claimed = ClaimRequest(tx, actor.asker);
    if (!claimed.ok()) return claimed.error();
    if (*claimed) return **std::move(claimed);
    base::Result<Deed> deed = body(tx);
    if (!deed.ok()) return deed.error();
    WriteAudit(tx, actor, *deed);
    AnswerRequest(tx, actor.asker, deed->subject);
    return deed->subject;
  });
}

inline base::Status StatusOf(const base::Result<std::string>& done) {
  return done.ok() ? base::Status() : base::Status(done.error());
}

class AuditRepository {
 public:
  explicit AuditRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // Writes down a deed that changes nothing here; the number of its row, the same for a repetition.
  // REQUEST_ID_REUSED.
  base::Result<int64_t> Record(const Actor& actor, const Deed& deed);

  struct Filter {
    std::string subject, operator_name, action;  // empty: all
  };
  struct Page {
    std::vector<AuditRow> rows;  // newest first
    int64_t next_before_id = 0;  // 0: this was the last page
  };
  // Rows numbered below `before_id` (0: from the newest on), at most `page_size`.
  base::Result<Page> List(const Filter& filter, int page_size, int64_t before_id);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
