#pragma once
// Things that are drawn and must not be guessed: session tokens and codes of private games.
// Thread-safe.

#include <optional>
#include <string>
#include <string_view>

#include "credential/token.h"

namespace chess::lobby {

using credential::NewToken;
using credential::Sha256;

inline constexpr int kCodeLength = 6;
// Capital letters and digits that nobody mistakes for one another: no 0 or O, no 1, I or L.
inline constexpr std::string_view kCodeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

// Six characters of kCodeAlphabet, uniformly.
std::string NewCode();
// A code as typed (either case, blanks around it) in its stored form; nothing if it can be none.
std::optional<std::string> NormalCode(std::string_view typed);

}  // namespace chess::lobby
