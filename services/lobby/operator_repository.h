#pragma once
// The operators and their tokens' hashes in Postgres. Blocks: call it on an executor's thread.
// Thread-safe. Besides the errors below every function may fail as postgres/transaction.h says.

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "lobby/audit_repository.h"
#include "postgres/pool.h"

namespace chess::lobby {

struct Operator {
  std::string name;
  base::TimeMs created_time = 0;  // of the present token
  base::TimeMs revoked_time = 0;  // 0: it counts
};

base::Error OperatorNotFound();

class OperatorRepository {
 public:
  explicit OperatorRepository(std::shared_ptr<postgres::Pool> pool) : pool_(std::move(pool)) {}

  // The name of the operator whose token this is. TOKEN_INVALID.
  base::Result<std::string> Resolve(const std::string& token_hash);
  // A new operator, or a new token for one whose token was revoked. OPERATOR_EXISTS.
  base::Status Add(const Actor& actor, const std::string& name, const std::string& token_hash);
  // Nothing more happens where it was revoked before. OPERATOR_NOT_FOUND.
  base::Status Revoke(const Actor& actor, const std::string& name);
  // OPERATOR_NOT_FOUND.
  base::Result<Operator> Find(const std::string& name);
  // By name, those after `after_name`.
  base::Result<std::vector<Operator>> List(const std::string& after_name, int limit);

 private:
  std::shared_ptr<postgres::Pool> pool_;
};

}  // namespace chess::lobby
