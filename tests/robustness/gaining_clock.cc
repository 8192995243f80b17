// Preloaded into a process (LD_PRELOAD): a machine whose clocks gain a tenth from its start on.
// Waits until a time end late, by a tenth of the process' age at most, since the kernel's clock is
// right; libfaketime can let clocks gain, too, but timed waits under it may never end.
#include <dlfcn.h>
#include <time.h>

#include <cstdint>

namespace {

using ClockGettime = int (*)(clockid_t, timespec*);
constexpr int64_t kSecond = 1'000'000'000;

ClockGettime Real() {
  static const auto real = reinterpret_cast<ClockGettime>(dlsym(RTLD_NEXT, "clock_gettime"));
  return real;
}

int64_t NowNs(clockid_t clock) {
  timespec now{};
  Real()(clock, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int result = Real()(clock, time);
  if (result != 0 || (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME)) return result;
  static const int64_t start_ns = NowNs(CLOCK_MONOTONIC);
  const int64_t gained = (NowNs(CLOCK_MONOTONIC) - start_ns) / 10;
  const int64_t shown = time->tv_sec * kSecond + time->tv_nsec + gained;
  time->tv_sec = shown / kSecond;
  time->tv_nsec = shown % kSecond;
  return 0;
}
