#pragma once
// What operators did to games: game.audit. Rows of decisions go in with the decision itself
// (log_repository.h); the others are written here. Blocking; thread-safe. Errors: those of
// postgres/transaction.h.

#include <memory>
#include <optional>
#include <pqxx/pqxx>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "game/rows.h"
#include "postgres/pool.h"

namespace chess::game {

inline constexpr char kAllGames[] = "games";  // the subject of what is done to all of them

// Keys and values, none of them secret.
using AuditDetail = std::vector<std::pair<std::string, std::string>>;
std::string AuditJson(const AuditDetail& detail);

struct AuditRow {
  int64_t audit_id = 0;
  TimeMs audit_time = 0;
  std::string operator_name, action, subject, reason;
  AuditDetail detail;
  std::string request_id;  // 16 bytes

  // A value of the detail; empty if there is none. As a number: 0 if there is none.
  std::string Detail(const std::string& key) const;
  int64_t NumberIn(const std::string& key) const;
};

struct AuditQuery {
  std::string subject, operator_name, action;  // empty: any
  int64_t before_id = 0;                       // 0: from the newest
  int limit = 20;
};

// Writes a row within a transaction of the caller's. False: the request has a row already.
bool WriteAudit(pqxx::transaction_base& t, const AuditColumns& audit, const std::string& subject,
                const std::string& request_id);

class AuditRepository {
 public:
  explicit AuditRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // The row of a request; nothing: it did nothing yet.
  base::Result<std::optional<AuditRow>> Find(const std::string& request_id);
  // A row of its own. False: the request has one already.
  base::Result<bool> Write(const AuditColumns& audit, const std::string& subject,
                           const std::string& request_id);
  // Adds to the detail of a request's row what came of it, unless the row says it already.
  base::Status Note(const std::string& request_id, const std::string& key,
                    const std::string& value);
  // Newest first.
  base::Result<std::vector<AuditRow>> List(const AuditQuery& query);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::game
