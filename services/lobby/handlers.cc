#include "lobby/handlers.h"

namespace chess::lobby {
namespace {

using base::Code;

struct Translation {
  const char* inner;
  const char* outer;
  Code code;
};

constexpr Translation kTranslations[] = {
    {"POSTGRES_AWAY", "DEPENDENCY_AWAY", Code::kUnavailable},
    {"REDIS_AWAY", "DEPENDENCY_AWAY", Code::kUnavailable},
    {"REDIS_ERROR", "DEPENDENCY_AWAY", Code::kUnavailable},
    {"STATEMENT_TIMEOUT", "TIMED_OUT", Code::kUnavailable},
    {"POOL_BUSY", "OVERLOADED", Code::kResourceExhausted},
    {"BUSY", "OVERLOADED", Code::kResourceExhausted},
    {"UNAUTHENTICATED", "TOKEN_MISSING", Code::kUnauthenticated},
    {"CONFLICT", "OVERLOADED", Code::kAborted},
    {"ALREADY_EXISTS", "INTERNAL", Code::kInternal},
    {"CONSTRAINT", "INTERNAL", Code::kInternal},
    {"SQL", "INTERNAL", Code::kInternal},
};

}  // namespace

base::Status Outward(base::Status status) {
  if (status.ok()) return status;
  base::Error error = status.error();
  for (const Translation& translation : kTranslations) {
    if (error.reason != translation.inner) continue;
    error.metadata.emplace_back("cause", error.reason);
    error.reason = translation.outer;
    error.code = translation.code;
    return error;
  }
  return error;
}

}  // namespace chess::lobby
