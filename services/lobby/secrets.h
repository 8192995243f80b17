#pragma once
// Things that are drawn and must not be guessed: session tokens and codes of private games.
// Thread-safe.

#include <optional>
#include <string>
#include <string_view>

namespace chess::lobby {

// 256 random bits in base64url without padding: 43 characters.
std::string NewToken();
// SHA-256 of any bytes: 32 bytes. Tokens are stored and looked up only as their hash.
std::string Sha256(std::string_view bytes);

inline constexpr int kCodeLength = 6;
// Capital letters and digits that nobody mistakes for one another: no 0 or O, no 1, I or L.
inline constexpr std::string_view kCodeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

// Six characters of kCodeAlphabet, uniformly.
std::string NewCode();
// A code as typed (either case, blanks around it) in its stored form; nothing if it can be none.
std::optional<std::string> NormalCode(std::string_view typed);

}  // namespace chess::lobby
