#pragma once
// The one place where pqxx exceptions are caught: repositories run inside these functions.
//
// Errors made here (reason, code):
//   POSTGRES_AWAY     kUnavailable         no connection, or it broke before COMMIT: nothing stored
//   COMMIT_UNKNOWN    kUnavailable         it broke while COMMIT (or the one statement of
//                                          WithStatement) was under way: nobody knows
//   ALREADY_EXISTS    kAlreadyExists       unique violation; metadata "constraint" names which
//   CONSTRAINT        kFailedPrecondition  another constraint; metadata "constraint"
//   CONFLICT          kAborted             serialization failure or deadlock: decide again
//   STATEMENT_TIMEOUT kDeadlineExceeded    the server cancelled it (statement or lock time-out)
//   POOL_BUSY         kResourceExhausted   no free connection in time
//   SQL               kInternal            anything else; the sentence has the SQLSTATE

#include <exception>
#include <string>
#include <type_traits>
#include <utility>

#include "base/failpoint.h"
#include "base/result.h"
#include "postgres/pool.h"

namespace chess::postgres {

// What `failure` (caught around pqxx) means. `open` says whether the connection still stands,
// `committing` whether COMMIT may have been sent. Sets *broken if the connection is of no more use.
base::Error Classify(const std::exception& failure, bool open, bool committing, bool* broken);

inline bool IsCommitUnknown(const base::Error& error) { return error.reason == "COMMIT_UNKNOWN"; }
inline bool IsAway(const base::Error& error) { return error.reason == "POSTGRES_AWAY"; }

// Runs body(pqxx::work&) -> base::Result<T> in one transaction; commits iff the result is ok, else
// rolls back and returns the body's error. The body may throw pqxx exceptions but must not swallow
// them. If a connection that had been idle proves dead before COMMIT is sent, the body runs once
// more on another one (nothing of the first run was stored), so the body must only collect its
// result, not act outside the transaction. Failpoints: commit_before, commit_after.
template <typename Body>
auto WithTransaction(Pool& pool, Body&& body) -> std::invoke_result_t<Body&, pqxx::work&> {
  using Outcome = std::invoke_result_t<Body&, pqxx::work&>;
  for (int attempt = 0;; ++attempt) {
    auto lease = pool.Acquire();
    if (!lease.ok()) return lease.error();
    bool committing = false;
    try {
      pqxx::work transaction(lease->connection());
      Outcome outcome = body(transaction);
      if (!outcome.ok()) return outcome;  // the transaction's destructor rolls back
      base::Failpoint("commit_before");
      committing = true;
      transaction.commit();
      base::Failpoint("commit_after");
      return outcome;
    } catch (const std::exception& failure) {
      bool broken = false;
      const bool open = lease->connection().is_open();
      base::Error error = Classify(failure, open, committing, &broken);
      if (broken) lease->MarkBroken();
      if (!(broken && !committing && attempt == 0 && lease->reused())) return error;
      pool.CountRetry();
    }
  }
}

// Runs body(pqxx::nontransaction&) -> base::Result<T> holding exactly one statement, which commits
// by itself: one round trip instead of three. A connection that breaks meanwhile gives
// COMMIT_UNKNOWN. With `idempotent` (reads, or statements that may run twice) it is repeated once
// on another connection if the first was a pooled one, and then gives POSTGRES_AWAY.
// Failpoints: commit_before, commit_after.
template <typename Body>
auto WithStatement(Pool& pool, bool idempotent, Body&& body)
    -> std::invoke_result_t<Body&, pqxx::nontransaction&> {
  for (int attempt = 0;; ++attempt) {
    auto lease = pool.Acquire();
    if (!lease.ok()) return lease.error();
    try {
      pqxx::nontransaction transaction(lease->connection());
      base::Failpoint("commit_before");
      auto outcome = body(transaction);
      base::Failpoint("commit_after");
      return outcome;
    } catch (const std::exception& failure) {
      bool broken = false;
      const bool open = lease->connection().is_open();
      base::Error error = Classify(failure, open, !idempotent, &broken);
      if (broken) lease->MarkBroken();
      if (!(broken && idempotent && attempt == 0 && lease->reused())) return error;
      pool.CountRetry();
    }
  }
}

// WithStatement for reads.
template <typename Body>
auto WithRead(Pool& pool, Body&& body) {
  return WithStatement(pool, true, std::forward<Body>(body));
}

}  // namespace chess::postgres
