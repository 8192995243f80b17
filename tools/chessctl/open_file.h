#pragma once
// Files named on the command line.

#include <fstream>
#include <string>

namespace chess::chessctl {

// Opens `path` for reading; false where nothing can be read from it. A folder opens, too, but the
// first read of it fails, and an iterator over its buffer would throw.
bool OpenFile(const std::string& path, std::ifstream* file);

}  // namespace chess::chessctl
