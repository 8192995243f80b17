// `chessctl pgn`: validates, normalises, converts and compares PGN files.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "chessctl/command.h"
#include "chessctl/open_file.h"
#include "chessctl/pgn_expected.h"
#include "chessctl/pgn_facts.h"
#include "chessctl/pgn_manifest.h"
#include "rules/notation/fen.h"
#include "rules/notation/pgn_commands.h"
#include "rules/notation/pgn_reader.h"
#include "rules/notation/pgn_resolve.h"
#include "rules/notation/pgn_writer.h"
#include "rules/notation/variant_names.h"

namespace chess::chessctl {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kUsage[] =
    "usage: chessctl pgn [options] FILE...\n"
    "       chessctl pgn --manifest FILE.json\n"
    "\n"
    "Reads PGN (`-`: standard input) game by game and plays every move. Each problem is printed\n"
    "on standard error as `file:line:column: severity: REASON sentence`; the last line counts.\n"
    "  --out pgn|ndjson|uci  also writes the good games to standard output: normalised PGN, one\n"
    "                        JSON object a line, or one line of moves\n"
    "  --expected FILE.tsv   compares each game with a table of plies, result, end state, third\n"
    "                        occurrence, SHA-1 of the UCI moves and final FEN; ends with\n"
    "                        `N passed, N failed`\n"
    "  --manifest FILE.json  compares the files it names (beside it) with what it says of them;\n"
    "                        ends with `N passed, N failed, N skipped`\n"
    "  --rules SET           reads under these rules instead of what the Variant tags say\n"
    "  --no-variations       main lines only\n"
    "Exit status: 0 every game is good and as expected, 1 not, 2 wrong usage or no such file.\n";

enum class Format { kNone, kPgn, kNdjson, kUci };

struct Run {
  Format format = Format::kNone;
  rules::PgnResolveOptions resolve;
  std::optional<ExpectedGames> expected;
  size_t games = 0;
  size_t broken = 0;
  size_t warnings = 0;
  size_t passed = 0;
  size_t failed = 0;
};

const char* NameOf(rules::PgnSeverity severity) {
  switch (severity) {
    case rules::PgnSeverity::kWarning: return "warning";
    case rules::PgnSeverity::kVariationError: return "error in a variation";
    case rules::PgnSeverity::kError: return "error";
  }
  return "";
}

void PrintProblems(const std::string& path, const rules::PgnGame& game, Run* run) {
  for (const rules::PgnProblem& problem : game.problems) {
    run->warnings += problem.severity != rules::PgnSeverity::kError;
    const std::string ply = problem.ply == 0 ? "" : " (ply " + std::to_string(problem.ply) + ")";
    std::fprintf(stderr, "%s:%u:%u: %s: %s %s%s\n", path.c_str(), problem.place.line,
                 problem.place.column, NameOf(problem.severity), problem.reason.c_str(),
                 problem.message.c_str(), ply.c_str());
  }
}

Json ToJson(const rules::PgnGame& game, const rules::PgnMeaning& meaning) {
  const PgnFacts facts = FactsOf(game, meaning);
  Json out;
  out["rules"] = meaning.rules.Name();
  out["tags"] = Json::object();
  for (const rules::PgnTag& tag : game.tags) out["tags"][tag.name] = tag.value;
  out["start"] = rules::WriteFen(meaning.start, meaning.rules);
  out["uci"] = facts.uci;
  Json san = Json::array();
  Json clocks = Json::array();
  Json evals = Json::array();
  for (const uint32_t node : game.MainLine()) {
    const rules::PgnNode& move = game.nodes[node];
    san.push_back(move.text);
    clocks.push_back(move.clock_ms ? Json(*move.clock_ms) : Json());
    evals.push_back(move.eval ? Json(rules::WritePgnEval(*move.eval)) : Json());
  }
  out["san"] = san;
  if (facts.has_clocks) out["clock_ms"] = clocks;
  if (facts.has_evals) out["eval"] = evals;
  out["result"] = game.result;
  out["end"] = facts.final_fen;
  return out;
}

void WriteGame(const rules::PgnGame& game, const rules::PgnMeaning& meaning, Format format) {
  std::string text;
  switch (format) {
    case Format::kNone: return;
    case Format::kPgn: text = rules::WritePgn(game); break;
    case Format::kUci: text = JoinMoves(FactsOf(game, meaning).uci) + "\n"; break;
    case Format::kNdjson:
      // Names may be in any encoding; what is not UTF-8 is replaced.
      text = ToJson(game, meaning).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void Compare(const std::string& path, const rules::PgnGame& game,
             const std::optional<rules::PgnMeaning>& meaning, Run* run) {
  std::string difference = "the game could not be read";
  if (meaning && game.ok()) {
    difference = run->expected->Compare(run->games, game, FactsOf(game, *meaning));
  }
  if (difference.empty()) {
    ++run->passed;
    return;
  }
  ++run->failed;
  std::fprintf(stderr, "%s:%u: game %zu: %s\n", path.c_str(), game.place.line, run->games,
               difference.c_str());
}

void ReadGames(const std::string& path, std::istream& stream, Run* run) {
  rules::PgnReader reader([&stream](char* data, size_t size) {
    stream.read(data, static_cast<std::streamsize>(size));
    return static_cast<size_t>(stream.gcount());
  });
  while (auto game = reader.Next()) {
    ++run->games;
    const auto meaning = rules::ResolvePgn(&*game, run->resolve);
    PrintProblems(path, *game, run);
    if (run->expected) Compare(path, *game, meaning, run);
    if (!game->ok()) {
      ++run->broken;
    } else if (meaning) {
      WriteGame(*game, *meaning, run->format);
    }
  }
}

int Fail(const std::string& message) {
  std::fprintf(stderr, "chessctl pgn: %s\n", message.c_str());
  return kBadUsage;
}

// Fills `run` from the flags; what is wrong with them, or empty.
std::string Configure(const Flags& flags, Run* run) {
  const std::string out = flags.Get("out");
  if (out == "pgn") run->format = Format::kPgn;
  if (out == "ndjson") run->format = Format::kNdjson;
  if (out == "uci") run->format = Format::kUci;
  if (flags.Has("out") && run->format == Format::kNone) return "--out is pgn, ndjson or uci";
  run->resolve.variations = !flags.Has("no-variations");
  if (flags.Has("rules")) {
    const auto rules = rules::ReadVariantName(flags.Get("rules"));
    if (!rules) return rules.error().message;
    run->resolve.rules = *rules;
  }
  if (flags.Has("expected")) {
    auto expected = ExpectedGames::Read(flags.Get("expected"));
    if (!expected) return expected.error().message;
    run->expected = *expected;
  }
  return flags.arguments().empty() ? "name a file" : "";
}

int RunPgn(const Flags& flags) {
  if (flags.Has("manifest")) return RunManifest(flags.Get("manifest"));
  Run run;
  if (const std::string wrong = Configure(flags, &run); !wrong.empty()) return Fail(wrong);
  for (const std::string& path : flags.arguments()) {
    if (path == "-") {
      ReadGames("-", std::cin, &run);
      continue;
    }
    std::ifstream file;
    if (!OpenFile(path, &file)) return Fail("cannot read " + path);
    ReadGames(path, file, &run);
  }
  std::FILE* summary = run.format == Format::kNone ? stdout : stderr;
  std::fprintf(summary, "%zu games, %zu broken, %zu warnings\n", run.games, run.broken,
               run.warnings);
  if (!run.expected) return run.broken == 0 ? kOk : kBadData;
  if (run.games < run.expected->size()) {
    run.failed += run.expected->size() - run.games;
    std::fprintf(stderr, "%zu games of the table are missing\n",
                 run.expected->size() - run.games);
  }
  std::fprintf(summary, "%zu passed, %zu failed\n", run.passed, run.failed);
  return run.failed == 0 && run.broken == 0 ? kOk : kBadData;
}

}  // namespace

const Command kPgnCommand = {
    "pgn", "validate, normalise, convert and compare PGN files", kUsage,
    {{"out", "expected", "manifest", "rules"}, {"no-variations"}}, RunPgn};

}  // namespace chess::chessctl
