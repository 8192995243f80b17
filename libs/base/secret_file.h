#pragma once
// Secrets as orchestrators mount them: one in a file of its own.

#include <string>

#include "base/result.h"

namespace chess::base {

inline constexpr size_t kMaxSecretFileBytes = 64 * 1024;

// The file's content without the line's end that editors and `echo` leave. SECRET_UNREADABLE: a
// sentence with the path; never with anything of the content.
Result<std::string> ReadSecretFile(const std::string& path);

}  // namespace chess::base
