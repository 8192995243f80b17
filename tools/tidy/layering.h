#pragma once
// Dependencies fall: which folder may include what. The table in layering.cc is the law;
// docs/architecture.md draws it.

#include <string>
#include <string_view>
#include <vector>

namespace chess::tidy {

// One broken rule, printed as "path:line: message".
struct Finding {
  std::string path;
  int line = 0;
  std::string message;
};

// Checks the #include lines of one file. `path` is relative to the root, with slashes.
std::vector<Finding> CheckIncludes(const std::string& path, const std::vector<std::string>& lines);

}  // namespace chess::tidy
