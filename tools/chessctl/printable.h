#pragma once
// Text from elsewhere (names, logs, a server's sentences), before a terminal takes it for commands.

#include <string>

namespace chess::chessctl {

// Control characters of ASCII and Latin-1 (in UTF-8) become blanks.
std::string Printable(std::string text);

}  // namespace chess::chessctl
