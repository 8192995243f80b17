#pragma once
// SHA-1 as reference files use it to name a sequence of moves.

#include <string>
#include <string_view>

namespace chess::chessctl {

// 40 hexadecimal digits in lower case.
std::string Sha1Hex(std::string_view bytes);

}  // namespace chess::chessctl
