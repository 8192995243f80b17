#pragma once
// A Redis answer as a value, and how to reach a server.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace chess::redis {

struct Options {
  std::string url;             // redis://[:password@]host:port[/db] or unix:///path[?db=n]
  std::string name = "chess";  // CLIENT SETNAME
  int timeout_ms = 150;        // connecting, and each exchange
  // Told when Redis goes away ("down: why") and comes back ("up"). Called with this library's locks
  // held: must be quick and not call back.
  std::function<void(const std::string& state)> on_state;
};

struct Address {
  bool unix_socket = false;
  std::string host;  // or the path
  int port = 6379;
  int database = 0;
  std::string password;
};

// False if the text is no address.
bool ParseAddress(const std::string& url, Address* address);

struct Reply {
  enum class Kind { kNil, kInteger, kText, kArray, kError };
  Kind kind = Kind::kNil;
  int64_t integer = 0;
  std::string text;             // kText (bulk and status), kError
  std::vector<Reply> elements;  // kArray

  bool nil() const { return kind == Kind::kNil; }
  bool is_error() const { return kind == Kind::kError; }
};

}  // namespace chess::redis
