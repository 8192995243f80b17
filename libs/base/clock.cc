#include "base/clock.h"

#include <chrono>

namespace chess::base {
namespace {

class RealClock : public Clock {
 public:
  TimeMs NowMs() const override {
    using std::chrono::duration_cast, std::chrono::milliseconds, std::chrono::system_clock;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  }
  int64_t SteadyNs() const override {
    using std::chrono::duration_cast, std::chrono::nanoseconds, std::chrono::steady_clock;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
  }
};

}  // namespace

const Clock& SystemClock() {
  static const RealClock clock;
  return clock;
}

}  // namespace chess::base
