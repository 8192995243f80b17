#include "rpc/log.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>

#include "base/clock.h"
#include "rpc/grpc_log.h"
#include "rpc/line_limiter.h"
#include "rpc/log_key.h"

namespace chess::rpc {
namespace {

constexpr uint64_t kChoresApart = 100;  // our own rounds are logged so many times less often
constexpr double kRequestedBurst = 20;

std::atomic<Level> least{Level::kInfo};
std::atomic<uint64_t> sample_every{100};

// All under the mutex, but for the key, which is set before there is traffic.
struct State {
  std::mutex mutex;
  std::string heading = "\",\"service\":\"chess\",\"message\":";
  std::function<void(const std::string&)> sink;
  LineLimiter limiter;
  LogCounts counts;
  LogKey key;
  double requested_per_second = 2;
  double requested = kRequestedBurst;  // traces from outside that may be logged now
  int64_t requested_ns = 0;
};
State& Shared() {
  static auto* state = new State;  // never destroyed: threads log until the end
  return *state;
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

// The text of the second is kept; most lines share theirs with the one before.
void AppendNow(std::string* out) {
  static thread_local time_t at = 0;
  static thread_local char second[24];
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_sec != at) {
    tm parts{};
    gmtime_r(&now.tv_sec, &parts);
    strftime(second, sizeof second, "%Y-%m-%dT%H:%M:%S", &parts);
    at = now.tv_sec;
  }
  char text[24];
  snprintf(text, sizeof text, ".%06ldZ", now.tv_nsec / 1000);
  *out += second;
  *out += text;
}

void WriteAll(const std::string& line) {
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t written = write(STDERR_FILENO, line.data() + done, line.size() - done);
    if (written <= 0) return;  // nobody to tell
    done += static_cast<size_t>(written);
  }
}

std::string DefaultInstance() {
  char host[128] = "host";
  gethostname(host, sizeof host - 1);
  // In a container a service is the first process, and the host's name is the pod's.
  return getpid() == 1 ? host : std::string(host) + "." + std::to_string(getpid());
}

// FNV-1a of what makes lines alike.
uint64_t KindOf(Level level, std::string_view message, Fields fields) {
  uint64_t hash = 0xcbf29ce484222325 + static_cast<uint64_t>(level);
  const auto add = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ 0xff) * 0x100000001b3;
  };
  add(message);
  for (const Field& field : fields) {
    if (field.key != "method" && field.key != "reason" && field.key != "code") continue;
    if (const auto* text = std::get_if<std::string_view>(&field.value)) add(*text);
  }
  return hash;
}

void AppendHex(std::string_view key, const std::string& digits, std::string* out) {
  *out += ",\"";
  *out += key;
  *out += "\":\"";
  *out += digits;
  *out += '"';
}

void AppendTrace(const Trace& trace, std::string* out) {
  AppendHex("trace_id", TraceIdText(trace), out);
  AppendHex("span_id", SpanIdText(trace.span), out);
  if (trace.parent != 0) AppendHex("parent_span_id", SpanIdText(trace.parent), out);
}

bool IsEmptyText(const Field& field) {
  const auto* text = std::get_if<std::string_view>(&field.value);
  return text != nullptr && text->empty();
}

void Write(Level level, const Trace* trace, std::string_view message, Fields fields, bool limited) {
  if (!LogEnabled(level)) return;
  std::string line;
  line.reserve(512);
  line = "{\"time\":\"";
  AppendNow(&line);
  line += "\",\"level\":\"";
  line += LevelName(level);
  State& state = Shared();
  std::lock_guard lock(state.mutex);
  uint64_t left_out = 0;
  if (limited && level != Level::kDebug &&
      !state.limiter.Take(KindOf(level, message, fields), base::SystemClock().SteadyNs(),
                          &left_out)) {
    ++state.counts.left_out;
    return;
  }
  ++state.counts.lines[static_cast<size_t>(level)];
  line += state.heading;
  AppendText(message, &line);
  if (trace != nullptr) AppendTrace(*trace, &line);
  for (const Field& field : fields) {
    if (IsEmptyText(field)) continue;
    line += ',';
    AppendText(field.key, &line);
    line += ':';
    AppendValue(field, &line);
  }
  if (left_out > 0) line += ",\"left_out\":" + std::to_string(left_out);
  line += "}\n";
  if (state.sink) {
    state.sink(line);
  } else {
    WriteAll(line);
  }
}

}  // namespace

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

