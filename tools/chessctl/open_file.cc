#include "chessctl/open_file.h"

namespace chess::chessctl {

bool OpenFile(const std::string& path, std::ifstream* file) {
  file->open(path, std::ios::binary);
  if (!*file || (file->peek(), file->bad())) return false;
  file->clear();  // an empty file is at its end already, and can be read
  return true;
}

}  // namespace chess::chessctl
