#include "tidy/portable.h"

#include <string_view>

namespace chess::tidy {
namespace {

constexpr std::string_view kFolders[] = {"libs/rules/", "libs/search/"};
constexpr std::string_view kMissing[] = {"std::ranges::", "std::views::", "std::source_location",
                                         "std::jthread", "<format>"};

bool RunsInWebAssembly(std::string_view path) {
  if (path.ends_with("test.cc") || path.find("test_") != std::string_view::npos) return false;
  for (const std::string_view folder : kFolders) {
    if (path.starts_with(folder)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finding> CheckPortable(const std::string& path, const std::vector<std::string>& lines) {
  std::vector<Finding> findings;
  if (!RunsInWebAssembly(path)) return findings;
  for (size_t i = 0; i < lines.size(); ++i) {
    for (const std::string_view word : kMissing) {
      if (lines[i].find(word) == std::string::npos) continue;
      findings.push_back({path, static_cast<int>(i + 1),
                          std::string(word) + " is missing where WebAssembly is built"});
    }
  }
  return findings;
}

}  // namespace chess::tidy
