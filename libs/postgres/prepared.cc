#include "postgres/prepared.h"

#include <cinttypes>
#include <cstdio>
#include <functional>

namespace chess::postgres {

std::string PreparedName(pqxx::transaction_base& transaction, const std::string& sql) {
  char name[24];
  std::snprintf(name, sizeof name, "s%016" PRIx64,
                static_cast<uint64_t>(std::hash<std::string>()(sql)));
  // Telling pqxx again what it knows costs a look-up; the server hears of it at the first use.
  // Another text under the same name is refused, so that a collision could not go unnoticed.
  transaction.conn().prepare(name, sql);
  return name;
}

}  // namespace chess::postgres
