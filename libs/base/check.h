#pragma once
// CHESS_CHECK: a broken invariant of our own crashes the process. Never use it on input.

namespace chess::base {
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition);
}  // namespace chess::base

#define CHESS_CHECK(condition)                                            \
  do {                                                                    \
    if (!(condition)) [[unlikely]]                                        \
      ::chess::base::CheckFailed(__FILE__, __LINE__, #condition);         \
  } while (false)
