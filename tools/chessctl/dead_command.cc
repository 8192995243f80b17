// `chessctl dead`: who can still win a position, and how well that is found out.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "chessctl/command.h"
#include "chessctl/progress.h"
#include "rules/game/can_win.h"
#include "rules/notation/fen.h"
#include "rules/notation/uci.h"
#include "rules/notation/variant_names.h"
#include "rules/testing/exhaustive.h"
#include "rules/testing/locked_positions.h"

namespace chess::chessctl {
namespace {

using rules::CanWinAnswer;
using rules::Color;
using rules::Position;

constexpr char kUsage[] =
    "usage: chessctl dead [--rules SET] FEN\n"
    "       chessctl dead --generated N [--seed N] [--judge N] [--list]\n"
    "\n"
    "Says of each side whether it can still win (yes with a series of moves where one was looked\n"
    "for, no, or unproven, which counts as yes) and whether the position is dead.\n"
    "  --rules SET     rule set (default standard)\n"
    "  --generated N   asks it of N locked and nearly locked positions, as it is asked after each\n"
    "                  move of a game; prints how many are decided and the CPU time of an answer\n"
    "  --seed N        the first of their seeds (default 1)\n"
    "  --judge N       compares with a search of everything that can arise, where that is at most\n"
    "                  N positions\n"
    "  --list          lists what is not decided\n"
    "Exit status: 0 nothing wrong, 1 a wrong answer or an unreadable position, 2 wrong usage.\n";

int Fail(const std::string& message, int status) {
  std::fprintf(stderr, "chessctl dead: %s\n", message.c_str());
  return status;
}

const char* Word(CanWinAnswer answer) {
  switch (answer) {
    case CanWinAnswer::kYes:
      return "yes";
    case CanWinAnswer::kNo:
      return "no";
    case CanWinAnswer::kUnproven:
      break;
  }
  return "unproven";
}

int AskOne(const Flags& flags) {
  const auto rules = rules::ReadVariantName(flags.Get("rules", "standard"));
  if (!rules) return Fail(rules.error().message, kBadUsage);
  const auto position = rules::ParseFen(flags.arguments()[0], *rules, /*relaxed=*/true);
  if (!position) return Fail(position.error().message, kBadData);
  for (Color side : rules::kColors) {
    std::vector<rules::Move> line;
    const CanWinAnswer answer = rules::CanWin(*position, *rules, side, &line);
    std::printf("%s %s", std::string(rules::NameOf(side)).c_str(), Word(answer));
    for (rules::Move move : line) std::printf(" %s", rules::WriteUci(move, *rules).c_str());
    std::printf("\n");
  }
  const int moves = rules::CountLegalMoves(*position, *rules);
  const bool dead = moves > 0 && rules::IsDead(*position, *rules, moves);
  std::printf("dead %s\n", dead ? "yes" : "no");
  return kOk;
}

// Of this thread: what else the machine does is not counted.
double CpuMicroseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

struct Tally {
  int answers[3] = {};  // by CanWinAnswer
  int undecided = 0;    // positions
  int compared = 0;     // answers that the judge knows
  int wrong = 0;
  std::vector<double> microseconds;  // of each answer
};

// Compares an answer with the judge's where there is one.
void Compare(const Position& position, Color side, CanWinAnswer answer,
             const rules::testing::Exhaustive& truth, Tally* tally) {
  const std::optional<bool>& can = truth.can_win[rules::Index(side)];
  if (!can) return;
  ++tally->compared;
  if (answer != (*can ? CanWinAnswer::kNo : CanWinAnswer::kYes)) return;
  ++tally->wrong;
  std::printf("WRONG %s %s: %s\n", std::string(rules::NameOf(side)).c_str(), Word(answer),
              rules::WriteFen(position, rules::RuleSet()).c_str());
}

void AskGenerated(uint64_t seed, size_t judge, bool list, Tally* tally) {
  const rules::RuleSet rules;
  const Position position = rules::testing::LockedPosition(seed);
  rules::testing::Exhaustive truth;
  if (judge > 0) truth = rules::testing::SeeEverything(position, rules, judge);
  bool decided = true;
  for (Color side : rules::kColors) {
    const double start = CpuMicroseconds();
    const CanWinAnswer answer =
        rules::CanWin(position, rules, side, nullptr, rules::kProofMovesInPlay);
    tally->microseconds.push_back(CpuMicroseconds() - start);
    ++tally->answers[static_cast<int>(answer)];
    decided = decided && answer != CanWinAnswer::kUnproven;
    Compare(position, side, answer, truth, tally);
  }
  if (decided) return;
  ++tally->undecided;
  if (list) std::printf("%s\n", rules::WriteFen(position, rules).c_str());
}

int AskMany(const Flags& flags) {
  const auto count = flags.GetInt("generated", 0, 1, 10'000'000);
  const auto seed = flags.GetInt("seed", 1, 0, 1'000'000'000);
  const auto judge = flags.GetInt("judge", 0, 0, 100'000'000);
  for (const auto* number : {&count, &seed, &judge}) {
    if (!*number) return Fail(number->error().message, kBadUsage);
  }
  Tally tally;
  Progress progress(static_cast<size_t>(*count));
  for (int i = 0; i < *count; ++i) {
    progress.Show(static_cast<size_t>(i) + 1, "positions");
    AskGenerated(static_cast<uint64_t>(*seed + i), static_cast<size_t>(*judge), flags.Has("list"),
                 &tally);
  }
  progress.Clear();
  std::sort(tally.microseconds.begin(), tally.microseconds.end());
  const auto part = [&](double f) {
    return tally
        .microseconds[static_cast<size_t>(f * static_cast<double>(tally.microseconds.size() - 1))];
  };
  std::printf("positions %d, decided for both sides %.2f %%\n", *count,
              100.0 * (*count - tally.undecided) / *count);
  std::printf("answers: %d yes, %d no, %d unproven\n", tally.answers[0], tally.answers[1],
              tally.answers[2]);
  std::printf("CPU time of an answer in us: p50 %.1f, p90 %.1f, p99 %.1f, max %.1f\n", part(0.5),
              part(0.9), part(0.99), tally.microseconds.back());
  if (*judge > 0) std::printf("judged %d answers, wrong %d\n", tally.compared, tally.wrong);
  return tally.wrong == 0 ? kOk : kBadData;
}

int Run(const Flags& flags) {
  if (flags.Has("generated")) return AskMany(flags);
  if (flags.arguments().size() != 1) return Fail("name one position", kBadUsage);
  return AskOne(flags);
}

}  // namespace

const Command kDeadCommand = {
    "dead", "who can still win", kUsage, {{"rules", "generated", "seed", "judge"}, {"list"}}, Run};

}  // namespace chess::chessctl
