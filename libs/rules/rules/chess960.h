#pragma once
// The numbering of the 960 back ranks (Reinhard Scharnagl): 518 is RNBQKBNR.

#include <optional>
#include <string>
#include <string_view>

namespace chess::rules {

// number in [0, 960).
std::string Chess960BackRank(int number);
// Nothing if the text is not one of the 960 (capital letters, a to h).
std::optional<int> Chess960Number(std::string_view back_rank);

}  // namespace chess::rules
