#include "chessctl/pgn_manifest.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "chessctl/command.h"
#include "chessctl/open_file.h"
#include "chessctl/pgn_facts.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"

namespace chess::chessctl {
namespace {

using Json = nlohmann::json;

struct ReadGame {
  rules::PgnGame game;
  std::optional<rules::PgnMeaning> meaning;
};

std::vector<ReadGame> ReadGames(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  rules::PgnReader reader([&file](char* data, size_t size) {
    file.read(data, static_cast<std::streamsize>(size));
    return static_cast<size_t>(file.gcount());
  });
  std::vector<ReadGame> games;
  while (auto game = reader.Next()) {
    ReadGame read{std::move(*game), std::nullopt};
    read.meaning = rules::ResolvePgn(&read.game);
    games.push_back(std::move(read));
  }
  return games;
}

bool HasProblem(const std::vector<ReadGame>& games, std::string_view reason) {
  for (const ReadGame& read : games) {
    for (const rules::PgnProblem& problem : read.game.problems) {
      if (problem.reason == reason) return true;
    }
  }
  return false;
}

std::string CompareGame(const Json& expected, const ReadGame& read) {
  if (!read.meaning || !read.game.ok()) {
    return "is broken: " + (read.game.problems.empty() ? "" : read.game.problems[0].message);
  }
  const PgnFacts facts = FactsOf(read.game, *read.meaning);
  if (facts.uci != expected.at("uci").get<std::vector<std::string>>()) return "has other moves";
  if (read.game.result != expected.at("result")) return "has the result " + read.game.result;
  if (!EndsAt(facts, expected.at("final_fen"))) return "ends at " + facts.final_fen;
  const Json tags = expected.value("tags", Json::object());
  for (const auto& [name, value] : tags.items()) {
    const std::string* tag = read.game.Tag(name);
    if (tag == nullptr || *tag != value) return "has another " + name + " tag";
  }
  const Json clocks = expected.value("clk", Json::array());
  const auto line = read.game.MainLine();
  for (size_t i = 0; i < clocks.size() && i < line.size(); ++i) {
    const auto clock_ms = read.game.nodes[line[i]].clock_ms;
    if (clock_ms != std::llround(clocks[i].get<double>() * 1000)) return "has other clocks";
  }
  return "";
}

std::string CompareGood(const Json& entry, const std::vector<ReadGame>& games) {
  const Json& expected = entry.at("games");
  if (games.size() != expected.size()) {
    return "holds " + std::to_string(games.size()) + " games, expected " +
           std::to_string(expected.size());
  }
  for (size_t i = 0; i < games.size(); ++i) {
    const std::string differs = CompareGame(expected[i], games[i]);
    if (!differs.empty()) return "game " + std::to_string(i + 1) + " " + differs;
  }
  return "";
}

// The fault must be reported at its place and weigh as much as the manifest says; games that are
// said to be good must be.
std::string CompareFaulty(const Json& entry, const std::vector<ReadGame>& games) {
  for (const Json& number : entry.value("games_still_good", Json::array())) {
    const size_t index = number.get<size_t>() - 1;
    if (index >= games.size() || !games[index].game.ok()) {
      return "game " + number.dump() + " should be good";
    }
  }
  const std::string severity = entry.at("severity");
  std::string found;
  for (const ReadGame& read : games) {
    if (severity == "limit" || severity == "none") return "";
    for (const rules::PgnProblem& problem : read.game.problems) {
      const bool here = problem.place.line == entry.at("line") &&
                        problem.place.column == entry.at("column_bytes");
      const bool error = problem.severity == rules::PgnSeverity::kError;
      if (here && error == severity.starts_with("error") &&
          severity != "error-in-variation") {
        return "";
      }
      if (here && (severity == "error-or-repair" || severity == "error-in-variation")) return "";
      found += " " + std::to_string(problem.place.line) + ":" +
               std::to_string(problem.place.column) + " " + problem.reason;
    }
  }
  return "has its fault at " + entry.at("line").dump() + ":" + entry.at("column_bytes").dump() +
         ", found:" + (found.empty() ? " nothing" : found);
}

}  // namespace

int RunManifest(const std::string& path) {
  std::ifstream file;
  if (!OpenFile(path, &file)) {
    std::fprintf(stderr, "chessctl pgn: cannot read %s\n", path.c_str());
    return kBadUsage;
  }
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  try {
    const Json manifest = Json::parse(file);
    for (const Json& entry : manifest.at("files")) {
      const std::string name = entry.at("file");
      const auto games = ReadGames(folder + name);
      if (HasProblem(games, "PGN_UNKNOWN_VARIANT")) {
        std::printf("skipped (rule set not known here): %s\n", name.c_str());
        ++skipped;
        continue;
      }
      const bool faulty = entry.contains("severity");
      const std::string differs = faulty ? CompareFaulty(entry, games) : CompareGood(entry, games);
      ++(differs.empty() ? passed : failed);
      if (!differs.empty()) std::printf("FAILED %s: %s\n", name.c_str(), differs.c_str());
    }
  } catch (const Json::exception& problem) {
    std::fprintf(stderr, "chessctl pgn: %s: %s\n", path.c_str(), problem.what());
    return kBadUsage;
  }
  std::printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
  return failed == 0 ? kOk : kBadData;
}

}  // namespace chess::chessctl
