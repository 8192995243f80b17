#pragma once
// The shape of a file: lines of at most 100 columns, files of at most 500 lines, functions of at
// most 70, headers with #pragma once, no tabs, no blanks at line ends.

#include <string>
#include <vector>

#include "tidy/layering.h"

namespace chess::tidy {

inline constexpr size_t kMaxColumns = 100;
inline constexpr size_t kMaxFileLines = 500;
inline constexpr size_t kMaxFunctionLines = 70;

std::vector<Finding> CheckShape(const std::string& path, const std::vector<std::string>& lines);

}  // namespace chess::tidy
