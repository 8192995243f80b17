#include "chessctl/printable.h"

#include "base/utf8.h"

namespace chess::chessctl {

std::string Printable(std::string text) { return base::Plain(text); }

}  // namespace chess::chessctl
