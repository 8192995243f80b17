// `chessctl perft`: counts move trees, and checks files of published counts.
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "chessctl/command.h"
#include "chessctl/epd.h"
#include "chessctl/open_file.h"
#include "chessctl/progress.h"
#include "rules/core/moves.h"
#include "rules/game/game.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"
#include "rules/notation/variant_names.h"

namespace chess::chessctl {
namespace {

constexpr char kUsage[] =
    "usage: chessctl perft [--rules SET] [--fen FEN] --depth N [--divide] [--kernel K]\n"
    "       chessctl perft --epd FILE [--max-depth N] [--rules SET]\n"
    "\n"
    "Counts the leaves of the legal move tree.\n"
    "  --rules SET     rule set, e.g. standard, chess960, king_of_the_hill (default standard)\n"
    "  --fen FEN       position (default: the start position of the set)\n"
    "  --depth N       plies, 0 to 12\n"
    "  --divide        a count for each first move\n"
    "  --kernel K      counts on a stronger move generator than the set needs: morphing, volatile\n"
    "  --epd FILE      checks every position of a file `FEN ;D1 n ;D2 n … ;id name`; a line's\n"
    "                  `;variant name` and `;chess960 0|1` take precedence over --rules\n"
    "  --max-depth N   leaves out deeper counts\n"
    "Prints each wrong count and ends with `N passed, N failed` (positions).\n"
    "Exit status: 0 all counts are right, 1 not all, 2 wrong usage.\n";

int Fail(const std::string& message, int status) {
  std::fprintf(stderr, "chessctl perft: %s\n", message.c_str());
  return status;
}

base::Result<rules::Position> StartPosition(const rules::RuleSet& rules, const std::string& fen) {
  if (!fen.empty()) return rules::ParseFen(fen, rules, /*relaxed=*/true);
  const auto game = rules::Game::Start(rules);
  if (!game) return game.error();
  return game->start();
}

// The set's own start needs something that was not said; empty: it does not.
std::string MissingStart(const rules::RuleSet& rules) {
  const auto* setup = rules.setup();
  if (rules.Has(rules::kTraitDraftedSetup)) {
    return "the players of " + rules.Name() + " place their men themselves; give a --fen";
  }
  if (setup != nullptr && setup->parameter < 0 && rules.Has(rules::kTraitDrawnSetup)) {
    const std::string key(setup->rule->key);
    return key + " needs the number of a start position (" +
           std::to_string(setup->rule->parameter_min) + " to " +
           std::to_string(setup->rule->parameter_max) + "), as in " + key + ":" +
           std::to_string(setup->rule->parameter_max) + ", or a --fen";
  }
  return "";
}

// The same rules on the kernel that was asked for.
base::Result<rules::RuleSet> OnKernel(const rules::RuleSet& rules, const std::string& name) {
  if (name.empty()) return rules;
  const rules::Kernel kernel =
      name == "morphing" ? rules::Kernel::kMorphing : rules::Kernel::kVolatile;
  if ((name != "morphing" && name != "volatile") || kernel < rules.kernel()) {
    return base::MakeError(base::Code::kInvalidArgument, "KERNEL",
                           "--kernel is morphing or volatile, and none weaker than the set needs");
  }
  return rules.OnKernel(kernel);
}

int CountOne(const Flags& flags) {
  const auto depth = flags.GetInt("depth", -1, 0, 12);
  if (!depth) return Fail(depth.error().message, kBadUsage);
  if (*depth < 0) return Fail("--depth is missing", kBadUsage);
  const auto named = rules::ReadVariantName(flags.Get("rules", "standard"));
  if (!named) return Fail(named.error().message, kBadUsage);
  const auto rules = OnKernel(*named, flags.Get("kernel"));
  if (!rules) return Fail(rules.error().message, kBadUsage);
  const std::string missing = flags.Get("fen").empty() ? MissingStart(*rules) : "";
  if (!missing.empty()) return Fail(missing, kBadUsage);
  const auto position = StartPosition(*rules, flags.Get("fen"));
  if (!position) return Fail(position.error().message, kBadData);

  const auto start = std::chrono::steady_clock::now();
  uint64_t nodes = 0;
  if (flags.Has("divide") && *depth > 0) {
    for (const rules::Move move : rules::LegalMoves(*position, *rules)) {
      const auto after = rules::After(*position, *rules, move);
      // A game that a move has won goes no further.
      const bool over = rules->VariantEnding(after, move).has_value() && *depth > 1;
      const uint64_t count = over ? 0 : rules::Perft(after, *rules, *depth - 1);
      std::printf("%s: %" PRIu64 "\n", rules::WriteUci(move, *rules).c_str(), count);
      nodes += count;
    }
    std::printf("\n");
  } else {
    nodes = rules::Perft(*position, *rules, *depth);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  std::printf("nodes %" PRIu64 "\n", nodes);
  std::fprintf(stderr, "%.3f s, %.1f Mnodes/s\n", elapsed.count(),
               static_cast<double>(nodes) / 1e6 / std::max(elapsed.count(), 1e-6));
  return kOk;
}

struct Tally {
  int passed = 0;
  int failed = 0;
  std::map<std::string, int> skipped;  // why → positions
};

// Checks the counts of one line; prints what is wrong. True if nothing is.
bool CheckLine(const EpdLine& line, const rules::RuleSet& rules, int max_depth,
               const std::string& name, Progress* progress) {
  const auto parsed = rules::ReadFen(line.fen, rules);
  if (!parsed) {
    progress->Clear();
    std::printf("%s: %s\n", name.c_str(), parsed.error().message.c_str());
    return false;
  }
  bool good = true;
  const auto xfen = line.fields.find("xfen");
  if (xfen != line.fields.end()) {
    const auto same = rules::ReadFen(xfen->second, rules);
    if (!same || !(same->position == parsed->position)) {
      progress->Clear();
      std::printf("%s: %s is not the same position\n", name.c_str(), xfen->second.c_str());
      good = false;
    }
  }
  for (const auto& [depth, expected] : line.counts) {
    if (depth > max_depth) break;
    const uint64_t count = rules::Perft(parsed->position, rules, depth);
    if (count == expected) continue;
    progress->Clear();
    std::printf("%s: D%d is %" PRIu64 ", expected %" PRIu64 " (%s)\n", name.c_str(), depth, count,
                expected, line.fen.c_str());
    good = false;
  }
  return good;
}

int CheckFile(const Flags& flags) {
  const std::string path = flags.Get("epd");
  const auto max_depth = flags.GetInt("max-depth", 99, 1, 99);
  if (!max_depth) return Fail(max_depth.error().message, kBadUsage);
  std::ifstream file;
  if (!OpenFile(path, &file)) return Fail("cannot read " + path, kBadUsage);
  std::vector<std::pair<int, std::string>> lines;
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    if (text.find_first_not_of(" \t\r") == std::string::npos || text[0] == '#') continue;
    lines.emplace_back(number, text);
  }
  Tally tally;
  Progress progress(lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto& [at, text] = lines[i];
    const std::string place = path + ":" + std::to_string(at);
    const auto line = ParseEpdLine(text);
    if (!line) {
      progress.Clear();
      std::printf("%s: %s\n", place.c_str(), line.error().message.c_str());
      ++tally.failed;
      continue;
    }
    const auto id = line->fields.find("id");
    const std::string name = id == line->fields.end() ? place : id->second;
    progress.Show(i + 1, name);
    const auto rules = RulesOfEpd(*line, flags.Get("rules"));
    if (!rules) {
      ++tally.skipped[rules.error().message];
      continue;
    }
    ++(CheckLine(*line, *rules, *max_depth, name, &progress) ? tally.passed : tally.failed);
  }
  progress.Clear();
  for (const auto& [why, count] : tally.skipped) {
    std::printf("%d skipped: %s\n", count, why.c_str());
  }
  std::printf("%d passed, %d failed\n", tally.passed, tally.failed);
  return tally.failed == 0 && tally.passed > 0 ? kOk : kBadData;
}

int Run(const Flags& flags) {
  if (!flags.arguments().empty()) {
    return Fail("unexpected argument " + flags.arguments()[0], kBadUsage);
  }
  return flags.Has("epd") ? CheckFile(flags) : CountOne(flags);
}

}  // namespace

const Command kPerftCommand = {
    "perft",
    "count move trees, check files of counts",
    kUsage,
    {{"rules", "fen", "depth", "epd", "max-depth", "kernel"}, {"divide"}},
    Run};

}  // namespace chess::chessctl
