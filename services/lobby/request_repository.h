#pragma once
// request_ids: a repeated call is answered, not done twice. Rows live in the transaction of what
// they protect, so a refused or failed call leaves none.

#include <memory>
#include <optional>
#include <pqxx/pqxx>
#include <string>

#include "base/result.h"
#include "lobby/challenge_repository.h"
#include "postgres/transaction.h"

namespace chess::lobby {

// The challenge that this request led to before, if it did. Otherwise the request is the caller's
// now: others with the same id wait for the end of this transaction. REQUEST_ID_REUSED.
base::Result<std::optional<std::string>> ClaimRequest(pqxx::transaction_base& tx,
                                                      const Asker& asker);
// Stores what the claimed request led to.
void AnswerRequest(pqxx::transaction_base& tx, const Asker& asker, const std::string& answer);

// postgres::WithTransaction for a body that claims a request first: it may run again, so deadlocks
// and a COMMIT of unknown outcome are settled by repeating it (three times, once).
template <typename Body>
auto WithRequest(postgres::Pool& pool, Body body) {
  auto outcome = postgres::WithTransaction(pool, body);
  bool doubted = false;
  for (int attempt = 0; attempt < 3 && !outcome.ok(); ++attempt) {
    const bool conflict = outcome.error().reason == "CONFLICT";
    const bool doubt = postgres::IsCommitUnknown(outcome.error()) && !doubted;
    if (!conflict && !doubt) break;
    doubted = doubted || doubt;
    auto again = postgres::WithTransaction(pool, body);
    // In doubt, "Postgres is away" does not mean that nothing was stored.
    if (doubt && !again.ok() && postgres::IsAway(again.error())) break;
    outcome = std::move(again);
  }
  return outcome;
}

}  // namespace chess::lobby
