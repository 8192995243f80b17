#include "tidy/layering.h"

#include <algorithm>
#include <array>
#include <optional>

namespace chess::tidy {
namespace {

// What one folder may include besides itself and the standard library.
struct Floor {
  std::string_view folder;
  std::vector<std::string_view> libraries;
};

const std::vector<Floor>& Floors() {
  static const std::vector<Floor> floors = {
      {"libs/base", {}},
      {"libs/credential", {"base"}},
      {"libs/rules/wasm", {"base", "rules", "search"}},
      {"libs/rules", {"base"}},
      {"libs/openings", {"base", "rules"}},
      {"libs/timecontrol", {"base"}},
      {"libs/ratings", {"base"}},
      {"libs/search", {"base", "rules"}},
      {"libs/match", {"base", "rules", "timecontrol"}},
      {"libs/chance", {"base", "match"}},
      {"libs/postgres", {"base"}},
      {"libs/redis", {"base"}},
      {"libs/metrics", {"base"}},
      {"libs/uci", {"base"}},
      {"libs/rpc", {"base", "metrics"}},
      {"libs/testing", {"base", "postgres", "redis", "metrics", "rpc"}},
  };
  return floors;
}

constexpr std::array<std::string_view, 16> kLibraries = {
    "base", "rules", "openings", "timecontrol", "ratings", "search", "match", "chance", "postgres",
    "redis", "metrics", "rpc",       "uci",     "testing", "wasm", "credential"};
constexpr std::array<std::string_view, 5> kServices = {"lobby", "game", "clock", "analysis",
                                                       "gateway"};

// A third-party header and the only places that may include it.
struct Fence {
  std::string_view include_prefix;
  std::vector<std::string_view> allowed;  // path prefixes, or suffixes where they begin with '*'
};

const std::vector<Fence>& Fences() {
  static const std::vector<Fence> fences = {
      {"pqxx", {"libs/postgres/", "libs/testing/", "tools/migrate/", "*_repository.cc",
                "*_repository.h", "*_pgtest.cc"}},
      {"libpq", {"libs/postgres/"}},
      {"hiredis", {"libs/redis/"}},
      {"prometheus", {"libs/metrics/"}},
      {"boost", {"services/gateway/", "tools/loadgen/"}},
      {"nlohmann", {"tools/", "tests/"}},
  };
  return fences;
}

// The path between the quotes or brackets of an #include line; nothing for other lines.
std::optional<std::string_view> Included(std::string_view line) {
  if (!line.starts_with("#include")) return std::nullopt;
  const size_t open = line.find_first_of("\"<");
  if (open == std::string_view::npos) return std::nullopt;
  const size_t close = line.find_first_of("\">", open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return line.substr(open + 1, close - open - 1);
}

std::string_view FirstFolder(std::string_view path) { return path.substr(0, path.find('/')); }

template <typename Range>
bool Contains(const Range& range, std::string_view word) {
  return std::find(range.begin(), range.end(), word) != range.end();
}

bool IsTest(std::string_view path) {
  return path.ends_with("test.cc") || path.starts_with("tests/") ||
         path.find("/testing/") != std::string_view::npos ||
         path.find("test_") != std::string_view::npos;
}

// Why `path` may not include `included` from our own tree; empty: it may.
std::string OwnTreeFault(std::string_view path, std::string_view included) {
  const std::string_view target = FirstFolder(included);
  if (target == "testing" && !IsTest(path)) return "only tests may include testing/";
  if (path.starts_with("services/")) {
    const std::string_view own = FirstFolder(path.substr(9));
    if (Contains(kServices, target) && target != own) {
      return "a service never includes another service";
    }
    return "";
  }
  if (!path.starts_with("libs/")) return "";
  if (Contains(kServices, target) && !Contains(kLibraries, target)) {
    return "a library never includes a service";
  }
  for (const Floor& floor : Floors()) {
    if (!path.starts_with(std::string(floor.folder) + "/")) continue;
    const bool own = floor.folder.substr(5) == target;
    if (own || !Contains(kLibraries, target)) return "";
    if (IsTest(path) && target == "testing") return "";
    if (!Contains(floor.libraries, target)) {
      return std::string(floor.folder) + " may not include " + std::string(target) +
             "/: dependencies fall";
    }
    return "";
  }
  return "this folder stands on no floor: add it to tools/tidy/layering.cc";
}

std::string FenceFault(std::string_view path, std::string_view included) {
  for (const Fence& fence : Fences()) {
    if (!included.starts_with(fence.include_prefix)) continue;
    for (const std::string_view place : fence.allowed) {
      if (place.starts_with('*') ? path.ends_with(place.substr(1)) : path.starts_with(place)) {
        return "";
      }
    }
    return std::string(fence.include_prefix) + " headers may not be included here";
  }
  return "";
}

}  // namespace

std::vector<Finding> CheckIncludes(const std::string& path, const std::vector<std::string>& lines) {
  std::vector<Finding> findings;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto included = Included(lines[i]);
    if (!included) continue;
    for (const std::string& fault : {OwnTreeFault(path, *included), FenceFault(path, *included)}) {
      if (!fault.empty()) findings.push_back({path, static_cast<int>(i + 1), fault});
    }
  }
  return findings;
}

}  // namespace chess::tidy
