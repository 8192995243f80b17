#pragma once
// Statements that the server parses once a connection instead of at every use. For the short
// statements of a service, parsing and planning cost several times as much as running them.

#include <pqxx/pqxx>
#include <string>
#include <utility>

namespace chess::postgres {

// Makes `sql` known on the transaction's connection if it is not yet; the name it has there.
// The name is made from the text, so the text must be a constant, not put together from values:
// prepared statements stay until the connection ends.
std::string PreparedName(pqxx::transaction_base& transaction, const std::string& sql);

// transaction.exec_params(sql, arguments...), prepared at its first use on this connection.
template <typename... Arguments>
pqxx::result Exec(pqxx::transaction_base& transaction, const std::string& sql,
                  Arguments&&... arguments) {
  return transaction.exec_prepared(PreparedName(transaction, sql),
                                   std::forward<Arguments>(arguments)...);
}

}  // namespace chess::postgres
