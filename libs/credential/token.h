#pragma once
// Tokens: drawn, shown once, stored and looked up only as their hash. Thread-safe.

#include <string>
#include <string_view>

namespace chess::credential {

// 256 random bits in base64url without padding: 43 characters.
std::string NewToken();
// SHA-256 of any bytes: 32 bytes.
std::string Sha256(std::string_view bytes);

}  // namespace chess::credential
