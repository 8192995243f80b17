#include "chessctl/progress.h"

#include <unistd.h>

#include <cstdio>

namespace chess::chessctl {

Progress::Progress(size_t total) : total_(total), terminal_(isatty(STDOUT_FILENO) == 1) {}

void Progress::Show(size_t done, const std::string& name) {
  if (!terminal_) return;
  Clear();
  const std::string text =
      std::to_string(done) + "/" + std::to_string(total_) + " " + name.substr(0, 60);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  width_ = text.size();
}

void Progress::Clear() {
  if (width_ == 0) return;
  std::printf("\r%*s\r", static_cast<int>(width_), "");
  width_ = 0;
}

}  // namespace chess::chessctl