void InitLog(std::string_view service, Level level, std::string_view instance) {
  CatchGrpcLog();
  const std::string replica = instance.empty() ? DefaultInstance() : std::string(instance);
  State& state = Shared();
  std::lock_guard lock(state.mutex);
  state.heading = "\",\"service\":";
  AppendText(service, &state.heading);
  state.heading += ",\"instance\":";
  AppendText(replica, &state.heading);
  state.heading += ",\"message\":";
  state.limiter = {};
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

void Log(Level level, std::string_view message, Fields fields) {
  Write(level, CurrentTrace(), message, fields, true);
}

void LogSpan(Level level, const Trace& trace, std::string_view message, Fields fields) {
  Write(level, &trace, message, fields, !trace.sampled);
}

void LogCall(const Trace& trace, const CallLine& call) {
  using Outcome = CallLine::Outcome;
  Level level = trace.sampled ? Level::kInfo : Level::kDebug;
  if (call.outcome == Outcome::kCallersError) level = Level::kInfo;
  if (call.outcome == Outcome::kOurError) level = Level::kWarning;
  if (!LogEnabled(level)) return;
  const std::string player = PlayerLogId(call.player_id);
  LogSpan(level, trace, "call",
          {{"method", call.method},
           {"code", call.code},
           {"reason", call.reason},
           {"ms", call.ms},
           {"request_id", call.request_id},
           {"game_id", call.game_id},
           {"player", player},
           {"caller", call.caller},
           {"error", call.outcome == Outcome::kOurError ? call.error : std::string_view()}});
}

void SetLogPolicy(const LogPolicy& policy) {
  State& state = Shared();
  const LogKey key(policy.service_secret);
  std::lock_guard lock(state.mutex);
  state.key = key;
  sample_every.store(policy.sample < 0 ? 0 : static_cast<uint64_t>(policy.sample));
  state.requested_per_second = policy.requested_per_second;
  state.requested = kRequestedBurst;
}

std::string PlayerLogId(std::string_view player_id) { return Shared().key.PlayerLogId(player_id); }

bool SampledByPolicy(const Trace& trace, Begin begin) {
  const uint64_t every = sample_every.load(std::memory_order_relaxed);
  return Shared().key.Sampled(trace.id_high, trace.id_low,
                              begin == Begin::kChore ? every * kChoresApart : every);
}

bool SampledFromOutside(const Trace& trace, bool requested) {
  if (!requested && !SampledByPolicy(trace, Begin::kRequest)) return false;
  State& state = Shared();
  const int64_t now = base::SystemClock().SteadyNs();
  std::lock_guard lock(state.mutex);
  const double earned =
      static_cast<double>(now - state.requested_ns) * 1e-9 * state.requested_per_second;
  state.requested = std::min(kRequestedBurst, state.requested + earned);
  state.requested_ns = now;
  if (state.requested < 1 || state.requested_per_second <= 0) return false;
  state.requested -= 1;
  return true;
}

LogCounts GetLogCounts() {
  State& state = Shared();
  std::lock_guard lock(state.mutex);
  return state.counts;
}

void SetLogSink(std::function<void(const std::string& line)> sink) {
  State& state = Shared();
  std::lock_guard lock(state.mutex);
  state.sink = std::move(sink);
}

}  // namespace chess::rpc
