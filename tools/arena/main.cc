// chess-arena: plays computer players against each other in paired games and prints the score.
//
//   chess-arena [--set NAME] [--pairs N] [--seed N] [--threads N] FIRST SECOND
//   chess-arena [...] --ladder                each level against the one below
//   chess-arena [...] --show N FIRST SECOND   the moves of pair number N

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "arena/duel.h"

namespace {

using chess::arena::DuelOptions;
using chess::arena::DuelResult;

constexpr char kUsage[] =
    "usage: chess-arena [--set NAME] [--pairs N] [--seed N] [--threads N] [--plies N]\n"
    "                   FIRST SECOND | --ladder | --show N FIRST SECOND\n"
    "\n"
    "Plays pairs of games with the same opening and exchanged colours; prints wins, draws and\n"
    "losses of FIRST, its score and its Elo difference, both with their 95 %% interval.\n"
    "players: level:0 ... level:9, casual, balanced, careful, search:NODES,DEPTH,NOISE\n"
    "  --set NAME   the rule set (standard)\n"
    "  --pairs N    pairs of games (%d)\n"
    "  --seed N     what openings and players draw from (%llu)\n"
    "  --threads N  games at a time (%d)\n"
    "  --plies N    a game longer than this is drawn (%d)\n"
    "  --ladder     each level against the one below\n"
    "  --show N     only the moves of pair number N\n";

void PrintUsage(std::FILE* out) {
  const DuelOptions usual;
  std::fprintf(out, kUsage, usual.pairs, static_cast<unsigned long long>(usual.seed), usual.threads,
               usual.max_plies);
}

[[noreturn]] void Fail(const std::string& message) {
  std::fprintf(stderr, "chess-arena: %s\n", message.c_str());
  PrintUsage(stderr);
  std::exit(2);
}

int Number(const std::string& name, const char* text) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != 0 || value < 0 || value > 1'000'000) Fail(name + " needs a number.");
  return static_cast<int>(value);
}

struct Arguments {
  DuelOptions options;
  bool ladder = false;
  int show = -1;  // the pair to show
  std::string players[2];
};

Arguments Parse(int argc, char** argv) {
  Arguments a;
  int players = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--help") {
      PrintUsage(stdout);
      std::exit(0);
    } else if (name == "--ladder") {
      a.ladder = true;
    } else if (name.rfind("--", 0) == 0) {
      if (++i == argc) Fail(name + " needs a value.");
      if (name == "--set") {
        const auto set = chess::rules::ParseRuleSet(argv[i]);
        if (!set.ok()) Fail(set.error().message);
        a.options.rules = *set;
      } else if (name == "--pairs") {
        a.options.pairs = Number(name, argv[i]);
      } else if (name == "--seed") {
        a.options.seed = static_cast<uint64_t>(Number(name, argv[i]));
      } else if (name == "--threads") {
        a.options.threads = Number(name, argv[i]);
      } else if (name == "--show") {
        a.show = Number(name, argv[i]);
      } else if (name == "--plies") {
        a.options.max_plies = Number(name, argv[i]);
      } else {
        Fail("unknown option " + name);
      }
    } else if (players < 2) {
      a.players[players++] = name;
    } else {
      Fail("too many players.");
    }
  }
  if (a.ladder ? players != 0 : players != 2) Fail("two players, or --ladder.");
  for (int i = 0; i < players; ++i) {
    const auto player = chess::arena::Player::Parse(a.players[i]);
    if (!player.ok()) Fail(player.error().message);
  }
  return a;
}

void Report(const DuelOptions& options, const std::string& first, const std::string& second) {
  const DuelResult r = chess::arena::PlayDuel(options, first, second);
  std::printf("%-10s v %-10s %s  %llu plies, %.0f knodes/s a thread, %.0f s\n", first.c_str(),
              second.c_str(), chess::arena::Text(r.tally).c_str(),
              static_cast<unsigned long long>(r.plies),
              static_cast<double>(r.nodes) / r.seconds / 1000, r.seconds);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments a = Parse(argc, argv);
  if (a.show >= 0) {
    const chess::arena::PairResult pair = chess::arena::PlayPair(
        a.options, a.players[0], a.players[1], static_cast<uint64_t>(a.show));
    std::printf("%s\n%s\n", chess::arena::MovesText(pair.one).c_str(),
                chess::arena::MovesText(pair.two).c_str());
    return 0;
  }
  if (!a.ladder) {
    Report(a.options, a.players[0], a.players[1]);
    return 0;
  }
  for (int level = 1; level < chess::search::kLevels; ++level) {
    Report(a.options, "level:" + std::to_string(level), "level:" + std::to_string(level - 1));
  }
  return 0;
}
