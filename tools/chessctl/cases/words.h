#pragma once
// Case files come with their own words for reasons; these tables tie them to the project's words.

#include <string_view>

namespace chess::chessctl {

// True if a case's reason (of an ending, an invalid FEN, a rejected move) means our word.
bool SameReason(std::string_view expected, std::string_view ours);

}  // namespace chess::chessctl
