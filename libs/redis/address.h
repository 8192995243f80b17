#pragma once
// The address of a Redis as a setting: what a program refuses before it starts.

#include <string>

namespace chess::redis {

// In the words of a message: "… is not <this>".
inline constexpr char kAddressForms[] =
    "redis://[:password@]host[:port][/database] or unix:///path[?db=n]; there is no TLS";
// ParseAddress would read it, or it is empty (no Redis).
bool IsAddressOrNone(const std::string& url);

}  // namespace chess::redis
