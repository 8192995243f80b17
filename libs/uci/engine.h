#pragma once
// One UCI engine: handshake, options, searches with limits. Not thread-safe: one user at a time.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "uci/line.h"
#include "uci/process.h"

namespace chess::uci {

struct EngineSettings {
  std::vector<std::string> command;                            // path and arguments
  std::vector<std::pair<std::string, std::string>> options;    // "Hash" → "64"
  base::DurationMs handshake_ms = 5000;  // for uciok and readyok
  base::DurationMs grace_ms = 2000;      // an answer may come so much after its time is over
};

struct SearchRequest {
  std::string fen;          // X-FEN, or Shredder-FEN with chess960
  bool chess960 = false;
  bool white_to_move = true;
  int lines = 1;
  int depth = 20;
  base::DurationMs time_ms = 5000;
};

struct SearchResult {
  std::optional<std::string> best_move;
  Lines lines;
};

class Engine {
 public:
  // ENGINE_FAILED if it does not start or does not answer in time.
  static base::Result<std::unique_ptr<Engine>> Start(EngineSettings settings);

  // Searches; `progress` hears of each new depth of all lines and says whether to go on. After an
  // ENGINE_FAILED the engine is of no more use.
  base::Result<SearchResult> Search(const SearchRequest& request,
                                    const std::function<bool(const Lines&)>& progress);
  // True if it answers isready within the handshake time.
  bool Healthy();
  const std::string& name() const { return name_; }
  pid_t pid() const { return process_.pid(); }

 private:
  Engine(EngineSettings settings, Process process)
      : settings_(std::move(settings)), process_(std::move(process)) {}
  base::Status Handshake();
  bool WaitFor(std::string_view word, base::DurationMs timeout_ms);
  void SetOption(const std::string& name, const std::string& value);
  base::Result<SearchResult> Listen(const SearchRequest& request,
                                    const std::function<bool(const Lines&)>& progress);

  EngineSettings settings_;
  Process process_;
  std::string name_ = "engine";
  int lines_ = 1;
  bool chess960_ = false;
};

}  // namespace chess::uci
