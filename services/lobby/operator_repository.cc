#include "lobby/operator_repository.h"

#include <pqxx/pqxx>

#include "postgres/prepared.h"
#include "postgres/transaction.h"
#include "postgres/values.h"

namespace chess::lobby {
namespace {

using base::Code;
using base::MakeError;
using base::Result;

Operator ReadOperator(const pqxx::row& row) {
  return {postgres::TextOf(row[0]), row[1].as<int64_t>(), postgres::IntOf(row[2])};
}

}  // namespace

base::Error OperatorNotFound() {
  return MakeError(Code::kNotFound, "OPERATOR_NOT_FOUND", "There is no such operator.");
}

constexpr char kResolve[] =
    "SELECT name FROM lobby.operators WHERE token_hash = $1::bytea AND revoked_time IS NULL";

Result<std::string> OperatorRepository::Resolve(const std::string& token_hash) {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<std::string> {
    const pqxx::result rows = postgres::Exec(tx, kResolve, postgres::ToBytea(token_hash));
    if (rows.empty()) {
      return MakeError(Code::kUnauthenticated, "TOKEN_INVALID",
                       "The token is unknown, expired or revoked.");
    }
    return postgres::TextOf(rows[0][0]);
  });
}

constexpr char kAdd[] =
    "INSERT INTO lobby.operators AS o (name, token_hash) VALUES ($1, $2::bytea)"
    " ON CONFLICT ON CONSTRAINT operators_pkey DO UPDATE"
    " SET token_hash = excluded.token_hash, created_time = now(), revoked_time = NULL"
    " WHERE o.revoked_time IS NOT NULL";

base::Status OperatorRepository::Add(const Actor& actor, const std::string& name,
                                     const std::string& token_hash) {
  return StatusOf(Act(*pool_, actor, [&](pqxx::work& tx) -> Result<Deed> {
    const pqxx::result added = postgres::Exec(tx, kAdd, name, postgres::ToBytea(token_hash));
    if (added.affected_rows() == 0) {
      return MakeError(Code::kAlreadyExists, "OPERATOR_EXISTS",
                       "This operator has a token already; revoke it first.");
    }
    return Deed{"operator_add", "operator:" + name, {}};
  }));
}

constexpr char kRevoke[] =
    "UPDATE lobby.operators SET revoked_time = coalesce(revoked_time, now()) WHERE name = $1";

base::Status OperatorRepository::Revoke(const Actor& actor, const std::string& name) {
  return StatusOf(Act(*pool_, actor, [&](pqxx::work& tx) -> Result<Deed> {
    if (postgres::Exec(tx, kRevoke, name).affected_rows() == 0) return OperatorNotFound();
    return Deed{"operator_revoke", "operator:" + name, {}};
  }));
}

constexpr char kFind[] =
    "SELECT name, (extract(epoch FROM created_time) * 1000)::bigint,"
    " (extract(epoch FROM revoked_time) * 1000)::bigint FROM lobby.operators WHERE name = $1";

Result<Operator> OperatorRepository::Find(const std::string& name) {
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Operator> {
    const pqxx::result rows = postgres::Exec(tx, kFind, name);
    if (rows.empty()) return OperatorNotFound();
    return ReadOperator(rows[0]);
  });
}

constexpr char kList[] =
    "SELECT name, (extract(epoch FROM created_time) * 1000)::bigint,"
    " (extract(epoch FROM revoked_time) * 1000)::bigint FROM lobby.operators WHERE name > $1"
    " ORDER BY name LIMIT $2";

Result<std::vector<Operator>> OperatorRepository::List(const std::string& after_name, int limit) {
  using Operators = std::vector<Operator>;
  return postgres::WithRead(*pool_, [&](pqxx::nontransaction& tx) -> Result<Operators> {
    Operators found;
    for (const pqxx::row& row : postgres::Exec(tx, kList, after_name, limit)) {
      found.push_back(ReadOperator(row));
    }
    return found;
  });
}

}  // namespace chess::lobby
