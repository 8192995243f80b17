#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "base/build_info.h"
#include "metrics/registry.h"

namespace chess::metrics {
namespace {

double ResidentBytes() {
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  long total = 0, resident = 0;
  const int read = fscanf(file, "%ld %ld", &total, &resident);
  fclose(file);
  return read == 2 ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double OpenFiles() {
  DIR* directory = opendir("/proc/self/fd");
  if (directory == nullptr) return 0;
  int count = 0;
  while (const dirent* entry = readdir(directory)) count += entry->d_name[0] != '.';
  closedir(directory);
  return count - 1;  // without the directory's own
}

double FileLimit() {
  rlimit limit{};
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<double>(limit.rlim_cur) : 0;
}

}  // namespace

void AddProcessMetrics(Registry& registry) {
  registry
      .AddGauge("chess_build_info", "1; its labels say which build runs.",
                {{"version", base::BuildVersion()}, {"revision", base::BuildRevision()}})
      .Set(1);
  registry.MirrorGauge("process_resident_memory_bytes", "Resident memory.", {}, ResidentBytes);
  registry.MirrorCounter("process_cpu_seconds_total", "User and system CPU time.", {}, CpuSeconds);
  registry.MirrorGauge("process_open_fds", "Open file descriptors.", {}, OpenFiles);
  registry.MirrorGauge("process_max_fds", "Open file descriptors at most.", {}, FileLimit);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  registry.AddGauge("process_start_time_seconds", "Start of the process, seconds since 1970.")
      .Set(std::chrono::duration<double>(now).count());
}

}  // namespace chess::metrics
