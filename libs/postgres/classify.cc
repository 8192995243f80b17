#include "postgres/transaction.h"

namespace chess::postgres {
namespace {

using base::Code;
using base::Error;
using base::MakeError;

// The constraint in "… violates unique constraint "name"": the last quoted word of the first line,
// which holds in every language of the server's messages that quotes alike.
std::string ConstraintOf(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  const size_t end = line.rfind('"');
  if (end == std::string::npos || end == 0) return "";
  const size_t begin = line.rfind('"', end - 1);
  if (begin == std::string::npos) return "";
  return line.substr(begin + 1, end - begin - 1);
}

// The server's sentence without what follows it: DETAIL and CONTEXT quote values of rows, which are
// nobody's business where errors are logged.
std::string Sentence(const std::exception& failure) {
  const std::string text = failure.what();
  return text.substr(0, text.find('\n'));
}

Error Broken(bool committing, const std::exception& failure) {
  if (committing) {
    return MakeError(Code::kUnavailable, "COMMIT_UNKNOWN",
                     std::string("The connection broke during COMMIT: ") + failure.what());
  }
  return MakeError(Code::kUnavailable, "POSTGRES_AWAY",
                   std::string("The database does not answer: ") + failure.what());
}

Error Violation(Code code, const char* reason, const std::exception& failure) {
  Error error = MakeError(code, reason, Sentence(failure));
  error.metadata.emplace_back("constraint", ConstraintOf(failure.what()));
  return error;
}

// True for the states in which the server throws its clients out (57P01…57P04, class 08) or
// refuses new ones (53300); and for no state at all: the link was lost before an answer came.
bool LinkLost(const std::string& state) {
  return state.empty() || state.rfind("57P", 0) == 0 || state.rfind("08", 0) == 0 ||
         state == "53300";
}

Error FromSql(const pqxx::sql_error& failure, bool committing, bool* broken) {
  const std::string state = failure.sqlstate();
  if (LinkLost(state)) {
    *broken = true;
    return Broken(committing, failure);
  }
  if (state == "23505") return Violation(Code::kAlreadyExists, "ALREADY_EXISTS", failure);
  if (state.rfind("23", 0) == 0) {
    return Violation(Code::kFailedPrecondition, "CONSTRAINT", failure);
  }
  if (state == "40001" || state == "40P01") {
    return MakeError(Code::kAborted, "CONFLICT", Sentence(failure));
  }
  if (state == "57014" || state == "55P03") {
    return MakeError(Code::kDeadlineExceeded, "STATEMENT_TIMEOUT", Sentence(failure));
  }
  if (state == "25006" || state == "53100" || state == "53200") {
    // A standby after a failover, a full disk, no memory: an operator's matter, repeat later.
    *broken = state == "25006";
    return MakeError(Code::kUnavailable, "POSTGRES_AWAY", Sentence(failure));
  }
  return MakeError(Code::kInternal, "SQL", "SQLSTATE " + state + ": " + Sentence(failure));
}

}  // namespace

base::Error Classify(const std::exception& failure, bool open, bool committing, bool* broken) {
  *broken = !open;
  if (dynamic_cast<const pqxx::in_doubt_error*>(&failure) != nullptr) {
    *broken = true;
    return Broken(true, failure);
  }
  if (dynamic_cast<const pqxx::broken_connection*>(&failure) != nullptr || !open) {
    *broken = true;
    return Broken(committing, failure);
  }
  if (dynamic_cast<const pqxx::serialization_failure*>(&failure) != nullptr ||
      dynamic_cast<const pqxx::deadlock_detected*>(&failure) != nullptr) {
    return MakeError(Code::kAborted, "CONFLICT", Sentence(failure));
  }
  if (const auto* sql = dynamic_cast<const pqxx::sql_error*>(&failure)) {
    return FromSql(*sql, committing, broken);
  }
  if (dynamic_cast<const pqxx::failure*>(&failure) != nullptr) {
    // Rollbacks that libpqxx 6 and 7 class differently, e.g. statement_completion_unknown (40003).
    *broken = true;
    return Broken(committing, failure);
  }
  return MakeError(Code::kInternal, "SQL", Sentence(failure));
}

}  // namespace chess::postgres
