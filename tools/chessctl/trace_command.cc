// `chessctl trace`: one request followed across the services, from their logs.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "base/ids.h"
#include "chessctl/command.h"
#include "chessctl/open_file.h"
#include "chessctl/trace_log.h"

namespace chess::chessctl {
namespace {

constexpr char kUsage[] =
    "usage: chessctl trace ID [FILE …]\n"
    "       chessctl trace --game GAME [FILE …]\n"
    "\n"
    "Reads the services' JSON logs from files, or from standard input where none (or -) is named,\n"
    "and prints the tree of a trace: which service did what for how long, and what came of it.\n"
    "ID is a trace's id (x-chess-trace-id of an answer; its first 8 digits will do) or the id of\n"
    "a request.\n"
    "  --game GAME  lists the traces in which a game is named, a line each\n"
    "Examples:\n"
    "  kubectl logs -l app.kubernetes.io/name=castellan --prefix --tail=-1 | chessctl trace "
    "4bf92f35\n"
    "  ./dev trace 4bf92f35\n"
    "Exit status: 0 found, 1 not found or a file cannot be read, 2 wrong usage.\n";

int Fail(const std::string& message, int status) {
  std::fprintf(stderr, "chessctl trace: %s\n", message.c_str());
  return status;
}

bool ReadAll(std::istream& in, TraceLog* log) {
  for (std::string line; std::getline(in, line);) {
    if (!log->Add(line)) return false;
  }
  return true;
}

int Run(const Flags& flags) {
  std::vector<std::string> files = flags.arguments();
  const std::string game = flags.Get("game");
  std::string id;
  if (game.empty()) {
    if (files.empty()) return Fail("name a trace or a request", kBadUsage);
    id = files.front();
    files.erase(files.begin());
  } else if (!base::IsBase62(game, 8)) {
    return Fail("a game's id has 8 letters and digits", kBadUsage);
  }
  if (files.empty()) files.push_back("-");
  TraceLog log;
  for (const std::string& file : files) {
    bool all = true;
    if (file == "-") {
      all = ReadAll(std::cin, &log);
    } else {
      std::ifstream in;
      if (!OpenFile(file, &in)) return Fail(file + ": " + std::strerror(errno), kBadData);
      all = ReadAll(in, &log);
    }
    if (!all) {
      return Fail("more than " + std::to_string(TraceLog::kMostLines) +
                      " lines belong to traces; narrow them down (grep, --since)",
                  kBadData);
    }
  }
  const std::vector<std::string> found = game.empty() ? log.Find(id) : log.OfGame(game);
  if (found.empty()) {
    return Fail("nothing is logged of " + (game.empty() ? id : "game " + game) +
                    ": it was not sampled (log_sample), or its lines are in other files",
                kBadData);
  }
  for (const std::string& trace : found) {
    std::fputs((game.empty() ? log.Tree(trace) : log.Summary(trace)).c_str(), stdout);
  }
  return kOk;
}

}  // namespace

const Command kTraceCommand = {
    "trace", "follow one request across the services' logs", kUsage, {{"game"}, {}}, Run};

}  // namespace chess::chessctl
