#include "table.h"

#include <fstream>
#include <sstream>

namespace chess::conformance {

std::vector<Row> ReadTable(std::string_view path_below_tests) {
  std::ifstream file(std::string(CHESS_SOURCE_DIR "/tests/") + std::string(path_below_tests));
  std::vector<Row> rows;
  int line_number = 0;
  for (std::string line; std::getline(file, line);) {
    ++line_number;
    if (line.empty() || line[0] == '#') continue;
    Row row;
    row.line = line_number;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) row.cells.push_back(cell);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> Words(std::string_view cell) {
  std::vector<std::string> words;
  if (cell == "-") return words;
  std::istringstream stream{std::string(cell)};
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace chess::conformance
