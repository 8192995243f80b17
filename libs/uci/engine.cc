#include "uci/engine.h"

#include <algorithm>

namespace chess::uci {
namespace {

base::Error Failed(const std::string& what) {
  return base::MakeError(base::Code::kUnavailable, "ENGINE_FAILED", what);
}

}  // namespace

base::Result<std::unique_ptr<Engine>> Engine::Start(EngineSettings settings) {
  base::Result<Process> process = Process::Start(settings.command);
  if (!process) return process.error();
  std::unique_ptr<Engine> engine(new Engine(std::move(settings), std::move(*process)));
  if (base::Status ready = engine->Handshake(); !ready) return ready.error();
  return engine;
}

base::Status Engine::Handshake() {
  process_.WriteLine("uci");
  const int64_t deadline = base::SystemClock().SteadyNs() + settings_.handshake_ms * 1'000'000;
  bool known = false;
  while (!known) {
    const int64_t left_ms = (deadline - base::SystemClock().SteadyNs()) / 1'000'000;
    const auto line = process_.ReadLine(left_ms);
    if (!line) return Failed("The engine did not say uciok in time.");
    if (line->starts_with("id name ")) name_ = line->substr(8);
    known = *line == "uciok";
  }
  for (const auto& [name, value] : settings_.options) SetOption(name, value);
  if (!Healthy()) return Failed("The engine did not say readyok in time.");
  return {};
}

void Engine::SetOption(const std::string& name, const std::string& value) {
  process_.WriteLine("setoption name " + name + " value " + value);
}

bool Engine::WaitFor(std::string_view word, base::DurationMs timeout_ms) {
  const int64_t deadline = base::SystemClock().SteadyNs() + timeout_ms * 1'000'000;
  while (true) {
    const int64_t left_ms = (deadline - base::SystemClock().SteadyNs()) / 1'000'000;
    const auto line = process_.ReadLine(left_ms);
    if (!line) return false;
    if (*line == word) return true;
  }
}

bool Engine::Healthy() {
  return process_.WriteLine("isready") && WaitFor("readyok", settings_.handshake_ms);
}

base::Result<SearchResult> Engine::Search(const SearchRequest& request,
                                          const std::function<bool(const Lines&)>& progress) {
  if (request.lines != lines_) SetOption("MultiPV", std::to_string(request.lines));
  if (request.chess960 != chess960_) {
    SetOption("UCI_Chess960", request.chess960 ? "true" : "false");
  }
  lines_ = request.lines;
  chess960_ = request.chess960;
  // isready first: what an earlier search left in the pipe is read away here.
  if (!Healthy()) return Failed("The engine does not answer.");
  process_.WriteLine("position fen " + request.fen);
  process_.WriteLine("go depth " + std::to_string(request.depth) + " movetime " +
                     std::to_string(request.time_ms));
  return Listen(request, progress);
}

base::Result<SearchResult> Engine::Listen(const SearchRequest& request,
                                          const std::function<bool(const Lines&)>& progress) {
  SearchResult result{std::nullopt, Lines(request.white_to_move)};
  const int64_t deadline = base::SystemClock().SteadyNs() +
                           (request.time_ms + settings_.grace_ms) * 1'000'000;
  constexpr base::DurationMs kAskEveryMs = 100;  // how soon a caller that hung up is noticed
  int told = 0;
  bool stopped = false;
  while (true) {
    const int64_t left_ms = (deadline - base::SystemClock().SteadyNs()) / 1'000'000;
    if (left_ms <= 0) return Failed("The engine did not answer in time.");
    const auto line = process_.ReadLine(std::min<int64_t>(left_ms, kAskEveryMs));
    if (!line && !process_.alive()) return Failed("The engine died.");
    bool go_on = true;
    if (!line) {
      go_on = progress(result.lines);
    } else if (const auto best = ParseBestMove(*line)) {
      result.best_move = best->move;
      return result;
    } else if (const auto info = ParseInfo(*line); info && result.lines.Take(*info)) {
      const bool complete = info->rank == request.lines ||
                            static_cast<int>(result.lines.by_rank().size()) < request.lines;
      if (complete && result.lines.depth() > told) {
        told = result.lines.depth();
        go_on = progress(result.lines);
      }
    }
    if (!go_on && !stopped) {
      process_.WriteLine("stop");
      stopped = true;
    }
  }
}

}  // namespace chess::uci
