// chess-tidy ROOT: style and layering of the tree, as a test. Exit status 0 only if all holds.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tidy/layering.h"
#include "tidy/portable.h"
#include "tidy/shape.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> ReadLines(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

std::vector<fs::path> Sources(const fs::path& root) {
  std::vector<fs::path> files;
  for (const char* top : {"libs", "services", "tools", "tests"}) {
    if (!fs::exists(root / top)) continue;
    for (auto it = fs::recursive_directory_iterator(root / top);
         it != fs::recursive_directory_iterator(); ++it) {
      if (it->is_directory() && it->path().filename() == "node_modules") {
        it.disable_recursion_pending();
      }
      const fs::path extension = it->path().extension();
      if (it->is_regular_file() && (extension == ".h" || extension == ".cc")) {
        files.push_back(it->path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || std::string(argv[1]) == "--help" || !fs::is_directory(argv[1])) {
    std::printf(
        "usage: chess-tidy ROOT\nChecks includes against the floors, file shapes, and that the"
        " pure libraries keep to what WebAssembly has.\n");
    return argc == 2 && std::string(argv[1]) == "--help" ? 0 : 2;
  }
  const fs::path root = argv[1];
  const std::vector<fs::path> files = Sources(root);
  size_t findings = 0;
  for (const fs::path& file : files) {
    const std::string path = fs::relative(file, root).generic_string();
    const std::vector<std::string> lines = ReadLines(file);
    for (const auto& check :
         {chess::tidy::CheckIncludes(path, lines), chess::tidy::CheckShape(path, lines),
          chess::tidy::CheckPortable(path, lines)}) {
      for (const chess::tidy::Finding& finding : check) {
        std::printf("%s:%d: %s\n", finding.path.c_str(), finding.line, finding.message.c_str());
        ++findings;
      }
    }
  }
  std::printf("%zu files, %zu findings\n", files.size(), findings);
  return findings == 0 ? 0 : 1;
}
