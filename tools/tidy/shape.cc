#include "tidy/shape.h"

#include <string_view>

namespace chess::tidy {
namespace {

// Characters, not bytes: UTF-8 continuation bytes do not count.
size_t Columns(std::string_view line) {
  size_t columns = 0;
  for (const char c : line) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return columns;
}

// The code is formatted, so a function's body begins with a line at column 0 that ends in "{" and
// has a parenthesis, and ends with "}" at column 0. Tables and types are no functions.
bool OpensFunction(std::string_view line) {
  return !line.empty() && line[0] != ' ' && line[0] != '}' && line.ends_with("{") &&
         line.find('(') != std::string_view::npos && !line.starts_with("namespace") &&
         !line.starts_with("struct") && !line.starts_with("class") && !line.starts_with("enum") &&
         line.find(" = ") == std::string_view::npos && !line.starts_with("//") &&
         !line.starts_with("TEST") && !line.starts_with("INSTANTIATE");
}

}  // namespace

std::vector<Finding> CheckShape(const std::string& path, const std::vector<std::string>& lines) {
  std::vector<Finding> findings;
  const auto add = [&](size_t line, std::string message) {
    findings.push_back({path, static_cast<int>(line), std::move(message)});
  };
  if (lines.size() > kMaxFileLines) {
    add(lines.size(), std::to_string(lines.size()) + " lines; a file has at most 500");
  }
  bool once = !path.ends_with(".h");
  size_t function_start = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (Columns(line) > kMaxColumns) add(i + 1, "more than 100 columns");
    if (line.find('\t') != std::string::npos) add(i + 1, "a tab");
    if (!line.empty() && line.back() == ' ') add(i + 1, "a blank at the line's end");
    if (line == "#pragma once") once = true;
    if (OpensFunction(line)) function_start = i + 1;
    if (function_start > 0 && line.starts_with("}")) {
      const size_t length = i + 2 - function_start;
      if (length > kMaxFunctionLines) {
        add(function_start, "a function of " + std::to_string(length) + " lines; at most 70");
      }
      function_start = 0;
    }
  }
  if (!once) add(1, "a header without #pragma once");
  return findings;
}

}  // namespace chess::tidy
