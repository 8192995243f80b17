#pragma once
// Tab-separated tables of facts, as under tests/conformance and tests/testdata.

#include <string>
#include <string_view>
#include <vector>

namespace chess::conformance {

struct Row {
  int line = 0;  // in the file, from 1
  std::vector<std::string> cells;
  const std::string& operator[](size_t i) const { return cells.at(i); }
};

// The rows of a file under tests/, comment lines left out. An unreadable file gives no rows.
std::vector<Row> ReadTable(std::string_view path_below_tests);

// The words of a cell; none for "-".
std::vector<std::string> Words(std::string_view cell);

}  // namespace chess::conformance
