#pragma once
// Structured logs: one JSON object a line on stderr: {"time":…,"level":…,"service":…,"message":…,
// fields}. Thread-safe; one write per line. Never log tokens, secrets, request bodies or headers.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

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

// Once at start-up: the "service" field and the least level that is written.
void InitLog(std::string_view service, Level level);
bool ParseLevel(std::string_view text, Level* level);  // debug, info, warning, error
bool LogEnabled(Level level);

void Log(Level level, std::string_view message, std::initializer_list<Field> fields = {});
using Fields = std::initializer_list<Field>;
inline void Debug(std::string_view message, Fields f = {}) { Log(Level::kDebug, message, f); }
inline void Info(std::string_view message, Fields f = {}) { Log(Level::kInfo, message, f); }
inline void Warn(std::string_view message, Fields f = {}) { Log(Level::kWarning, message, f); }
inline void LogError(std::string_view message, Fields f = {}) { Log(Level::kError, message, f); }

// For tests: lines go to `sink` instead of stderr; null restores stderr.
void SetLogSink(std::function<void(const std::string& line)> sink);

}  // namespace chess::rpc
