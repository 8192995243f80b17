#include "postgres/schema.h"

#include <pqxx/pqxx>

#include "postgres/connection_text.h"

namespace chess::postgres {
namespace {

std::string Numbered(int number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::string Lacking(pqxx::connection& connection, int newest) {
  pqxx::nontransaction read(connection);
  const std::string advice =
      "; run chess-migrate with this release's migrations first (it changes nothing that running "
      "services use)";
  if (read.exec("SELECT to_regclass('chess_migrations')")[0][0].is_null()) {
    return "the database has no tables yet" + advice;
  }
  const int first = newest / 100 * 100;
  const pqxx::result row = read.exec_params(
      "SELECT coalesce(max(number), -1) FROM chess_migrations WHERE number BETWEEN $1 AND $2",
      first, first + 99);
  const int present = row[0][0].as<int>();
  if (present >= newest) return "";
  const std::string has =
      present < 0 ? "none of " + Numbered(first) + " and up" : Numbered(present);
  return "the database has migration " + has + ", this program needs " + Numbered(newest) + advice;
}

}  // namespace

std::string WhatDatabaseLacks(const std::string& url, int newest) {
  PoolOptions options;
  options.url = url;
  options.application_name = "chess-start";
  const auto text = ConnectionText(options);
  if (!text.ok()) return "CHESS_POSTGRES_URL is malformed: " + OneLine(text.error().message);
  try {
    pqxx::connection connection(*text);
    return Lacking(connection, newest);
  } catch (const std::exception& failure) {
    return "Postgres does not answer (" + OneLine(failure.what()) +
           "); check CHESS_POSTGRES_URL and that the server runs";
  }
}

}  // namespace chess::postgres
