#pragma once
// Structured logs: one JSON object a line on stderr: {"time":…,"level":…,"service":…,"instance":…,
// "message":…, trace, fields}; empty texts are left out. Thread-safe; one write per line. Never log
// tokens, secrets, names, request bodies or headers, and of players only PlayerLogId.
// docs/traces-and-logs.md tells operators what they see.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "rpc/trace.h"

namespace chess::rpc {

enum class Level { kDebug, kInfo, kWarning, kError };

struct Field {
  std::string_view key;
  std::variant<std::string_view, int64_t, double, bool> value;

  Field(std::string_view k, std::string_view v) : key(k), value(v) {}
  Field(std::string_view k, const std::string& v) : key(k), value(std::string_view(v)) {}
  Field(std::string_view k, const char* v) : key(k), value(std::string_view(v)) {}
  template <typename T>
  requires std::is_arithmetic_v<T> Field(std::string_view k, T v) : key(k) {
    if constexpr (std::is_same_v<T, bool>) {
      value = v;
    } else if constexpr (std::is_floating_point_v<T>) {
      value = static_cast<double>(v);
    } else {
      value = static_cast<int64_t>(v);
    }
  }
};

// Once at start-up: the "service" field, the least level that is written, and which replica this is
// (empty: the host's name, and the process' number where it is not the only one of its host).
void InitLog(std::string_view service, Level level, std::string_view instance = {});
bool ParseLevel(std::string_view text, Level* level);  // debug, info, warning, error
const char* LevelName(Level level);
bool LogEnabled(Level level);

// A line within the trace of this thread, if there is one. Lines that say the same (level, message,
// and the fields method, reason, code) too often are left out and counted; the next one written
// says how many in "left_out". Debug lines are never left out.
using Fields = std::initializer_list<Field>;
void Log(Level level, std::string_view message, Fields fields = {});
inline void Debug(std::string_view message, Fields f = {}) { Log(Level::kDebug, message, f); }
inline void Info(std::string_view message, Fields f = {}) { Log(Level::kInfo, message, f); }
inline void Warn(std::string_view message, Fields f = {}) { Log(Level::kWarning, message, f); }
inline void LogError(std::string_view message, Fields f = {}) { Log(Level::kError, message, f); }

// A span: a finished piece of work of a trace, with its time in "ms". Of a sampled trace it is
// written at `level` always, else as Log does.
void LogSpan(Level level, const Trace& trace, std::string_view message, Fields fields);

// A call that was served, as every service and the gateway log it. What went well, or was given up
// by the caller, is logged (info) where its trace is sampled, else at debug; the caller's own
// errors at info; ours at warning.
struct CallLine {
  std::string_view method, code, reason, request_id, game_id, player_id, caller, error;
  double ms = 0;
  enum class Outcome { kWell, kCallersError, kOurError } outcome = Outcome::kWell;
};
void LogCall(const Trace& trace, const CallLine& call);
// Whether LogCall would write a call that went well.
inline bool CallWanted(const Trace& trace) {
  return LogEnabled(trace.sampled ? Level::kInfo : Level::kDebug);
}

struct LogPolicy {
  std::string service_secret;       // players' log ids and the choice of traces are keyed by it
  int64_t sample = 100;             // one trace in so many is logged; 1: all, 0: none
  double requested_per_second = 2;  // of traces with an id from outside
};
// Once at start-up.
void SetLogPolicy(const LogPolicy& policy);
// What a log says instead of a player's id (rpc/log_key.h).
std::string PlayerLogId(std::string_view player_id);
// Whether a trace that begins here is logged.
bool SampledByPolicy(const Trace& trace, Begin begin);
// The same for an id that somebody outside chose, who may have asked for it (`requested`). Whoever
// chooses ids could choose logged ones, so all of these together have a budget.
bool SampledFromOutside(const Trace& trace, bool requested);

struct LogCounts {
  uint64_t lines[4] = {};  // written, by Level
  uint64_t left_out = 0;   // by the limit on repeated lines
};
LogCounts GetLogCounts();

// For tests: lines go to `sink` instead of stderr; null restores stderr.
void SetLogSink(std::function<void(const std::string& line)> sink);

}  // namespace chess::rpc
