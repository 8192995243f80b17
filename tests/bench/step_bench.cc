// chess-step-bench GAMES.tsv [ROUNDS]: replays real games as a server does and prints what one move
// costs: find it from UCI, write its SAN, play it, climb the ladder of endings (repetition
// included), list the legal moves with their kinds. Medians and means over all moves, in
// nanoseconds.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/check.h"
#include "rules/game/game.h"
#include "rules/game/view.h"
#include "rules/notation/san.h"
#include "rules/notation/uci.h"

namespace chess {
namespace {

using rules::Game;
using Clock = std::chrono::steady_clock;

std::vector<std::vector<std::string>> ReadGames(const char* file) {
  std::ifstream in(file);
  std::vector<std::vector<std::string>> games;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream columns(line);
    std::string moves;
    for (int column = 0; column < 8; ++column) std::getline(columns, moves, '\t');
    std::istringstream words(moves);
    games.emplace_back();
    for (std::string move; words >> move;) games.back().push_back(move);
  }
  return games;
}

// What one part of a step took, of every move.
class Samples {
 public:
  void Add(Clock::duration time) { ns_.push_back(static_cast<double>(time.count())); }
  void Print(const char* name) {
    std::sort(ns_.begin(), ns_.end());
    double sum = 0;
    for (const double ns : ns_) sum += ns;
    const auto count = static_cast<double>(ns_.size());
    std::printf("%-8s median %.0f p99 %.0f mean %.0f\n", name, ns_[ns_.size() / 2],
                ns_[ns_.size() * 99 / 100], sum / count);
  }

 private:
  std::vector<double> ns_;
};

struct Report {
  Samples find, san, play, view, all;
  size_t listed = 0;
};

void Replay(const std::vector<std::string>& moves, Report* report) {
  Game game = *Game::Start(rules::RuleSet());
  for (const std::string& text : moves) {
    const auto began = Clock::now();
    const auto move = rules::ParseUci(game.position(), game.rules(), text);
    const auto found = Clock::now();
    CHESS_CHECK(move.ok() && !game.over());
    const std::string san = rules::WriteSan(game.position(), game.rules(), *move);
    const auto written = Clock::now();
    game.PlayLegal(*move);
    const auto played = Clock::now();
    const rules::View view = rules::ViewOf(game, rules::SeatOf(game.turn()));
    const auto viewed = Clock::now();
    report->find.Add(found - began);
    report->san.Add(written - found);
    report->play.Add(played - written);
    report->view.Add(viewed - played);
    report->all.Add(viewed - began);
    report->listed += view.moves.size() + san.size();
  }
}

int Main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: chess-step-bench GAMES.tsv [ROUNDS]\n");
    return 2;
  }
  const auto games = ReadGames(argv[1]);
  if (games.empty()) {
    std::fprintf(stderr, "chess-step-bench: no games in %s\n", argv[1]);
    return 2;
  }
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  Report warm, report;
  for (const auto& moves : games) Replay(moves, &warm);
  for (int round = 0; round < rounds; ++round) {
    for (const auto& moves : games) Replay(moves, &report);
  }
  report.find.Print("find");
  report.san.Print("san");
  report.play.Print("play");
  report.view.Print("view");
  report.all.Print("step");
  std::printf("position %zu bytes\n", sizeof(rules::Position));
  return report.listed == 0;
}

}  // namespace
}  // namespace chess

int main(int argc, char** argv) { return chess::Main(argc, argv); }
