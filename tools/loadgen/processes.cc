#include "loadgen/processes.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace chess::loadgen {
namespace {

namespace fs = std::filesystem;

struct Process {
  int parent = 0;
  double cpu_seconds = 0;
};

// /proc/PID/stat after the name, which may hold anything: fields 4 (ppid), 14 and 15 (ticks).
bool ReadStat(int pid, Process* process) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const size_t end = text.rfind(')');
  if (end == std::string::npos) return false;
  std::istringstream fields(text.substr(end + 2));
  std::vector<std::string> words;
  for (std::string word; fields >> word;) words.push_back(word);
  if (words.size() < 15) return false;
  process->parent = std::stoi(words[1]);
  process->cpu_seconds =
      (std::stod(words[11]) + std::stod(words[12])) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return true;
}

// Pss counts shared pages in parts, so that a family's sum is what it really holds.
double ReadPssMb(int pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/smaps_rollup");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("Pss:")) return std::stod(line.substr(4)) / 1024;
  }
  return 0;
}

}  // namespace

std::map<std::string, Usage> ReadUsage(const std::string& pid_folder) {
  std::map<std::string, Usage> usage;
  if (pid_folder.empty() || !fs::is_directory(pid_folder)) return usage;
  std::map<int, std::string> owner;
  for (const auto& entry : fs::directory_iterator(pid_folder)) {
    if (entry.path().extension() != ".pid") continue;
    int pid = 0;
    std::ifstream(entry.path()) >> pid;
    if (pid > 0) owner[pid] = entry.path().stem();
  }
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const int pid = std::stoi(name);
    Process process;
    if (!ReadStat(pid, &process)) continue;
    const auto own = owner.find(pid);
    const auto parent = owner.find(process.parent);
    if (own == owner.end() && parent == owner.end()) continue;
    Usage& total = usage[own != owner.end() ? own->second : parent->second];
    total.cpu_seconds += process.cpu_seconds;
    total.rss_mb += ReadPssMb(pid);
  }
  return usage;
}

}  // namespace chess::loadgen
