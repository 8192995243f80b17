#pragma once
// Strong identifiers: a GameId is not a PlayerId. Values are opaque text of a fixed form.

#include <functional>
#include <string>
#include <string_view>

namespace chess::base {

template <typename Tag>
struct Id {
  std::string value;
  bool empty() const { return value.empty(); }
  auto operator<=>(const Id&) const = default;
};

using GameId = Id<struct GameTag>;            // 8 characters base62
using PlayerId = Id<struct PlayerTag>;        // 12 characters base62
using ChallengeId = Id<struct ChallengeTag>;  // 10 characters base62

// n characters of [0-9A-Za-z] from the kernel's generator. Thread-safe.
std::string RandomBase62(int n);
// True if text has exactly n characters, all of [0-9A-Za-z].
bool IsBase62(std::string_view text, size_t n);

inline GameId NewGameId() { return {RandomBase62(8)}; }
inline PlayerId NewPlayerId() { return {RandomBase62(12)}; }
inline ChallengeId NewChallengeId() { return {RandomBase62(10)}; }

// Lower-case hexadecimal of bytes, and back; FromHex gives an empty string for bad input.
std::string ToHex(std::string_view bytes);
std::string FromHex(std::string_view hex);

}  // namespace chess::base

template <typename Tag>
struct std::hash<chess::base::Id<Tag>> {
  size_t operator()(const chess::base::Id<Tag>& id) const {
    return std::hash<std::string>()(id.value);
  }
};
