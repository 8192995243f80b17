#include "rpc/log.h"

#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>

namespace chess::rpc {
namespace {

std::atomic<Level> least{Level::kInfo};
std::mutex mutex;  // the next two
std::string& Service() {
  static auto* s = new std::string("chess");
  return *s;
}
std::function<void(const std::string&)>& Sink() {
  static auto* sink = new std::function<void(const std::string&)>;
  return *sink;
}

const char* LevelName(Level level) {
  switch (level) {
    case Level::kDebug:
      return "debug";
    case Level::kInfo:
      return "info";
    case Level::kWarning:
      return "warning";
    case Level::kError:
      return "error";
  }
  return "error";
}

// JSON text; bytes that are no printable ASCII and no UTF-8 continuation stay readable as \u00xx.
void AppendText(std::string_view text, std::string* out) {
  *out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      *out += '\\';
      *out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      char escape[8];
      snprintf(escape, sizeof escape, "\\u%04x", byte);
      *out += escape;
    } else {
      *out += c;
    }
  }
  *out += '"';
}

void AppendValue(const Field& field, std::string* out) {
  if (const auto* text = std::get_if<std::string_view>(&field.value)) {
    AppendText(*text, out);
  } else if (const auto* whole = std::get_if<int64_t>(&field.value)) {
    *out += std::to_string(*whole);
  } else if (const auto* number = std::get_if<double>(&field.value)) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", *number);
    *out += std::isfinite(*number) ? text : "null";
  } else {
    *out += std::get<bool>(field.value) ? "true" : "false";
  }
}

std::string Now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  gmtime_r(&now.tv_sec, &parts);
  char day[32], text[48];
  strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf(text, sizeof text, "%s.%03ldZ", day, now.tv_nsec / 1'000'000);
  return text;
}

void WriteAll(const std::string& line) {
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t written = write(STDERR_FILENO, line.data() + done, line.size() - done);
    if (written <= 0) return;  // nobody to tell
    done += static_cast<size_t>(written);
  }
}

}  // namespace

void InitLog(std::string_view service, Level level) {
  std::lock_guard lock(mutex);
  Service() = service;
  least.store(level);
}

bool ParseLevel(std::string_view text, Level* level) {
  for (const Level candidate : {Level::kDebug, Level::kInfo, Level::kWarning, Level::kError}) {
    if (text == LevelName(candidate)) {
      *level = candidate;
      return true;
    }
  }
  return false;
}

bool LogEnabled(Level level) { return level >= least.load(std::memory_order_relaxed); }

void Log(Level level, std::string_view message, std::initializer_list<Field> fields) {
  if (!LogEnabled(level)) return;
  std::string line =
      "{\"time\":\"" + Now() + "\",\"level\":\"" + LevelName(level) + "\",\"service\":";
  std::lock_guard lock(mutex);
  AppendText(Service(), &line);
  line += ",\"message\":";
  AppendText(message, &line);
  for (const Field& field : fields) {
    line += ',';
    AppendText(field.key, &line);
    line += ':';
    AppendValue(field, &line);
  }
  line += "}\n";
  if (Sink()) {
    Sink()(line);
  } else {
    WriteAll(line);
  }
}

void SetLogSink(std::function<void(const std::string& line)> sink) {
  std::lock_guard lock(mutex);
  Sink() = std::move(sink);
}

}  // namespace chess::rpc
