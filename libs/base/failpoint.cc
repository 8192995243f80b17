#include "base/failpoint.h"

#include <algorithm>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "base/random.h"

namespace chess::base {
namespace failpoint_internal {

std::atomic<int> state{0};

}  // namespace failpoint_internal

namespace {

enum class Action { kCrash, kSleep, kError };

struct Armed {
  std::string name;
  Action action = Action::kCrash;
  int64_t sleep_ms = 0;
  double probability = 1;
  SeededRandom random{1};
};

std::mutex mutex;
// Never destroyed: threads may still hit a failpoint while the process ends.
std::vector<Armed>& Points() {
  static auto* points = new std::vector<Armed>;
  return *points;
}

// A whole non-negative number of at most 18 digits; -1 if the text is not one.
int64_t ParseNumber(std::string_view text) {
  if (text.empty() || text.size() > 18) return -1;
  int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

bool ParseProbability(std::string_view text, double* probability) {
  const std::string copy(text);
  char* end = nullptr;
  *probability = strtod(copy.c_str(), &end);
  return !copy.empty() && *end == '\0' && *probability >= 0 && *probability <= 1;
}

// A process that is started again after its crash would crash at the same call for ever: whoever
// starts it says the how-manieth life this is, and each life has its own sequence.
uint64_t Life() {
  const char* life = getenv("CHESS_LIFE");
  return life == nullptr ? 0 : static_cast<uint64_t>(std::max<int64_t>(ParseNumber(life), 0));
}

// One "name:action@probability:seed".
bool ParsePoint(std::string_view text, Armed* point) {
  const size_t colon = text.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  point->name = text.substr(0, colon);
  std::string_view rest = text.substr(colon + 1);
  const size_t second = rest.find(':');
  if (second != std::string_view::npos) {
    const int64_t seed = ParseNumber(rest.substr(second + 1));
    if (seed < 0) return false;
    point->random = SeededRandom(static_cast<uint64_t>(seed) + Life());
    rest = rest.substr(0, second);
  }
  const size_t at = rest.find('@');
  if (at != std::string_view::npos) {
    if (!ParseProbability(rest.substr(at + 1), &point->probability)) return false;
    rest = rest.substr(0, at);
  }
  if (rest == "crash") {
    point->action = Action::kCrash;
  } else if (rest == "error") {
    point->action = Action::kError;
  } else if (rest.substr(0, 6) == "sleep=") {
    point->action = Action::kSleep;
    point->sleep_ms = ParseNumber(rest.substr(6));
    if (point->sleep_ms < 0) return false;
  } else {
    return false;
  }
  return true;
}

bool ParseSpec(std::string_view spec, std::vector<Armed>* points) {
  while (!spec.empty()) {
    const size_t comma = spec.find(',');
    Armed point;
    if (!ParsePoint(spec.substr(0, comma), &point)) return false;
    points->push_back(std::move(point));
    spec = comma == std::string_view::npos ? std::string_view() : spec.substr(comma + 1);
  }
  return true;
}

void ReadEnvironment() {
  const char* spec = getenv("CHESS_FAILPOINTS");
  if (spec != nullptr && !ParseSpec(spec, &Points())) {
    fprintf(stderr, "CHESS_FAILPOINTS is malformed: %s\n", spec);
    _exit(2);
  }
  failpoint_internal::state.store(Points().empty() ? 1 : 2);
}

void SleepMs(int64_t ms) {
  timespec duration{static_cast<time_t>(ms / 1000), static_cast<long>(ms % 1000 * 1'000'000)};
  while (nanosleep(&duration, &duration) != 0) {
  }
}

}  // namespace

namespace failpoint_internal {

bool Hit(std::string_view name) {
  Action action = Action::kError;
  int64_t sleep_ms = 0;
  {
    std::lock_guard lock(mutex);
    if (state.load() == 0) ReadEnvironment();
    bool hit = false;
    for (Armed& point : Points()) {
      if (point.name != name || point.random.Unit() >= point.probability) continue;
      action = point.action;
      sleep_ms = point.sleep_ms;
      hit = true;
      break;
    }
    if (!hit) return false;
  }
  // SIGKILL to oneself: nothing is flushed, no destructor runs, as when a machine kills us.
  if (action == Action::kCrash) kill(getpid(), SIGKILL);
  if (action == Action::kSleep) SleepMs(sleep_ms);
  return action == Action::kError;
}

}  // namespace failpoint_internal

bool ArmFailpoints(std::string_view spec) {
  std::vector<Armed> points;
  if (!ParseSpec(spec, &points)) return false;
  std::lock_guard lock(mutex);
  Points() = std::move(points);
  failpoint_internal::state.store(Points().empty() ? 1 : 2);
  return true;
}

}  // namespace chess::base
