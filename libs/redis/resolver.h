#pragma once
// The addresses of a host's name, within a time. The system's resolver has no limit of its own and
// may take half a minute where a name server is silent, which no caller of ours has.

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace chess::redis {

struct Resolved {
  std::vector<std::string> addresses;  // numeric, in the system's order of preference
  std::string why;                     // where there are none
};

// The system's own lookup.
Resolved LookUp(const std::string& host);

// Thread-safe. A lookup that takes too long goes on by itself, at most one for each name; what it
// finds is for the next caller. May be destroyed meanwhile.
class Resolver {
 public:
  explicit Resolver(std::function<Resolved(const std::string& host)> look_up = LookUp);
  // An address given as one is its own answer.
  Resolved Resolve(const std::string& host, int timeout_ms);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace chess::redis
