#pragma once
// Result<T>: a value or an Error. The only way failures travel below the edge; exceptions live
// only inside postgres::WithTransaction. Usable without exceptions and RTTI.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"

namespace chess::base {

// The classes of failure; each maps to one gRPC status code of the same name (libs/rpc/status.h).
enum class Code {
  kInvalidArgument,     // the request can never succeed as it is
  kNotFound,            // no such thing, or not visible to the caller
  kAlreadyExists,       // the name or id is taken
  kPermissionDenied,    // the caller may not do this
  kUnauthenticated,     // no or an unknown token
  kFailedPrecondition,  // not in the present state (not your turn, game over)
  kAborted,             // lost a race; reload and decide again
  kOutOfRange,          // a cursor past the end
  kResourceExhausted,   // a limit; `retry_after_ms` says how long to wait
  kUnavailable,         // a dependency is away or we are draining; repeat later
  kDeadlineExceeded,    // took too long
  kUnimplemented,       // known, not offered
  kInternal,            // our fault
};

// What went wrong: the class, a stable UPPER_SNAKE reason word (proto chess/common/v1/
// error_reason.proto), a sentence for people, and key/value details for programs.
struct Error {
  Code code = Code::kInternal;
  std::string reason;
  std::string message;
  std::vector<std::pair<std::string, std::string>> metadata;
  int64_t retry_after_ms = 0;  // > 0: the caller may repeat after this time
};

inline Error MakeError(Code code, std::string reason, std::string message) {
  return Error{code, std::move(reason), std::move(message), {}, 0};
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}        // NOLINT: implicit on purpose
  Result(Error error) : error_(std::move(error)) {}    // NOLINT: implicit on purpose

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  // The value; the result must be ok.
  T& operator*() & { CHESS_CHECK(ok()); return *value_; }
  const T& operator*() const& { CHESS_CHECK(ok()); return *value_; }
  T&& operator*() && { CHESS_CHECK(ok()); return std::move(*value_); }
  T* operator->() { CHESS_CHECK(ok()); return &*value_; }
  const T* operator->() const { CHESS_CHECK(ok()); return &*value_; }

  // The error; the result must not be ok.
  const Error& error() const& { CHESS_CHECK(!ok()); return error_; }
  Error&& error() && { CHESS_CHECK(!ok()); return std::move(error_); }

 private:
  std::optional<T> value_;
  Error error_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}    // NOLINT: implicit on purpose

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const { CHESS_CHECK(!ok()); return *error_; }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace chess::base
