#pragma once
// Programs as children of a test: started in their own group, killed with the test, output kept.
// The kernel ties a child to the thread that started it: start programs on a thread that outlives
// them (the test's main thread).

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace chess::testing {

class Process {
 public:
  struct Options {
    std::vector<std::string> argv;         // argv[0] is the path
    std::vector<std::string> environment;  // "NAME=value", added to ours
    std::string output_file;               // stdout and stderr; empty: /dev/null
    bool as_postgres = false;              // when root: switch to the user `postgres`
  };
  explicit Process(Options options);
  // kill -9 and wait.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  bool Running();
  void Signal(int signal);       // to the process
  void SignalGroup(int signal);  // to it and its children
  // Exit status (128 + signal if killed), or -1 if it still runs after timeout_ms.
  int Wait(int timeout_ms);

 private:
  pid_t pid_ = -1;
  int status_ = -1;  // once waited for
};

// A fresh directory under the system's temporary folder, removed with its content at the end of
// life. World-readable, so that the postgres user can enter it.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A TCP port of 127.0.0.1 that was free just now.
int FreePort();
// Root of the source tree (for deploy/, tests' data): CHESS_SOURCE_DIR at build time.
std::string SourcePath(const std::string& relative);
std::string ReadFileOrDie(const std::string& path);

}  // namespace chess::testing
