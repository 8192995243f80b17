#pragma once
// The first operator: whoever has the database's URL may make one. Later ones are made by
// operators (chessctl admin operator add).

#include <string>

#include "base/result.h"

namespace chess::migrate {

// Stores an operator with a new token, and the row of the audit log that says so; the token.
//   OPERATOR_NAME     not 2 to 32 lower-case letters, digits, '.', '-', '_' beginning with a letter
//   OPERATOR_EXISTS   has a token that counts
//   SCHEMA_MISSING    the database has no operators' table: migrate first
//   POSTGRES_AWAY     cannot connect
//   SQL               anything else
base::Result<std::string> AddOperator(const std::string& url, const std::string& name);

}  // namespace chess::migrate
