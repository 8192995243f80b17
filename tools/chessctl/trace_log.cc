#include "chessctl/trace_log.h"

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "chessctl/printable.h"

namespace chess::chessctl {
namespace {

using Json = nlohmann::ordered_json;

// "2026-11-30T02:13:55.123456Z"; 0 if it is no such time.
int64_t MicrosecondsOf(const std::string& text) {
  tm parts{};
  const char* rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (rest == nullptr) return 0;
  int64_t fraction = 0;
  if (*rest == '.') {
    int digits = 0;
    for (++rest; *rest >= '0' && *rest <= '9' && digits < 6; ++rest, ++digits) {
      fraction = fraction * 10 + (*rest - '0');
    }
    for (; digits < 6; ++digits) fraction *= 10;
  }
  return static_cast<int64_t>(timegm(&parts)) * 1'000'000 + fraction;
}

std::string TimeText(int64_t us) {
  const time_t seconds = us / 1'000'000;
  tm parts{};
  gmtime_r(&seconds, &parts);
  char day[32], text[48];
  std::strftime(day, sizeof day, "%Y-%m-%d %H:%M:%S", &parts);
  std::snprintf(text, sizeof text, "%s.%06lld", day, static_cast<long long>(us % 1'000'000));
  return text;
}

bool IsTracePrefix(std::string_view word) {
  return word.size() >= 8 && word.size() <= 32 &&
         word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// All lines of one span.
struct Span {
  const LogLine* head = nullptr;  // the one that says how it ended, else the first
  std::vector<const LogLine*> notes;
  std::vector<Span*> children;

  int64_t begin_us() const {
    return head->time_us - (head->ms > 0 ? static_cast<int64_t>(head->ms * 1000) : 0);
  }
};

bool Earlier(const Span* a, const Span* b) { return a->begin_us() < b->begin_us(); }

class SpanTree {
 public:
  explicit SpanTree(const std::vector<LogLine>& lines) {
    for (const LogLine& line : lines) {
      Span& span = spans_[line.span_id];
      if (span.head == nullptr) {
        span.head = &line;
      } else if (span.head->ms < 0 && line.ms >= 0) {
        span.notes.push_back(span.head);
        span.head = &line;
      } else {
        span.notes.push_back(&line);
      }
    }
    for (auto& [id, span] : spans_) {
      const auto parent = spans_.find(span.head->parent_span_id);
      // A span cannot cause itself; the caller's own span is not in our logs.
      const bool below = parent != spans_.end() && parent->second.head != span.head;
      (below ? parent->second.children : roots_).push_back(&span);
    }
    std::sort(roots_.begin(), roots_.end(), Earlier);
    for (auto& [id, span] : spans_) std::sort(span.children.begin(), span.children.end(), Earlier);
  }

  const std::map<std::string, Span>& spans() const { return spans_; }
  const std::vector<Span*>& roots() const { return roots_; }

  int64_t begin_us() const {
    int64_t begin = INT64_MAX;
    for (const auto& [id, span] : spans_) begin = std::min(begin, span.begin_us());
    return begin;
  }
  int64_t end_us() const {
    int64_t end = 0;
    for (const auto& [id, span] : spans_) end = std::max(end, span.head->time_us);
    return end;
  }
  bool HasLoop() const {
    size_t reached = 0;
    for (const Span* root : roots_) reached += Count(*root, 0);
    return reached != spans_.size();
  }

 private:
  static size_t Count(const Span& span, int depth) {
    size_t count = 1;
    if (depth > 64) return count;
    for (const Span* child : span.children) count += Count(*child, depth + 1);
    return count;
  }

  std::map<std::string, Span> spans_;
  std::vector<Span*> roots_;
};

// What a span was: a call's method without its package, else its message.
std::string Title(const LogLine& line) {
  const std::string method = line.Field("method");
  if (method.empty()) return line.message;
  const size_t slash = method.rfind('/');
  const size_t dot = method.rfind('.', slash);
  return line.message == "call" ? method.substr(dot + 1) : line.message;
}

std::string FieldsText(const LogLine& line) {
  std::string text;
  for (const auto& [key, value] : line.fields) {
    if (key == "method" && line.message == "call") continue;
    if (key == "code" || key == "outcome") {
      text += " " + value;
    } else {
      text += " " + key + "=" + value;
    }
  }
  return text;
}

void Print(const Span& span, int64_t begin_us, int depth, std::string* out) {
  const LogLine& line = *span.head;
  char times[64];
  std::snprintf(times, sizeof times, "%+11.3f ",
                static_cast<double>(span.begin_us() - begin_us) / 1000);
  *out += times;
  std::snprintf(times, sizeof times, "%9.3f  ", line.ms);
  *out += line.ms < 0 ? std::string(11, ' ') : times;
  const std::string indent(static_cast<size_t>(2 * depth), ' ');
  *out += indent + line.service + " " + Title(line) + FieldsText(line);
  if (line.level != "info" && line.level != "debug") *out += " [" + line.level + "]";
  *out += " (" + line.instance + ")\n";
  for (const LogLine* note : span.notes) {
    std::snprintf(times, sizeof times, "%+11.3f ",
                  static_cast<double>(note->time_us - begin_us) / 1000);
    *out += times + std::string(11, ' ') + indent + "  - " + note->level + ": " + note->message +
            FieldsText(*note) + "\n";
  }
  if (depth > 64) return;
  for (const Span* child : span.children) Print(*child, begin_us, depth + 1, out);
}

}  // namespace

std::string LogLine::Field(std::string_view key) const {
  for (const auto& [name, value] : fields) {
    if (name == key) return value;
  }
  return "";
}

bool ReadLogLine(std::string_view text, LogLine* line) {
  const size_t brace = text.find('{');
  if (brace == std::string_view::npos) return false;
  text.remove_prefix(brace);
  if (text.find("\"trace_id\"") == std::string_view::npos) return false;
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return false;
  *line = {};
  for (const auto& [key, value] : json.items()) {
    const std::string word = Printable(value.is_string() ? value.get<std::string>() : value.dump());
    if (key == "time") {
      line->time_us = MicrosecondsOf(word);
    } else if (key == "ms" && value.is_number()) {
      line->ms = value.get<double>();
    } else if (key == "level") {
      line->level = word;
    } else if (key == "service") {
      line->service = word;
    } else if (key == "instance") {
      line->instance = word;
    } else if (key == "message") {
      line->message = word;
    } else if (key == "trace_id") {
      line->trace_id = word;
    } else if (key == "span_id") {
      line->span_id = word;
    } else if (key == "parent_span_id") {
      line->parent_span_id = word;
    } else {
      line->fields.emplace_back(key, word);
    }
  }
  return line->time_us != 0 && !line->trace_id.empty() && !line->span_id.empty();
}

bool TraceLog::Add(std::string_view text) {
  LogLine line;
  if (!ReadLogLine(text, &line)) return true;
  if (count_ >= kMostLines) return false;
  ++count_;
  traces_[line.trace_id].push_back(std::move(line));
  return true;
}

std::vector<std::string> TraceLog::InTime(std::vector<std::string> ids) const {
  const auto begin = [this](const std::string& id) {
    int64_t first = INT64_MAX;
    for (const LogLine& line : traces_.at(id)) first = std::min(first, line.time_us);
    return first;
  };
  std::sort(ids.begin(), ids.end(),
            [&](const std::string& a, const std::string& b) { return begin(a) < begin(b); });
  return ids;
}

std::vector<std::string> TraceLog::Find(const std::string& word) const {
  std::vector<std::string> found;
  if (IsTracePrefix(word)) {
    for (auto it = traces_.lower_bound(word); it != traces_.end() && it->first.starts_with(word);
         ++it) {
      found.push_back(it->first);
    }
  }
  if (!found.empty()) return InTime(std::move(found));
  for (const auto& [id, lines] : traces_) {
    const bool here = std::any_of(lines.begin(), lines.end(), [&](const LogLine& line) {
      return line.message == "call" && line.Field("request_id") == word;
    });
    if (here) found.push_back(id);
  }
  return InTime(std::move(found));
}

std::vector<std::string> TraceLog::OfGame(const std::string& game_id) const {
  std::vector<std::string> found;
  for (const auto& [id, lines] : traces_) {
    const bool here = std::any_of(lines.begin(), lines.end(), [&](const LogLine& line) {
      return line.Field("game_id") == game_id;
    });
    if (here) found.push_back(id);
  }
  return InTime(std::move(found));
}

std::string TraceLog::Tree(const std::string& trace_id) const {
  const auto found = traces_.find(trace_id);
  if (found == traces_.end()) return "";
  const SpanTree tree(found->second);
  const int64_t begin = tree.begin_us();
  std::set<std::string> services;
  for (const LogLine& line : found->second) services.insert(line.service);
  std::string names;
  for (const std::string& service : services) names += (names.empty() ? "" : ", ") + service;
  char head[160];
  std::snprintf(head, sizeof head, ": %zu spans in %.3f ms, from %s UTC, in ", tree.spans().size(),
                static_cast<double>(tree.end_us() - begin) / 1000, TimeText(begin).c_str());
  std::string out = "trace " + trace_id + head + names + "\n";
  out += "   begin ms   took ms  where and what\n";
  for (const Span* root : tree.roots()) Print(*root, begin, 0, &out);
  if (tree.HasLoop()) out += "some spans name each other as their cause and are not shown\n";
  return out;
}

std::string TraceLog::Summary(const std::string& trace_id) const {
  const auto found = traces_.find(trace_id);
  if (found == traces_.end()) return "";
  const SpanTree tree(found->second);
  std::string first;
  if (!tree.roots().empty()) {
    const LogLine& line = *tree.roots().front()->head;
    first = line.service + " " + Title(line) + FieldsText(line);
  }
  return TimeText(tree.begin_us()) + " " + trace_id + " " + std::to_string(tree.spans().size()) +
         " spans: " + first + "\n";
}

}  // namespace chess::chessctl
