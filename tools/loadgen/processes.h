#pragma once
// CPU time and memory of the system's processes, read from /proc.

#include <map>
#include <string>

namespace chess::loadgen {

struct Usage {
  double cpu_seconds = 0;
  double rss_mb = 0;  // Postgres: private memory of all its processes, shared buffers once
};

// By name ("game", "postgres" …), of the processes named by DIR/NAME.pid; the children of each are
// counted with it. Empty for an empty folder name.
std::map<std::string, Usage> ReadUsage(const std::string& pid_folder);

}  // namespace chess::loadgen
