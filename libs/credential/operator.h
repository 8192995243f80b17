#pragma once
// What an operator is called and what the token of one looks like: said once, for the lobby, for
// chess-migrate (which makes the first) and for chessctl. Thread-safe.

#include <string>
#include <string_view>

namespace chess::credential {

inline constexpr std::string_view kOperatorTokenPrefix = "op_";

// "op_" and 43 characters: 256 random bits.
std::string NewOperatorToken();
// True for texts of that form.
bool IsOperatorToken(std::string_view text);
// True for 2 to 32 lower-case letters, digits, '.', '-' and '_' that begin with a letter.
bool IsOperatorName(std::string_view text);

}  // namespace chess::credential
