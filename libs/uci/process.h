#pragma once
// A child program spoken to in lines over pipes. Not thread-safe; Kill may come from any thread.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace chess::uci {

class Process {
 public:
  // Starts `command` (path and arguments); ENGINE_FAILED if it cannot be started. The child ends
  // with us, and gets none of our descriptors.
  static base::Result<Process> Start(const std::vector<std::string>& command);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();  // kills the child and reaps it

  // False if the child is gone.
  bool WriteLine(std::string_view line);
  // The next line without its end, or nothing: nothing came within `timeout_ms`, a line was longer
  // than 16 kB, or the child closed its output (then alive() is false).
  std::optional<std::string> ReadLine(base::DurationMs timeout_ms);
  bool alive() const { return pid_ > 0 && !closed_; }
  void Kill();
  pid_t pid() const { return pid_; }

 private:
  Process() = default;
  void Release();

  pid_t pid_ = -1;
  int in_ = -1;   // we write
  int out_ = -1;  // we read
  bool closed_ = false;
  std::string buffer_;
};

}  // namespace chess::uci
