#include "migrate/add_operator.h"

#include <pqxx/pqxx>

#include "base/random.h"
#include "credential/operator.h"
#include "credential/token.h"
#include "postgres/connection_text.h"
#include "postgres/values.h"

namespace chess::migrate {
namespace {

using base::Code;
using base::MakeError;

// A name whose token was revoked gets a new one; who has one keeps it.
constexpr char kAdd[] =
    "INSERT INTO lobby.operators AS o (name, token_hash) VALUES ($1, $2::bytea)"
    " ON CONFLICT ON CONSTRAINT operators_pkey DO UPDATE"
    " SET token_hash = excluded.token_hash, created_time = now(), revoked_time = NULL"
    " WHERE o.revoked_time IS NOT NULL";
constexpr char kAudit[] =
    "INSERT INTO lobby.audit (operator, action, subject, reason, request_id)"
    " VALUES ('chess-migrate', 'operator_add', 'operator:' || $1::text,"
    " 'made with the database''s own credential', $2::bytea)";

}  // namespace

base::Result<std::string> AddOperator(const std::string& url, const std::string& name) {
  if (!credential::IsOperatorName(name)) {
    return MakeError(Code::kInvalidArgument, "OPERATOR_NAME",
                     "a name has 2 to 32 lower-case letters, digits, '.', '-' or '_' and begins "
                     "with a letter");
  }
  postgres::PoolOptions options;
  options.url = url;
  options.application_name = "chess-migrate";
  const auto text = postgres::ConnectionText(options);
  if (!text.ok()) return text.error();
  const std::string token = credential::NewOperatorToken();
  try {
    pqxx::connection connection(*text);
    pqxx::work tx(connection);
    const pqxx::result added =
        tx.exec_params(kAdd, name, postgres::ToBytea(credential::Sha256(token)));
    if (added.affected_rows() == 0) {
      return MakeError(Code::kAlreadyExists, "OPERATOR_EXISTS",
                       name + " has a token; revoke it first (chessctl admin operator revoke)");
    }
    tx.exec_params(kAudit, name, postgres::ToBytea(base::SecureBytes(16)));
    tx.commit();
    return token;
  } catch (const pqxx::broken_connection& failure) {
    return MakeError(
        Code::kUnavailable, "POSTGRES_AWAY",
        postgres::OneLine(failure.what()) + "; check CHESS_POSTGRES_URL and that the server runs");
  } catch (const pqxx::undefined_table& failure) {
    return MakeError(Code::kFailedPrecondition, "SCHEMA_MISSING",
                     "the database is not up to date; run chess-migrate first");
  } catch (const std::exception& failure) {
    return MakeError(Code::kInternal, "SQL", failure.what());
  }
}

}  // namespace chess::migrate
