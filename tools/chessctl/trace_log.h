#pragma once
// The services' JSON logs, read back: which lines belong to one trace, and the tree of its spans.
// docs/traces-and-logs.md says what the lines mean.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chess::chessctl {

struct LogLine {
  int64_t time_us = 0;  // since the Unix epoch; of a span: its end
  std::string level, service, instance, message;
  std::string trace_id, span_id, parent_span_id;
  double ms = -1;                                           // of a span; -1: not a finished span
  std::vector<std::pair<std::string, std::string>> fields;  // the rest, in their order

  std::string Field(std::string_view key) const;  // empty: none
};

// A line of a log; what stands before the first brace (`kubectl logs --prefix`) is passed over.
// False if it is none of ours, or belongs to no trace. Texts come without control characters.
bool ReadLogLine(std::string_view text, LogLine* line);

class TraceLog {
 public:
  static constexpr size_t kMostLines = 2'000'000;

  // Keeps the line if it belongs to a trace. False if there are too many already.
  bool Add(std::string_view text);
  // The traces with an id that begins with `word` (at least 8 hexadecimal digits), else those with
  // a request of that id; in the order of their time.
  std::vector<std::string> Find(const std::string& word) const;
  // The traces in which a game is named; in the order of their time.
  std::vector<std::string> OfGame(const std::string& game_id) const;
  // The tree: a line for each span with its offset from the trace's begin, its time, where it ran
  // and what came of it; below it what else was logged within.
  std::string Tree(const std::string& trace_id) const;
  // One line: begin, id, how many spans, the first.
  std::string Summary(const std::string& trace_id) const;

 private:
  std::vector<std::string> InTime(std::vector<std::string> ids) const;

  size_t count_ = 0;
  std::map<std::string, std::vector<LogLine>, std::less<>> traces_;
};

}  // namespace chess::chessctl
