#pragma once
// A line that shows how far a long run is, rewritten in place; silent unless stdout is a terminal.

#include <cstddef>
#include <string>

namespace chess::chessctl {

class Progress {
 public:
  explicit Progress(size_t total);
  ~Progress() { Clear(); }
  // "3/180 name"
  void Show(size_t done, const std::string& name);
  // Makes room for ordinary output.
  void Clear();

 private:
  size_t total_;
  bool terminal_;
  size_t width_ = 0;  // columns now on the screen
};

}  // namespace chess::chessctl
